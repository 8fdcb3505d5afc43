import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runHub } from '../support/running-hub.ts'

const MB = 1024 * 1024

/** Addresses that read a body before anybody has signed in, and how many bytes they take at most. */
const OPEN = {
  '/api/v1/auths/signin': MB,
  '/portal/p/open': MB,
  '/webhooks/garden-team/webhook': 26 * MB,
}

test('whoever sends too much hears that through the edge, and not that something broke [journey.too-large]', async () => {
  await using hub = await runHub({
    options: ['--webhook'],
    environment: { WEBHOOK_INBOUND_SECRET: 'w'.repeat(32) },
  })
  for (const [path, most] of Object.entries(OPEN)) {
    const response = await fetch(hub.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: ' '.repeat(most + 8 * MB),
    })
    assert.ok([403, 413].includes(response.status), `${path}: ${response.status} ${await response.text()}`)
  }
})
