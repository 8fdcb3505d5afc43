import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { UpstreamAnswer } from '../support/upstream-answer.ts'
import type { Client } from './client.ts'
import { ask, finished, signalled } from './page.ts'
import { startRecordingAgent, type RecordingAgent } from './recording-agent.ts'
import { startTestChatapp, type StartedChatapp } from './started-chatapp.ts'

const LONG =
  'I have a balcony that faces north and four pots, and I would like to grow something one can eat.'
const FIRST_WORDS = 'I have a balcony that faces north and four pots, and I would'

let chat: StartedChatapp
let ann: Client

before(async () => {
  chat = await startTestChatapp({ after })
  ann = await chat.signUp('Ann')
})

const titled = (title: unknown) => (answer: UpstreamAnswer) => {
  answer.text('Try beans.')
  answer.raw(
    `data: ${JSON.stringify({ choices: [{ index: 0, delta: {} }], svc: { type: 'title', title } })}\n\n`,
  )
  answer.finish('stop')
  answer.done()
}

const begin = async (content: string, model = 'garden') => {
  const asked = await ask(ann, { model, user_message: { content } })
  await finished(ann, asked)
  return asked
}

const wanted = ({ completions }: RecordingAgent) => completions.at(-1)!.headers['x-svc-wants']

const titleOf = async (chatId: string): Promise<string> =>
  (await ann.get(`/api/v1/chats/${chatId}`)).json.title

const found = async (text: string): Promise<string[]> =>
  (await ann.get(`/api/v1/chats/search?text=${encodeURIComponent(text)}`)).json.map(
    ({ id }: { id: string }) => id,
  )

test('a chat that begins with a long message gets its agent’s title, and is found by it [chatapp.titles]', async () => {
  chat.agent.script(titled('Vegetables for a shady balcony'))
  const { chatId } = await begin(LONG)
  assert.equal(wanted(chat.agent), 'title')
  assert.equal(await titleOf(chatId), 'Vegetables for a shady balcony')
  assert.deepEqual(await found('shady'), [chatId])
})

test('a short message is its own title, and a chat gets a title only once [chatapp.titles]', async () => {
  chat.agent.script(titled('Never asked for'), titled('Never asked for either'))
  const { chatId, answerId } = await begin('What grows in May?')
  assert.equal(wanted(chat.agent), undefined)
  await finished(
    ann,
    await ask(ann, { chat_id: chatId, parent_id: answerId, user_message: { content: LONG } }),
  )
  assert.equal(wanted(chat.agent), undefined)
  assert.equal(await titleOf(chatId), 'What grows in May?')
})

test('a person’s own name for a chat stays [chatapp.titles]', async () => {
  const renamed = signalled()
  chat.agent.script(async (answer) => {
    await renamed.promise
    titled('Too late')(answer)
  })
  const asked = await ask(ann, { user_message: { content: LONG } })
  assert.equal(await titleOf(asked.chatId), FIRST_WORDS)
  await ann.post(`/api/v1/chats/${asked.chatId}/update`, { title: 'Balcony' })
  renamed.resolve()
  await finished(ann, asked)
  assert.equal(await titleOf(asked.chatId), 'Balcony')
  assert.deepEqual(await found('late'), [])
})

test('without a valid title, the first words are the title; a long title is cut [chatapp.titles]', async () => {
  for (const [title, expected] of [
    [undefined, FIRST_WORDS],
    [42, FIRST_WORDS],
    ['  \n ', FIRST_WORDS],
    ['Two\nlines', 'Two lines'],
    ['word '.repeat(20), 'word '.repeat(12).trim()],
  ] as const) {
    chat.agent.script(titled(title))
    const { chatId } = await begin(LONG)
    assert.equal(await titleOf(chatId), expected)
  }
})

test('a model that is no Hub is asked for none, nor is any where titles are off [chatapp.titles]', async (t) => {
  await using other = await startRecordingAgent()
  other.offer([{ id: 'plain' }])
  await ann.post('/openai/config/update', {
    OPENAI_API_BASE_URLS: [other.url],
    OPENAI_API_KEYS: ['k'],
    OPENAI_API_CONFIGS: {},
  })
  await begin(LONG, 'plain')
  assert.equal(wanted(other), undefined)

  const off = await startTestChatapp(t, { agentTitles: false })
  const bob = await off.signUp('Bob')
  await finished(bob, await ask(bob, { user_message: { content: LONG } }))
  assert.equal(wanted(off.agent), undefined)
})
