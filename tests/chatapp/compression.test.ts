import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { onTheLine } from '../support/raw-answer.ts'
import { PASSWORD, startTestChatapp } from './started-chatapp.ts'

const asked = (url: string, token: string, encoding?: string, method?: string) =>
  onTheLine(url, {
    headers: { authorization: `Bearer ${token}`, ...(encoding && { 'accept-encoding': encoding }) },
    ...(method && { method }),
  })

describe('answers', () => {
  test('are compressed as the client accepts if they carry chats [chatapp.compressed]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const form = { email: 'ann@example.com', password: PASSWORD }
    const { token } = (await ann.post('/api/v1/auths/signin', form)).json
    const content = 'Grüße aus dem Garten. '.repeat(500)
    const store = (title: string, text: string) =>
      ann.post('/api/v1/chats/new', {
        chat: { title, history: { messages: { m1: { role: 'user', content: text } } } },
      })
    const long = `${chat.url}/api/v1/chats/${(await store('Long', content)).json.id}`
    const short = `${chat.url}/api/v1/chats/${(await store('Short', 'Hi')).json.id}`

    const plain = await asked(long, token)
    assert.equal(plain.headers['content-encoding'], undefined)
    assert.equal(plain.headers.vary, 'accept-encoding')
    for (const [accepted, encoding, open] of [
      ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
    ] as const) {
      const { headers, body } = await asked(long, token, accepted)
      assert.equal(headers['content-encoding'], encoding)
      assert.equal(headers.vary, 'accept-encoding')
      assert.deepEqual(open(body), plain.body)
      assert.ok(body.length < plain.body.length / 10, `${body.length} of ${plain.body.length} bytes`)
    }
    assert.equal((await asked(long, token, 'br;q=0, identity')).headers['content-encoding'], undefined)
    assert.equal((await asked(short, token, 'br')).headers['content-encoding'], undefined)
    assert.equal((await asked(long, token, 'br', 'HEAD')).body.length, 0)
    await ann.post('/api/v1/groups/create', { name: 'Gardeners', description: 'They dig. '.repeat(90) })
    await ann.post('/api/v1/groups/create', { name: 'Florists', description: 'They bind. '.repeat(90) })
    const elsewhere = await asked(`${chat.url}/api/v1/groups/`, token, 'br')
    assert.ok(elsewhere.body.length > 1024)
    assert.equal(elsewhere.headers['content-encoding'], undefined)
  })
})
