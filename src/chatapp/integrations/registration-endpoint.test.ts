import assert from 'node:assert/strict'
import { test } from 'node:test'
import { standardRegistration } from './registration-endpoint.ts'

const read = async (body: unknown, { status = 201, method = 'client_secret_post' } = {}) => {
  const answer = await standardRegistration(Response.json(body, { status }), method)
  return [answer.status, await answer.json()]
}

const secret = (expiresAt: unknown) => ({
  client_id: 'a',
  client_secret: 's',
  client_secret_expires_at: expiresAt,
  token_endpoint_auth_method: 'client_secret_post',
})

test('a registration without an end of its secret has one that does not expire [integrations.odd-answers]', async () => {
  for (const end of [undefined, null, '', 'never', 0, -1, false])
    assert.deepEqual(await read(secret(end)), [201, secret(0)], String(end))
  assert.deepEqual(await read(secret(1_800_000_000)), [201, secret(1_800_000_000)])
  assert.deepEqual(await read(secret('1800000000')), [201, secret(1_800_000_000)])
  assert.deepEqual(await read(secret(0), { status: 200 }), [201, secret(0)])
})

test('a registration that names no way to authenticate has the requested one [integrations.odd-answers]', async () => {
  const { token_endpoint_auth_method: _, ...unnamed } = secret(0)
  assert.deepEqual(await read(unnamed), [201, secret(0)])
  assert.deepEqual(await read({ ...unnamed, token_endpoint_auth_method: 'client_secret_basic' }), [
    201,
    { ...unnamed, token_endpoint_auth_method: 'client_secret_basic' },
  ])
  for (const none of [undefined, null, ''])
    assert.deepEqual(await read({ client_id: 'a', client_secret: none, client_secret_expires_at: 7 }), [
      201,
      { client_id: 'a', token_endpoint_auth_method: 'none' },
    ])
})

test('an answer that registers nothing stays as it is [integrations.odd-answers]', async () => {
  assert.deepEqual(await read({ error: 'invalid_redirect_uri' }, { status: 400 }), [
    400,
    { error: 'invalid_redirect_uri' },
  ])
  assert.deepEqual(await read({ client_id: 7 }), [201, { client_id: 7 }])
  assert.deepEqual(await read(secret(0), { status: 202 }), [202, secret(0)])
  const page = await standardRegistration(new Response('<h1>No</h1>', { status: 200 }), 'none')
  assert.equal(await page.text(), '<h1>No</h1>')
})
