import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { onTheLine } from '../support/raw-answer.ts'
import { ask } from './ask.ts'
import { startCast } from './cast.ts'

const hub = await startCast({ after })
const { dan, pat } = hub

const asked = (path: string, encoding: string) =>
  onTheLine(`${hub.url}/portal/api${path}`, {
    headers: { cookie: `token=${dan.token}`, 'accept-encoding': encoding },
  })

test('a long list of records is compressed, and a short one is not [console.compressed]', async () => {
  const short = await asked('/audit', 'br')
  assert.ok(short.body.length < 1024)
  assert.equal(short.headers['content-encoding'], undefined)
  for (let call = 0; call < 8; call++) await ask(hub, pat.email, '/tool send_reminder {}')
  const plain = await asked('/audit', 'identity')
  assert.equal(plain.headers['content-encoding'], undefined)
  assert.equal(plain.headers.vary, 'accept-encoding')
  assert.equal(JSON.parse(String(plain.body)).items.length, 8)
  for (const [accepted, encoding, open] of [
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ] as const) {
    const { headers, body } = await asked('/audit', accepted)
    assert.equal(headers['content-encoding'], encoding)
    assert.equal(headers.vary, 'accept-encoding')
    assert.deepEqual(JSON.parse(String(open(body))), JSON.parse(String(plain.body)))
    assert.ok(body.length < plain.body.length / 2, `${body.length} of ${plain.body.length} bytes`)
  }
})

test('responses that may contain a key, and files to download, are not compressed [console.compressed]', async () => {
  const access = await asked('/access?hub=garden', 'br')
  assert.ok(access.body.length > 1024)
  assert.equal(access.headers['content-encoding'], undefined)
  const file = await asked('/audit?hub=garden&format=csv', 'br')
  assert.match(String(file.headers['content-type']), /^text\/csv/)
  assert.equal(file.headers['content-encoding'], undefined)
})
