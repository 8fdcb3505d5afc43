import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { eventFile } from './event-file.ts'
import { summaryOf } from './event-summary.ts'
import { jsonStart } from './json-start.ts'

interface Settings {
  query?: [string, string][]
  type?: string
  cut?: number
  secret?: string | null
  headers?: Record<string, string>
}

const summary = (
  body: unknown,
  { query = [], type = 'application/json', cut = Infinity, secret = null, headers }: Settings = {},
) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const delivery = {
    id: null,
    query,
    contentType: type,
    body: Buffer.from(text),
    ...(headers && { headers }),
  }
  const { type: what, title } = summaryOf(eventFile('webhook', 0, delivery).toString().slice(0, cut), secret)
  return [what, title]
}

test('a summary uses the sender’s event kind and subject [inbox.summary]', () => {
  const pull = { action: 'opened', number: 7, pull_request: { url: 'https://x', title: 'Water the beds' } }
  assert.deepEqual(summary(pull), ['pull_request opened', 'Water the beds'])
  assert.deepEqual(summary(pull, { query: [['kind', 'pr']] }), ['pr opened', 'Water the beds'])
  assert.deepEqual(summary({ id: 1 }, { headers: { 'x-shop-topic': 'orders/paid' } }), [
    'orders/paid',
    'id: 1',
  ])
  assert.deepEqual(
    summary({ object_kind: 'merge_request', object_attributes: { title: 'Rake', action: 'merge' } }),
    ['merge_request merge', 'Rake'],
  )
  assert.deepEqual(
    summary({ ref: 'refs/heads/main', commits: [], head_commit: { message: 'Dig\n\nDeep' } }),
    ['push', 'Dig'],
  )
  assert.deepEqual(
    summary({ type: 'invoice.paid', data: { object: { id: 'in_1', description: 'Seeds' } } }),
    ['invoice.paid', 'Seeds'],
  )
  assert.deepEqual(summary({ type: 'event_callback', event: { type: 'app_mention', text: 'hello' } }), [
    'app_mention',
    'hello',
  ])
  assert.deepEqual(summary({ webhookEvent: 'jira:issue_updated', issue: { fields: { summary: 'Slugs' } } }), [
    'jira:issue_updated',
    'Slugs',
  ])
  const form = `payload=${encodeURIComponent(JSON.stringify({ type: 'block_actions', message: { text: 'Pick' } }))}`
  assert.deepEqual(summary(form, { type: 'application/x-www-form-urlencoded' }), ['block_actions', 'Pick'])
})

test('without a title field, the summary shows the first values with their names [inbox.summary]', () => {
  assert.deepEqual(summary({ order: 4711, paid: true, items: [1], note: 'soon', more: 1 }), [
    null,
    'order: 4711 · paid: true · note: soon',
  ])
  for (const odd of ['', 'plain text', '[]', '{}', 'null', '7', '{"title":{"title":"  "}}'])
    assert.deepEqual(summary(odd), [null, null], odd)
})

test('the beginning of a large event is enough, and no secret is in it [inbox.summary]', () => {
  const large = { action: 'opened', issue: { title: 'Snails, "again"' }, rest: 'x'.repeat(9000) }
  assert.deepEqual(summary(large, { cut: 4096 }), ['issue opened', 'Snails, "again"'])
  assert.deepEqual(summary({ title: 'pass sesame on' }, { secret: 'sesame' }), [null, 'pass ••• on'])
})

test('complete values at the beginning of a JSON text are read [inbox.summary]', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 4 })), fc.nat(), (value, at) => {
      const text = JSON.stringify(value)
      const cut = text.slice(0, 1 + (at % text.length))
      const read = jsonStart(cut) as Record<string, unknown>
      assert.equal(typeof read, 'object')
      for (const key of Object.keys(read).slice(0, -1)) assert.deepEqual(read[key], JSON.parse(text)[key])
      if (cut === text) assert.deepEqual(read, JSON.parse(text))
    }),
  )
})
