import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeProblem } from '#ground/hub/hub.ts'
import type { Definition } from '../definition.ts'
import { EventCondition, receivedEvent } from './event-condition.ts'
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
const ownerOf = async (definitions: readonly Definition[], event: Record<string, unknown> | null) =>
  listenerFor(listenersOf(definitions, 'github'), event && (await receivedEvent(event)))?.workflow ?? null

test('an event goes to the first listener, by name, that wants it [listen.first]', async () => {
  const all = [
    listener('triage', "event.body.action == 'opened' or event.body.action == 'closed'"),
    listener('md:archive', "event.body.action == 'closed'"),
    listener('elsewhere', 'true', { trigger: { kind: 'manual' } }),
  ]
  assert.equal(await ownerOf(all, { body: { action: 'opened' } }), 'triage')
  assert.equal(await ownerOf(all, { body: { action: 'closed' } }), 'md:archive')
  assert.equal(await ownerOf(all, { body: { action: 'edited' } }), null)
})

test('a missing value makes a condition false, and causes no error [listen.missing]', async () => {
  const all = [listener('a', "event.body.deep.er[0].x == 'y'")]
  for (const event of [
    {},
    { body: null },
    { body: 'text' },
    { body: { deep: [] } },
    { body: { deep: { er: [{ x: 1 }] } } },
    null,
  ])
    assert.equal(await ownerOf(all, event), null)
  assert.equal(await ownerOf([listener('a', 'not event.body.action')], {}), 'a')
  assert.equal(await ownerOf([listener('a', 'event.body.__proto__')], { body: {} }), null)
  assert.equal(await ownerOf([listener('a')], null), 'a', 'without a condition everything is wanted')
})

test('a disabled listener keeps the events that no other listener wants [listen.disabled]', async () => {
  const all = [listener('a', null, { enabled: false }), listener('b', 'event.query.kind')]
  assert.equal(await ownerOf(all, { query: { kind: 'x' } }), 'b')
  assert.equal(await ownerOf(all, { query: {} }), 'a')
})

test('several without conditions are problems of their files, placed [listen.several]', async () => {
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

test('a condition reads the fields of a form, and the JSON of GitHub’s payload; the body as a whole stays text [listen.forms]', async () => {
  const wanted = async (
    when: string,
    body: string,
    type = 'application/x-www-form-urlencoded; charset=utf-8',
  ) => (await ownerOf([listener('w', when)], { content_type: type, body })) === 'w'
  const sms = 'From=%2B4912&Body=STOP+now'
  assert.ok(await wanted("event.body.Body == 'STOP now' and event.body.From == '+4912'", sms))
  assert.ok(!(await wanted("event.body.Body == 'STOP now'", sms, 'text/plain')))
  assert.ok(await wanted("contains(event.body, 'Body=STOP')", sms))
  const payload = (json: string) => `payload=${encodeURIComponent(json)}`
  assert.ok(await wanted("event.body.action == 'opened'", payload('{"action":"opened"}')))
  assert.ok(await wanted("event.body.payload == 'no json'", payload('no json')))
  assert.ok(!(await wanted('event.body.__proto__.x == 1', sms)))
})

test('a condition reads the attributes of a CloudEvent', async () => {
  const all = [listener('w', "event.ce.type == 'opened'")]
  assert.equal(await ownerOf(all, { ce: { type: 'opened' }, body: {} }), 'w')
  assert.equal(await ownerOf(all, { body: {} }), null)
})

test('a condition reads the elements and attributes of XML [listen.xml]', async () => {
  const order = `<?xml version="1.0"?>
<o:order xmlns:o="urn:orders" id="7"><o:state>paid</o:state><o:item>rose</o:item><o:item size="2">tulip</o:item></o:order>`
  const wanted = async (when: string, body = order, type = 'application/xml; charset=utf-8') =>
    (await ownerOf([listener('w', when)], { content_type: type, body })) === 'w'
  assert.ok(await wanted("event.body.order['@id'] == '7' and event.body.order.state == 'paid'"))
  assert.ok(await wanted("event.body.order.item[0] == 'rose'"))
  assert.ok(await wanted("event.body.order.item[1]['#text'] == 'tulip'"))
  assert.ok(await wanted("event.body.order.item[1]['@size'] == '2'", order, 'application/vnd.acme+xml'))
  assert.ok(await wanted("contains(event.body, 'urn:orders')"), 'the whole body stays text')
  assert.ok(!(await wanted("event.body.order.state == 'paid'", order, 'text/plain')))
  assert.ok(!(await wanted("event.body.order.state == 'paid'", order.slice(0, -4))), 'broken XML stays text')
  const entities = `<!DOCTYPE order [<!ENTITY e "paid">]><order><state>&e;</state></order>`
  assert.ok(!(await wanted("event.body.order.state == 'paid'", entities)), 'a DTD defines nothing')
  assert.ok(await wanted("event.body.__proto__.x == '1'", '<__proto__><x>1</x></__proto__>'))
  assert.ok(!('x' in {}), 'no prototype is changed')
})

test('a condition reads the headers that the endpoint keeps', async () => {
  const all = [listener('w', "event.headers['x-shopify-topic'] == 'orders/paid'")]
  assert.equal(await ownerOf(all, { headers: { 'x-shopify-topic': 'orders/paid' }, body: {} }), 'w')
  assert.equal(await ownerOf(all, { body: {} }), null)
})
