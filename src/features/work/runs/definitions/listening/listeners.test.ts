import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeProblem } from '#ground/hub/hub.ts'
import type { Definition } from '../definition.ts'
import { EventCondition } from './event-condition.ts'
import { listenerFor, listenerProblems, listenersOf } from './listeners.ts'

const listener = (
  workflow: string,
  when: string | null = null,
  more: Partial<Definition> = {},
): Definition => ({
  workflow,
  name: workflow,
  description: '',
  file: `${workflow}.file`,
  trigger: {
    kind: 'webhook',
    name: 'github',
    when: when === null ? null : EventCondition.parse(when),
    place: { line: 2, column: 13 },
  },
  runAs: 'ann@example.org',
  enabled: true,
  missed: 'skip',
  inputs: [],
  namedTools: [],
  deliver: [],
  ...more,
})
const ownerOf = (definitions: readonly Definition[], event: Record<string, unknown> | null) =>
  listenerFor(listenersOf(definitions, 'github'), event)?.workflow ?? null

test('an event goes to the first listener, by name, that wants it [listen.first]', () => {
  const all = [
    listener('triage', "event.body.action == 'opened' or event.body.action == 'closed'"),
    listener('md:archive', "event.body.action == 'closed'"),
    listener('elsewhere', 'true', { trigger: { kind: 'manual' } }),
  ]
  assert.equal(ownerOf(all, { body: { action: 'opened' } }), 'triage')
  assert.equal(ownerOf(all, { body: { action: 'closed' } }), 'md:archive')
  assert.equal(ownerOf(all, { body: { action: 'edited' } }), null)
})

test('a missing value makes a condition false, and causes no error [listen.missing]', () => {
  const all = [listener('a', "event.body.deep.er[0].x == 'y'")]
  for (const event of [
    {},
    { body: null },
    { body: 'text' },
    { body: { deep: [] } },
    { body: { deep: { er: [{ x: 1 }] } } },
    null,
  ])
    assert.equal(ownerOf(all, event), null)
  assert.equal(ownerOf([listener('a', 'not event.body.action')], {}), 'a')
  assert.equal(ownerOf([listener('a', 'event.body.__proto__')], { body: {} }), null)
  assert.equal(ownerOf([listener('a')], null), 'a', 'without a condition everything is wanted')
})

test('a disabled listener keeps the events that no other listener wants [listen.disabled]', () => {
  const all = [listener('a', null, { enabled: false }), listener('b', 'event.query.kind')]
  assert.equal(ownerOf(all, { query: { kind: 'x' } }), 'b')
  assert.equal(ownerOf(all, { query: {} }), 'a')
})

test('several without conditions are problems of their files, placed [listen.several]', () => {
  assert.deepEqual(listenerProblems([listener('a')]), [])
  assert.deepEqual(listenerProblems([listener('a', 'true'), listener('b', 'true')]), [])
  assert.deepEqual(
    listenerProblems([listener('a'), listener('b', 'true'), listener('c', null, { enabled: false })]).map(
      describeProblem,
    ),
    [
      'a.file:2:13: on_webhook: b.file listens to “github” too; add `when` to each, so that every event has one handler',
    ],
  )
})

test('a condition reads the fields of a form, and the JSON of GitHub’s payload; the body as a whole stays text [listen.forms]', () => {
  const wanted = (when: string, body: string, type = 'application/x-www-form-urlencoded; charset=utf-8') =>
    ownerOf([listener('w', when)], { content_type: type, body }) === 'w'
  const sms = 'From=%2B4912&Body=STOP+now'
  assert.ok(wanted("event.body.Body == 'STOP now' and event.body.From == '+4912'", sms))
  assert.ok(!wanted("event.body.Body == 'STOP now'", sms, 'text/plain'))
  assert.ok(wanted("contains(event.body, 'Body=STOP')", sms))
  const payload = (json: string) => `payload=${encodeURIComponent(json)}`
  assert.ok(wanted("event.body.action == 'opened'", payload('{"action":"opened"}')))
  assert.ok(wanted("event.body.payload == 'no json'", payload('no json')))
  assert.ok(!wanted('event.body.__proto__.x == 1', sms))
})

test('a condition reads the attributes of a CloudEvent', () => {
  const all = [listener('w', "event.ce.type == 'opened'")]
  assert.equal(ownerOf(all, { ce: { type: 'opened' }, body: {} }), 'w')
  assert.equal(ownerOf(all, { body: {} }), null)
})
