import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SENDER_NAMES } from '#core/inbox/endpoints/senders.ts'
import { pageText } from './blocks.ts'

test('the recipe of known services lists each sender once, in order of services [docs.senders]', () => {
  const rows = pageText('docs/recipes/webhook-senders.md').matchAll(/^\| ([^|`]+), `([a-z-]+)` \|/gm)
  const services = [...rows].map(([, service, sender]) => ({ service: service!, sender: sender! }))
  assert.deepEqual(services.map(({ sender }) => sender).toSorted(), [...SENDER_NAMES].toSorted())
  const names = services.map(({ service }) => service.toLowerCase())
  assert.deepEqual(names, names.toSorted())
})
