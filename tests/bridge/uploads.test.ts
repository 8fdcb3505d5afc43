// Runs in a process of its own: it measures the process's memory.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { person, refusalOf, startTestBridge, type TestBridge } from '../support/bridge.ts'
import { bytesKept } from '../support/stored-bytes.ts'
import { openRaw } from '../support/raw-http.ts'

const upload = (
  bridge: TestBridge,
  path: string,
  body: BodyInit | null,
  headers: Record<string, string> = {},
) => bridge.fetch(`/uploads/${path}`, { method: 'POST', body, headers, duplex: 'half' } as RequestInit)

const record = async (response: Response) => {
  assert.equal(response.status, 200)
  return (await response.json()) as { chat_id: string; filename: string; size: number }
}

const read = async (bridge: TestBridge, { chat_id, filename }: { chat_id: string; filename: string }) =>
  bridge.fetch(`/artifacts/${encodeURIComponent(chat_id)}/${encodeURIComponent(filename)}`)

const stream = (...pieces: string[]) => new Blob(pieces).stream()

test('the raw body is the file, and the answer the upload record [bridge.uploads]', async (t) => {
  const bridge = await startTestBridge(t)
  const uploaded = await record(await upload(bridge, 'c1/report%20%C3%A9.txt', 'café'))
  assert.deepEqual(uploaded, { chat_id: 'c1', filename: 'report é.txt', size: 5 })
  assert.equal(await (await read(bridge, uploaded)).text(), 'café')
})

test('an empty body is an empty file, with or without a type [bridge.uploads]', async (t) => {
  const bridge = await startTestBridge(t)
  const untyped = await upload(bridge, 'c1/empty.txt', null)
  assert.deepEqual(await record(untyped), { chat_id: 'c1', filename: 'empty.txt', size: 0 })
  const typed = await upload(bridge, 'c1/none.txt', null, { 'content-type': 'text/plain' })
  assert.equal((await record(typed)).size, 0)
})

test('the type comes from Content-Type, or from the name when that is missing, generic or odd [bridge.uploads]', async (t) => {
  const bridge = await startTestBridge(t)
  const cases = [
    ['a.png', undefined, 'image/png'],
    ['b.png', 'application/octet-stream', 'image/png'],
    ['c.png', 'application/x-www-form-urlencoded', 'image/png'],
    ['d.png', '((odd', 'image/png'],
    ['e.bin', 'image/png', 'image/png'],
    ['f.png', 'Text/Plain; charset=latin1', 'text/plain; charset=utf-8'],
    ['g', 'application/json', 'text/plain; charset=utf-8'],
    ['h.txt', undefined, 'text/plain; charset=utf-8'],
    ['i', undefined, 'application/octet-stream'],
  ] as const
  for (const [name, type, served] of cases) {
    const body = new Blob(['x']) // with a typeless Blob, `fetch` sends no content type
    const uploaded = await record(
      await upload(bridge, `c1/${name}`, body, type ? { 'content-type': type } : {}),
    )
    assert.equal((await read(bridge, uploaded)).headers.get('content-type'), served, name)
  }
})

test('names that could leave the folder or hide are refused [bridge.uploads]', async (t) => {
  const bridge = await startTestBridge(t)
  const names = [
    '..',
    '.',
    '.env',
    '%2e%2e',
    'a%2Fb',
    '..%2F..%2Fx',
    'a%5Cb',
    'a%00b',
    'a%0Ab',
    'x'.repeat(256),
    '%20',
    'CON',
  ]
  for (const name of names) {
    const answer = await rawUpload(bridge, `/uploads/c1/${name}`)
    assert.match(answer, /^HTTP\/1\.1 400 /, name)
    assert.match(answer, /"code":"bad_filename"/, name)
  }
  assert.match(await rawUpload(bridge, '/uploads/c1/a%zz'), /^HTTP\/1\.1 400 /)
  assert.deepEqual(await bridge.chatPaths(), [])
})

test('a chat id may be any text, also in the path [bridge.uploads]', async (t) => {
  const bridge = await startTestBridge(t)
  for (const id of ['../..', 'a/b', 'temporary:1', '日本', 'x'.repeat(300), 'a\0b']) {
    const uploaded = await record(await upload(bridge, `${encodeURIComponent(id)}/a.txt`, id))
    assert.equal(uploaded.chat_id, id)
    assert.equal(await (await read(bridge, uploaded)).text(), id)
  }
})

test('an upload goes to the caller’s own scope [bridge.chat-scope]', async (t) => {
  const bridge = await startTestBridge(t)
  const ann = await record(await upload(bridge, 'plans/a.txt', 'from ann', person('ann@example.com')))
  const bob = await record(await upload(bridge, 'plans/a.txt', 'from bob', person('bob@example.com')))
  assert.equal(ann.chat_id, 'plans')
  assert.match(bob.chat_id, /^plans~[0-9a-f]{8}$/)
  assert.equal(await (await read(bridge, ann)).text(), 'from ann')
  assert.equal(await (await read(bridge, bob)).text(), 'from bob')
})

test('an upload over the limit is refused by its announced length before it is read [bridge.upload-limit]', async (t) => {
  const bridge = await startTestBridge(t, { environment: { SVC_MAX_UPLOAD_BYTES: '1000' } })
  const answer = await rawUpload(bridge, '/uploads/c1/a.txt', 'Content-Length: 1001\r\n')
  assert.match(answer, /^HTTP\/1\.1 413 /)
  assert.match(answer, /"code":"too_large"/)
  assert.deepEqual(await bridge.chatPaths(), [])
})

test('an upload of unknown length is refused once it passes the limit, and leaves nothing [bridge.upload-limit]', async (t) => {
  const bridge = await startTestBridge(t, { environment: { SVC_MAX_UPLOAD_BYTES: '1000' } })
  const refusal = await refusalOf(await upload(bridge, 'c1/a.txt', stream('x'.repeat(600), 'x'.repeat(401))))
  assert.deepEqual([refusal.status, refusal.code], [413, 'too_large'])
  const most = await upload(bridge, 'c1/b.txt', stream('x'.repeat(600), 'x'.repeat(400)))
  assert.equal((await record(most)).size, 1000)
  const files = (await bridge.chatPaths()).filter((path) => !path.endsWith('chat.json'))
  assert.deepEqual(
    files.map((path) => path.slice(-11)),
    ['files/b.txt'],
  )
})

test('the connection of a refused upload closes in order after the rest of the upload [bridge.upload-limit]', async (t) => {
  const bridge = await startTestBridge(t, { environment: { SVC_MAX_UPLOAD_BYTES: '10' } })
  const connection = await openRaw(bridge.port)
  const chunked = `POST /uploads/c1/a.txt HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${bridge.key}\r\nTransfer-Encoding: chunked\r\n\r\n`
  connection.send(`${chunked}14\r\n${'x'.repeat(20)}\r\n`)
  await connection.until(' 413 ')
  connection.send('5\r\nmore.\r\n0\r\n\r\n')
  assert.match(await connection.closed(), /connection: close/i)
  assert.equal(connection.socket.errored, null)
})

test('a large upload that was refused within its body receives the whole response [bridge.upload-limit]', async (t) => {
  const bridge = await startTestBridge(t, { environment: { SVC_MAX_UPLOAD_BYTES: '1000000' } })
  const connection = await openRaw(bridge.port)
  const pieces = `${(100_000).toString(16)}\r\n${'x'.repeat(100_000)}\r\n`.repeat(12)
  connection.send(
    `POST /uploads/c/a.bin HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${bridge.key}\r\nTransfer-Encoding: chunked\r\n\r\n${pieces}0\r\n\r\n`,
  )
  assert.match(await connection.closed(), / 413 [^]*"code":"too_large"/)
  assert.equal(connection.socket.errored, null)
})

test('an upload that breaks off leaves no file [bridge.uploads]', async (t) => {
  const bridge = await startTestBridge(t)
  const inBucket = { area: 'agent-files', folder: join(bridge.hubFolder, '.svc/agent-files') }
  const bytes = () => bytesKept(join(bridge.hubFolder, '.svc'), inBucket)
  const isOnTheWay = async () =>
    (await bridge.chatPaths()).some((path) => path.includes('.incoming')) || (await bytes()).length > 0
  const connection = await openRaw(bridge.port)
  connection.send(
    `POST /uploads/c1/a.txt HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${bridge.key}\r\nContent-Length: 100\r\n\r\nhalf`,
  )
  while (!(await isOnTheWay())) await new Promise(setImmediate)
  connection.socket.destroy()
  await bridge[Symbol.asyncDispose]()
  assert.deepEqual(
    (await bridge.chatPaths()).filter((path) => !path.endsWith('chat.json')),
    [],
  )
  assert.deepEqual(await bytes(), [])
})

test('concurrent uploads with one name are all stored, each complete; equal content is stored once [bridge.uploads]', async (t) => {
  const bridge = await startTestBridge(t)
  const bodies = Array.from({ length: 20 }, (_, n) => `content ${n % 10} `.repeat(5000))
  const records = await Promise.all(
    bodies.map(async (body) => record(await upload(bridge, 'c1/a.txt', stream(body)))),
  )
  assert.equal(new Set(records.map(({ filename }) => filename)).size, 10)
  for (const [n, uploaded] of records.entries())
    assert.equal(await (await read(bridge, uploaded)).text(), bodies[n])
})

test('a large upload is streamed: memory stays flat [bridge.uploads]', async (t) => {
  const bridge = await startTestBridge(t, {
    environment: { SVC_MAX_UPLOAD_BYTES: String(400 * 1024 * 1024) },
  })
  const piece = new Uint8Array(1024 * 1024).fill(120)
  let left = 300
  let peak = 0
  const before = process.memoryUsage.rss()
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      peak = Math.max(peak, process.memoryUsage.rss())
      if (left-- > 0) controller.enqueue(piece)
      else controller.close()
    },
  })
  const uploaded = await record(await upload(bridge, 'c1/big.bin', body))
  assert.equal(uploaded.size, 300 * 1024 * 1024)
  t.diagnostic(`memory grew by ${Math.round((peak - before) / 1024 / 1024)} MiB`)
  assert.ok(peak - before < 150 * 1024 * 1024)
})

test('an attachment and an upload of the same name and content are one file', async (t) => {
  const bridge = await startTestBridge(t)
  await record(await upload(bridge, 'c1/a.txt', 'same'))
  const part = { type: 'file', file: { filename: 'a.txt', file_data: 'data:,same' } }
  const body = {
    chat_id: 'c1',
    messages: [{ role: 'user', content: [{ type: 'text', text: '/say ok' }, part] }],
  }
  await (await bridge.complete(body)).json()
  const files = (await bridge.chatPaths()).filter((path) => path.includes('/files/'))
  assert.equal(files.length, 1)
  assert.equal(await readFile(files[0]!, 'utf8'), 'same')
})

/** `fetch` normalises paths; this sends them unchanged. */
async function rawUpload(bridge: TestBridge, path: string, more = 'Content-Length: 0\r\n'): Promise<string> {
  const connection = await openRaw(bridge.port)
  connection.send(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${bridge.key}\r\nConnection: close\r\n${more}\r\n`,
  )
  return connection.closed()
}
