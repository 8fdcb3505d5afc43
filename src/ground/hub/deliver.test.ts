import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { CHANNELS } from './channels.ts'
import { DeliverKey } from './deliver.ts'
import { parseYamlWithPositions } from './yaml-positions.ts'

const OPTIONS = Object.values(CHANNELS).map(({ option }) => option)

const read = (deliver: string) => {
  const parsed = parseYamlWithPositions(z.strictObject({ deliver: DeliverKey }), `deliver: ${deliver}\n`, 1)
  return parsed.ok ? parsed.value.deliver : parsed.refusal.map(({ message }) => message)
}

test('`deliver` is one target or a list of them [deliver.file]', () => {
  assert.deepEqual(read('{ chat: Ann@Example.com }'), [
    { target: { kind: 'chat', email: 'ann@example.com' }, on: 'always' },
  ])
  assert.deepEqual(read('[{ channel: chat-b, to: -1001, on: failure }, { channel: team-chat, to: C01 }]'), [
    { target: { kind: 'channel', channel: 'chatb', to: '-1001' }, on: 'failure' },
    { target: { kind: 'channel', channel: 'teamchat', to: 'C01' }, on: 'always' },
  ])
  assert.deepEqual(read('{ webhook: https://a.example/x?y=1, secret: HOOK_SECRET, on: success }'), [
    { target: { kind: 'webhook', url: 'https://a.example/x?y=1', secret: 'HOOK_SECRET' }, on: 'success' },
  ])
  assert.equal(read(''), null)
  assert.deepEqual(read('[]'), [])
})

for (const [deliver, problem] of [
  ['ann@example.com', /expected \{ chat \}, \{ channel, to \} or \{ webhook, secret \}/],
  ['{}', /expected one of chat, channel, webhook, found none/],
  ['{ chat: a@b.c, webhook: https://a.example, secret: S }', /found chat and webhook/],
  ['{ chat: ann }', /expected an e-mail address/],
  ['{ chat: a@b.c, to: x }', /only an entry with channel has to/],
  ['{ chat: a@b.c, secret: S }', /only an entry with webhook has secret/],
  ['{ channel: chat-a }', /lacks `to`/],
  ['{ channel: pigeon, to: x }', new RegExp(`expected one of ${OPTIONS.join(', ')}`)],
  ['{ channel: chat-a, to: "" }', /expected some text/],
  ['{ webhook: https://a.example }', /lacks `secret`/],
  ['{ webhook: ftp://a.example, secret: S }', /expected an address such as https/],
  [
    '{ webhook: https://u:p@a.example, secret: S }',
    /expected an address such as https.*without user name and password/,
  ],
  ['{ webhook: https://a.example, secret: whsec_a/b= }', /expected the name of a variable/],
  ['{ chat: a@b.c, on: never }', /expected success, failure or always/],
  ['{ chat: a@b.c, cc: d@e.f }', /unknown key cc/],
  [`[${'{ chat: a@b.c }, '.repeat(6)}]`, /expected at most 5 targets/],
] as const)
  test(`deliver: ${deliver} is a problem [deliver.file]`, () =>
    assert.match(JSON.stringify(read(deliver)), problem))
