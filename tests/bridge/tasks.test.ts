import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readText, saying, startTestBridge } from '../support/bridge.ts'
import { allItems } from '../support/event-lines.ts'
import { says, startUpstream } from '../support/upstream.ts'

const PROMPT = 'How do I plant tomatoes in a small balcony garden?'

const TEMPLATE = (wish: string) =>
  `### Task:\n${wish}\n### Output:\nJSON format\n### Chat History:\n<chat_history>\nUSER: ${PROMPT}\nASSISTANT: In pots.\n</chat_history>`

/** The form in which Open WebUI sends a message with the texts of files. */
const WITH_FILES = `### Task:
Answer the question with the context, and name the sources.

<context>
<source id="1" name="shed.json">{ "title": "Shed", "tags": ["tools"], "text": "A shed with an emoji." }</source>
</context>

What is in the shed?`

const WITHOUT_HEADING: [string, RegExp][] = [
  [
    "Your task is to reflect the speaker's likely facial expression through a fitting emoji. Message: ```hello```",
    /^\p{Emoji}$/u,
  ],
]

const WISHES: [string, string, unknown][] = [
  ['title_generation', '{ "title": "…" }', { title: 'How do I plant tomatoes in…' }],
  ['tags_generation', '{ "tags": ["…"] }', { tags: ['tomatoes', 'balcony', 'garden'] }],
  ['follow_up_generation', '{ "follow_ups": ["…"] }', { follow_ups: [] }],
  ['query_generation', '{ "queries": ["…"] }', { queries: [PROMPT] }],
  ['image_prompt_generation', '{ "prompt": "…" }', { prompt: PROMPT }],
  ['autocomplete_generation', '{ "text": "…" }', { text: '' }],
]

test('jobs of a web chat are answered in the form they ask for, by header or by shape, without a turn [bridge.tasks]', async (t) => {
  const bridge = await startTestBridge(t)
  for (const [task, wish, expected] of WISHES) {
    const byHeader = await bridge.complete(saying(TEMPLATE('Do your job.')), { 'x-svc-task': task })
    assert.deepEqual(JSON.parse(await readText(byHeader)), expected, `${task} by header`)
    const byShape = await bridge.complete(saying(TEMPLATE(wish), { stream: false, max_tokens: 1000 }))
    assert.deepEqual(JSON.parse(await readText(byShape)), expected, `${task} by shape`)
  }
  const emoji = await bridge.complete(saying(PROMPT), { 'x-svc-task': 'emoji_generation' })
  assert.match(await readText(emoji), /^\p{Emoji}$/u)
  const unknown = await bridge.complete(saying(PROMPT), { 'x-svc-task': 'poem_generation' })
  assert.deepEqual(JSON.parse(await readText(unknown)), { title: 'How do I plant tomatoes in…' })
  for (const [text, answer] of WITHOUT_HEADING)
    for (const stream of [false, true]) {
      const response = await bridge.complete(saying(text, { stream }))
      if (!stream) assert.match(await readText(response), answer)
      else await response.text()
    }
  const unfilled = await bridge.complete(saying('/say hi'), { 'x-svc-task': '{{TASK}}' })
  assert.match(await readText(unfilled), /hi/)
  assert.equal((await bridge.chatPaths()).length > 0, true, 'a placeholder that was not filled in is a chat')
})

const ANSWERS =
  'You have been provided with a set of responses from various models to the latest user query: "Which soil?" Responses from models: "Loam." "Peat."'

test('responses are merged by a model call without tools, which stores nothing [bridge.tasks]', async (t) => {
  const upstream = await startUpstream()
  t.after(() => upstream[Symbol.asyncDispose]())
  upstream.otherwise(says('Mix loam with peat.'))
  const bridge = await startTestBridge(t, {
    environment: { SVC_MODEL: 'compatible/test', SVC_MODEL_BASE_URL: upstream.url },
  })
  const merge = { 'x-svc-task': 'moa_response_generation' }
  for (const [text, headers] of [
    [ANSWERS, {}],
    ['Merge these.', merge],
  ] as const) {
    assert.equal(await readText(await bridge.complete(saying(text), headers)), 'Mix loam with peat.')
    const items = await allItems(await bridge.complete(saying(text, { stream: true }), headers))
    assert.match(JSON.stringify(items), /peat/)
    assert.deepEqual(items.at(-1), { done: true })
  }
  assert.equal(upstream.requests.length, 4)
  for (const { body } of upstream.requests) assert.equal(body.tools, undefined)
  assert.match(JSON.stringify(upstream.requests[0]!.body.messages), /Which soil/)
  assert.equal((await bridge.complete(saying(' '), merge)).status, 400)
  assert.deepEqual([await bridge.chatPaths(), await bridge.history()], [[], []])
})

test('a job may ask for a stream [bridge.tasks]', async (t) => {
  const bridge = await startTestBridge(t)
  const response = await bridge.complete(saying(PROMPT, { stream: true }), {
    'x-svc-task': 'title_generation',
  })
  const items = await allItems(response)
  assert.deepEqual(items.at(-1), { done: true })
  assert.match(JSON.stringify(items), /How do I plant tomatoes/)
  assert.deepEqual(await bridge.chatPaths(), [])
})

test('a person who writes like a job still gets a turn [bridge.tasks]', async (t) => {
  const bridge = await startTestBridge(t)
  const turns = [
    bridge.complete(saying('### Task: water the plants', { stream: true })),
    bridge.complete({
      messages: [
        { role: 'system', content: 'x' },
        { role: 'user', content: '### Task: dig' },
      ],
    }),
    bridge.complete(saying('Please: ### Task: sow')),
    bridge.complete(saying('### Task: write a "title" for my shed')),
    bridge.complete(saying(WITH_FILES)),
    bridge.complete(
      saying(WITH_FILES.replace('</context>', '<chat_history>USER: hi</chat_history></context>')),
    ),
    bridge.complete(saying('/say hi'), { 'x-svc-task': '' }),
  ]
  for (const response of await Promise.all(turns)) await response.text()
  assert.equal((await bridge.history()).length, turns.length)
})
