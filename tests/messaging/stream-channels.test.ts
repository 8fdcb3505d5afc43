import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { startChatb, type ChatbProvider } from './providers/chatb.ts'
import { startMattermost, type MattermostServer } from './providers/mattermost.ts'
import type { WorldChannel, WorldUser } from './providers/mattermost-world.ts'
import { startMessagedHub, type MessagedHub } from './started-hub.ts'
import { until } from '../support/until.ts'

let chatb: ChatbProvider
let server: MattermostServer
let ada: WorldUser
let hub: MessagedHub
const ends: (() => unknown)[] = []

before(async () => {
  const t = { after: (end: () => unknown) => void ends.push(end) }
  chatb = await startChatb()
  ends.push(() => chatb[Symbol.asyncDispose]())
  server = await startMattermost(t as never)
  ada = server.addUser('ada')
  hub = await startMessagedHub(t, {
    roster: ['chatb,4711,ana@example.com,Ana', `mattermost,${ada.id},ada@example.com,Ada`],
    surfaces: ['chat-b', 'mattermost'],
    environment: {
      CHATB_WEBHOOK_SECRET: 'a-secret-of-ours',
      CHATB_BOT_TOKEN: chatb.token,
      CHATB_API_BASE: chatb.url,
      MATTERMOST_URL: server.url,
      MATTERMOST_BOT_TOKEN: server.token,
    },
  })
  await until(() => server.sockets() > 0)
  await server.settled()
})
after(async () => {
  for (const end of ends.toReversed()) await end()
})

let lastMessage = 0
const write = async (...lines: readonly string[]) => {
  const message = {
    message_id: ++lastMessage,
    date: 1_790_000_000,
    chat: { id: 4711, type: 'private', first_name: 'Ana' },
    from: { id: 4711, is_bot: false, first_name: 'Ana' },
    text: lines.join('\n'),
  } as const
  const { status } = await chatb.deliver(chatb.update({ message }), {
    url: hub.addressOf('chatb'),
    headers: { 'x-telegram-bot-api-secret-token': 'a-secret-of-ours' },
  })
  assert.equal(status, 200)
}

test('in a chat with one person an answer grows as one draft, which the message replaces [messaging.stream]', async () => {
  await write('/say the *first', '/wait 2500', '/say part* of it', '/wait 2500', '/say and more')
  await until(() => chatb.draftsIn(4711).at(-1)?.text === 'the *first')
  await until(() => chatb.draftsIn(4711).length === 2)
  const drafts = chatb.draftsIn(4711)
  assert.equal(new Set(drafts.map(({ id }) => id)).size, 1)
  await until(() => chatb.sent.length === 1)
  assert.deepEqual(chatb.draftsIn(4711), [])
  assert.match(chatb.sent[0]!.text, /^the \*?first\n ?part\*? of it\nand more$/)
  assert.deepEqual(chatb.refused, [])
})

test('if drafts are not offered or are limited, the answer still arrives, and drafts are not requested repeatedly [messaging.stream.limits]', async () => {
  const draftCalls = () => chatb.calls.filter(({ method }) => method === 'sendMessageDraft').length
  for (const refusal of [
    { code: 429, description: 'Too Many Requests: retry after 6', retryAfter: 6 },
    { code: 404, description: 'Not Found: method not found' },
  ]) {
    const [sent, asked] = [chatb.sent.length, draftCalls()]
    chatb.refuseDrafts(refusal)
    await write('/say one', '/wait 1500', '/say two', '/wait 1500', '/say three')
    await until(() => chatb.sent.length > sent)
    assert.equal(chatb.sent.at(-1)?.text, 'one\ntwo\nthree')
    assert.equal(draftCalls(), asked + 1, refusal.description)
    if (refusal.retryAfter) await pause(refusal.retryAfter * 1000) // the Hub pauses drafts for this time after the refusal
  }
  chatb.refuseDrafts(null)
})

const posts = (channel: WorldChannel) =>
  server
    .postsOf(channel.id)
    .filter(({ user_id: by }) => by === server.bot.id)
    .map(({ message }) => message)

test('in Mattermost a post grows into the answer; of one that is given up nothing stays [messaging.stream] [messaging.stream.end]', async () => {
  const line = server.addChannel('D')
  server.say(ada, line, '/say one word\n/wait 2500\n/say and another')
  await until(() => posts(line).join('|') === 'one word')
  await until(() => posts(line).join('|') === 'one word\nand another')
  const asked = server.say(ada, line, '/say never\n/wait 600000')
  await until(() => posts(line).at(-1) === 'never')
  server.remove(asked)
  await until(() => posts(line).length === 1)
  assert.deepEqual(server.refused, [])
})

test('a post deleted while it grows is sent again; a post with a doubtful start is found [messaging.stream.crash]', async () => {
  const line = server.addChannel('D')
  server.say(ada, line, '/say gone\n/wait 2000\n/say and back')
  await until(() => posts(line).length === 1)
  server.remove(server.postsOf(line.id).at(-1)!)
  await until(() => posts(line).join('|') === 'gone\nand back')
  server.faults.push({ on: 'POST posts', does: 'close after' })
  server.say(ada, line, '/say begun in\n/wait 2500\n/say the dark')
  await until(() => posts(line).at(-1) === 'begun in\nthe dark')
  assert.equal(posts(line).length, 2)
})

test('a Hub that is killed while a post grows makes it the answer [messaging.stream.crash]', async () => {
  const line = server.addChannel('D')
  server.say(ada, line, '/say here today\n/wait 2500\n/say and tomorrow')
  await until(() => posts(line).length === 1)
  await hub.killAndRestart()
  await until(() => posts(line).join('|') === 'here today\nand tomorrow')
})
