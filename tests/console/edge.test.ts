import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CONSOLE_PASSWORD, requestsWith } from '../support/console.ts'
import { runHub } from '../support/running-hub.ts'
import { refusal } from './cast.ts'

test('through the edge the Console is same-origin with the web chat, and with nothing else [console.same-origin]', async () => {
  await using hub = await runHub()
  const signedUp = await fetch(`${hub.url}/api/v1/auths/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: hub.url },
    body: JSON.stringify({ name: 'Ann', email: 'ann@example.com', password: CONSOLE_PASSWORD }),
  })
  const [cookie] = signedUp.headers.getSetCookie()[0]!.split(';')
  const from = (headers: Record<string, string>) =>
    requestsWith(hub.url, () => ({ cookie: cookie!, ...headers }))
  const change = { subject: 'pat@example.com', hub: 'garden-team', permission: 'use_hub' }
  assert.equal((await from({}).get('/me')).json.is_organization_admin, true)
  assert.equal((await from({ origin: hub.url }).post('/access/grant', change)).status, 200)
  const foreign: Record<string, string>[] = [
    { origin: 'https://elsewhere.example' },
    {
      origin: 'https://elsewhere.example',
      'x-forwarded-host': 'elsewhere.example',
      'x-forwarded-proto': 'https',
    },
  ]
  for (const headers of foreign)
    assert.deepEqual(refusal(await from(headers).post('/access/grant', change)), [403, 'cross_origin'])
  const page = await fetch(`${hub.url}/portal`, { redirect: 'manual' })
  assert.equal(page.headers.get('location'), '/portal/')
})
