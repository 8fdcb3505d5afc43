import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { Bot, GrammyError, HttpError, webhookCallback } from 'grammy'
import { parseMarkdownV2 } from './providers/chatb-markdown.ts'
import { startChatb } from './providers/chatb.ts'

async function withClient(t: TestContext) {
  const provider = await startChatb()
  t.after(() => provider[Symbol.asyncDispose]())
  const bot = new Bot(provider.token, { client: { apiRoot: provider.url } })
  return { provider, bot }
}

test('the usual client of chat-b has the server’s identity, and sends messages that people see', async (t) => {
  const { provider, bot } = await withClient(t)
  await bot.init()
  assert.equal(bot.botInfo.username, provider.bot.username)
  const sent = await bot.api.sendMessage(5, '*bold* and [link](https://a.example/\\)) \\.', {
    parse_mode: 'MarkdownV2',
    link_preview_options: { is_disabled: true },
  })
  assert.deepEqual(provider.sent, [
    {
      chat: 5,
      topic: null,
      messageId: sent.message_id,
      text: 'bold and link .',
      entities: [
        { type: 'bold', offset: 0, length: 4 },
        { type: 'text_link', offset: 9, length: 4, url: 'https://a.example/)' },
      ],
      parseMode: 'MarkdownV2',
      replyTo: null,
      buttons: [],
    },
  ])
  await bot.api.sendMessageDraft(5, 7, 'half of \\.', { parse_mode: 'MarkdownV2' })
  assert.deepEqual(provider.draftsIn(5), [{ id: 7, text: 'half of .' }])
  await bot.api.sendChatAction(5, 'typing')
  await bot.api.answerCallbackQuery('77')
  const file = await bot.api.getFile(provider.addFile('photos/1.jpg', Buffer.from('jpeg')))
  const content = await fetch(`${provider.url}/file/bot${provider.token}/${file.file_path}`)
  assert.equal(await content.text(), 'jpeg')
  assert.deepEqual(provider.refused, [])
})

const refusal = async (work: Promise<unknown>): Promise<GrammyError> => {
  const error: unknown = await work.then(() => null).catch((error: unknown) => error)
  assert.ok(error instanceof GrammyError, String(error))
  return error
}

test('the usual client of chat-b is refused as by the provider', async (t) => {
  const { provider, bot } = await withClient(t)
  const send = (text: string, other: object = { parse_mode: 'MarkdownV2' }) =>
    refusal(bot.api.sendMessage(5, text, other))
  assert.match((await send('a.b')).description, /can't parse entities: Character '\.' is reserved/)
  assert.match((await send('*a')).description, /Can't find end of Bold entity at byte offset 0/)
  assert.match((await send('x'.repeat(4097))).description, /message is too long/)
  assert.match((await send(' \n')).description, /message text is empty/)
  assert.match(
    (await send('hi', { reply_parameters: { message_id: 3 } })).description,
    /to be replied not found/,
  )

  provider.setChat(5, 'blocked')
  assert.equal((await send('hi', {})).error_code, 403)
  provider.setChat(5, { migratedTo: -1005 })
  assert.equal((await send('hi', {})).parameters.migrate_to_chat_id, -1005)
  provider.failNext({
    refuse: 429,
    description: 'Too Many Requests: retry after 4',
    parameters: { retry_after: 4 },
  })
  assert.equal((await send('hi', {})).parameters.retry_after, 4)
  provider.failNext('closed-before')
  await assert.rejects(bot.api.sendMessage(6, 'hi'), HttpError)

  const stranger = new Bot('1:x', { client: { apiRoot: provider.url } })
  assert.equal((await refusal(stranger.api.getMe())).error_code, 401)
  assert.deepEqual([provider.refused, provider.sent], [[], []])
  await refusal(bot.api.sendMessage(5, 'hi', { nonsense: true } as object))
  assert.match(provider.refused.join(), /^sendMessage: .*nonsense/)
})

test('the usual client of chat-b accepts the server’s deliveries, with its registered secret', async (t) => {
  const { provider, bot } = await withClient(t)
  const received: string[] = []
  bot.on('message:text', (context) => void received.push(`${context.from.id}: ${context.message.text}`))
  const server = createServer(webhookCallback(bot, 'http', { secretToken: 'sesame' }))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`

  assert.match((await refusal(bot.api.setWebhook(url))).description, /HTTPS URL must be provided/)
  await bot.api.setWebhook('https://hub.example/hook', {
    secret_token: 'sesame',
    allowed_updates: ['message'],
  })
  const from = { id: 5, is_bot: false, first_name: 'Ann' }
  const chat = { id: 5, type: 'private' as const, first_name: 'Ann' }
  const update = provider.update({ message: { message_id: 1, date: 1, chat, from, text: 'hi' } })
  assert.equal((await provider.deliver(update, { url })).status, 200)
  const forged = { 'X-Telegram-Bot-Api-Secret-Token': 'guess' }
  assert.equal((await provider.deliver(update, { url, headers: forged })).status, 401)
  assert.deepEqual(received, ['5: hi'])
  const info = await bot.api.getWebhookInfo()
  assert.deepEqual(
    [info.url, info.pending_update_count, info.last_error_message],
    ['https://hub.example/hook', 1, 'Wrong response from the webhook: 401 Unauthorized'],
  )
})

/** Source: Bot API, "MarkdownV2 style": its example and rules. */
const DOCUMENTED: readonly [source: string, text: string, types: string][] = [
  ['*bold \\*text*', 'bold *text', 'bold 0+10'],
  [
    '*bold _italic bold ~struck~ __under___ bold*',
    'bold italic bold struck under bold',
    'bold 0+34, italic 5+24, strikethrough 17+6, underline 24+5',
  ],
  ['_a_**_b_', 'ab', 'italic 0+1, italic 1+1'],
  ['```python\nx = 1\n```', 'x = 1\n', 'pre 0+6'],
  ['`a\\`b*`', 'a`b*', 'code 0+4'],
  ['>one\n>two\nrest', 'one\ntwo\nrest', 'blockquote 0+7'],
  ['||x||', 'x', 'spoiler 0+1'],
]

for (const [source, text, types] of DOCUMENTED)
  test(`markup is read as documented: ${JSON.stringify(source)}`, () => {
    const parsed = parseMarkdownV2(source)
    assert.ok(!('error' in parsed), JSON.stringify(parsed))
    assert.equal(parsed.text, text)
    assert.equal(
      parsed.entities.map(({ type, offset, length }) => `${type} ${offset}+${length}`).join(', '),
      types,
    )
  })
