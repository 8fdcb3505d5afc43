import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { apply } from '#features/messaging/receive/apply.ts'
import { MessagesPage } from '#features/messaging/schema.ts'
import { startTestConsole } from '../support/console.ts'
import { refusal } from './cast.ts'

const { admin, store } = await startTestConsole({ after })
const NOON = Date.parse('2026-03-01T12:00:00Z')

for (const hour of [0, 1, 2])
  await store.transaction((tx) =>
    apply(
      tx,
      { hub: 'garden', channel: 'chatb', arrival: `${hour}`, now: NOON + hour * 3_600_000 },
      {
        kind: 'message',
        id: `${hour}`,
        conversation: { id: '55', kind: 'private', name: null },
        sender: { handles: ['55'], name: 'Ada' },
        at: NOON + hour * 3_600_000,
        text: `hour ${hour}`,
        media: [],
        replyTo: null,
        isAddressed: true,
      },
    ),
  )

const found = async (query: string) => {
  const { json, status, text } = await admin.get(`/messages?hub=garden${query}`)
  assert.equal(status, 200, text)
  const { items, total } = MessagesPage.parse(json)
  assert.equal(total, items.length)
  return items.map(({ preview }) => preview)
}

test('messages are found by when they came, from a time on and before another [messaging.span]', async () => {
  const [noon, one, two] = ['2026-03-01T12:00:00Z', '2026-03-01T13:00:00Z', '2026-03-01T14:00:00Z']
  assert.deepEqual(await found(''), ['hour 2', 'hour 1', 'hour 0'])
  assert.deepEqual(await found(`&since=${one}`), ['hour 2', 'hour 1'])
  assert.deepEqual(await found(`&until=${one}`), ['hour 0'])
  assert.deepEqual(await found(`&since=${noon}&until=${two}&state=received&search=HOUR%201`), ['hour 1'])
  assert.deepEqual(await found(`&since=${one}&until=${one}`), [])
})

test('a span that ends before it begins is refused [messaging.span]', async () => {
  const answer = await admin.get('/messages?hub=garden&since=2026-03-02T00:00:00Z&until=2026-03-01T00:00:00Z')
  assert.deepEqual(refusal(answer), [400, 'invalid'])
  assert.match(answer.json.detail, /before `until`/)
})
