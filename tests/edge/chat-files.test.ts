import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signUp } from '../support/console-person.ts'
import { runHub, secretsOf } from '../support/running-hub.ts'

test('on a managed Hub a bridge key alone uploads at the bridge and fetches through the edge [edge.chat-files]', async () => {
  await using hub = await runHub({ environment: { BRIDGE_API_KEYS: 'a-key-of-ours,svc-local-bridge-key' } })
  const { bridgeKey } = await secretsOf(hub)
  const withKey = (key: string, headers = {}) => ({ headers: { authorization: `Bearer ${key}`, ...headers } })
  const upload = (base: string, key: string) =>
    fetch(`${base}/uploads/plans/a.txt`, { method: 'POST', body: 'hello', ...withKey(key) })

  const uploaded = await upload(hub.bridge, 'a-key-of-ours')
  assert.deepEqual(await uploaded.json(), { chat_id: 'plans', filename: 'a.txt', size: 5 })
  for (const key of ['a-key-of-ours', bridgeKey]) {
    const fetched = await fetch(`${hub.url}/artifacts/plans/a.txt`, withKey(key))
    assert.equal(await fetched.text(), 'hello')
  }
  const named = withKey(bridgeKey, { 'x-chatapp-user-email': 'eve@example.com' })
  assert.equal((await fetch(`${hub.url}/artifacts/plans/a.txt`, named)).status, 200)
  assert.equal((await fetch(`${hub.bridge}/artifacts/plans/a.txt`, named)).status, 403)
  for (const key of ['svc-local-bridge-key', 'wrong'])
    assert.equal((await fetch(`${hub.url}/artifacts/plans/a.txt`, withKey(key))).status, 401)
  assert.ok((await upload(hub.url, bridgeKey)).status >= 400)

  const account = { name: 'Ann', email: 'ann@example.com', password: 'correct horse battery' }
  await signUp(hub.url, account)
  const asked = {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${bridgeKey}`,
      'x-chatapp-user-email': account.email,
    },
    body: JSON.stringify({ model: 'any', messages: [{ role: 'user', content: 'hello' }] }),
  }
  const completed = await fetch(`${hub.bridge}/v1/chat/completions`, asked)
  assert.notEqual(completed.status, 403, await completed.text())
})
