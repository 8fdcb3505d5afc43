import assert from 'node:assert/strict'
import { test } from 'node:test'
import { standardAnswer } from './token-endpoint.ts'

const FORM = 'application/x-www-form-urlencoded; charset=utf-8'

const read = async (body: string, init: { status?: number; type?: string; challenge?: string } = {}) => {
  const { status = 200, type = 'application/json', challenge } = init
  const headers = { 'content-type': type, ...(challenge && { 'www-authenticate': challenge }) }
  const answer = await standardAnswer(new Response(body, { status, headers }))
  return [answer.status, answer.headers.has('www-authenticate'), await answer.text()]
}

test('an error counts with any status and content type [integrations.odd-answers]', async () => {
  const bad = [400, false, '{"error":"bad_refresh_token"}']
  assert.deepEqual(await read('{"error":"bad_refresh_token","error_uri":"https://x.test"}'), bad)
  assert.deepEqual(await read('error=bad_refresh_token&error_description=', { type: FORM }), bad)
  assert.deepEqual(await read('{"error":"bad_refresh_token"}', { status: 403 }), bad)
  const client = [400, false, '{"error":"invalid_client"}']
  assert.deepEqual(
    await read('{"error":"invalid_client"}', { status: 401, challenge: 'Basic realm="x"' }),
    client,
  )
  assert.deepEqual(await read('<h1>No</h1>', { status: 401, type: 'text/html', challenge: 'Basic' }), client)
})

test('a token response with empty or null fields counts as without them [integrations.odd-answers]', async () => {
  const body = '{"access_token":"a","refresh_token":null,"expires_in":null,"id_token":"","scope":""}'
  assert.deepEqual(await read(body), [200, false, '{"access_token":"a","scope":"","token_type":"Bearer"}'])
})

test('scopes as a list, times as texts and a token without a type are read [integrations.odd-answers]', async () => {
  const json = async (body: string) => JSON.parse((await read(body))[2] as string) as unknown
  assert.deepEqual(await json('{"access_token":"a","token_type":"bearer","scope":["read","write"]}'), {
    access_token: 'a',
    token_type: 'bearer',
    scope: 'read write',
  })
  assert.deepEqual(await json('{"access_token":"a","scope":[],"expires_in":"3600"}'), {
    access_token: 'a',
    scope: '',
    expires_in: 3600,
    token_type: 'Bearer',
  })
  assert.deepEqual(await json('{"scope":"a"}'), { scope: 'a' })
  assert.deepEqual(await read('{"error":"not_allowed","error_description":"Offline tokens not allowed"}'), [
    400,
    false,
    '{"error":"not_allowed","error_description":"Offline tokens not allowed"}',
  ])
})

test('a form is read like JSON, and an unreadable body stays unchanged [integrations.odd-answers]', async () => {
  assert.deepEqual(await read('access_token=a&token_type=bearer&expires_in=60', { type: FORM }), [
    200,
    false,
    '{"access_token":"a","token_type":"bearer","expires_in":60}',
  ])
  for (const type of ['text/plain', 'text/javascript; charset=utf-8', 'application/octet-stream'])
    assert.deepEqual(await read('\uFEFF{"access_token":"a","token_type":"bearer"}', { type }), [
      200,
      false,
      '{"access_token":"a","token_type":"bearer"}',
    ])
  for (const body of ['', '{', '[]', 'null', '7']) assert.deepEqual(await read(body), [200, false, body])
  assert.deepEqual(await read('{"error":"x"}', { status: 500 }), [500, false, '{"error":"x"}'])
  assert.deepEqual(await read('<b>', { type: 'text/html' }), [200, false, '<b>'])
})
