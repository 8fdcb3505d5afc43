import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { test } from 'node:test'
import { person, refusalOf, readText, saying, startTestBridge, type TestBridge } from '../support/bridge.ts'
import { startUpstream } from '../support/upstream.ts'

const text = (output: string) => ({ type: 'text', text: output })
const image = (url: string) => ({ type: 'image_url', image_url: { url } })
const file = (file_data: string, filename?: string) => ({ type: 'file', file: { file_data, filename } })
const base64 = (content: string) => Buffer.from(content).toString('base64')
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const answering = async () => {
  const upstream = await startUpstream()
  upstream.otherwise((answer) => {
    answer.text('nice')
    answer.finish('stop')
    answer.done()
  })
  return upstream
}
const environmentOf = ({ url }: { url: string }) => ({
  SVC_MODEL: 'compatible/test',
  SVC_MODEL_BASE_URL: url,
  SVC_MODEL_API_KEY: 'k',
})

const filesOf = async (bridge: TestBridge) => {
  const paths = (await bridge.chatPaths()).filter((path) => path.includes('/files/'))
  const entries = paths.map(async (path) => [basename(path), await readFile(path, 'utf8')] as const)
  return Object.fromEntries(await Promise.all(entries))
}

test('data URLs of every spelling are saved to the chat’s files [bridge.attachments]', async (t) => {
  const bridge = await startTestBridge(t)
  const parts = [
    text('/say thanks'),
    file(`data:text/csv;base64,${base64('a,b\n')}`, 'table.csv'),
    file('DATA:text/plain;charset=utf-8,caf%C3%A9 100%', 'note.txt'),
    file(`data:;BASE64,${base64('plain')}`, '../../up.txt'),
    file(`data:text/plain;base64,${base64('spaced').replace(/(.{4})/g, '$1\r\n')}`, 'spaced.txt'),
    file('data:,', 'empty.txt'),
    { type: 'input_audio', input_audio: { data: base64('beep'), format: 'wav' } },
    image(`data:image/png;base64,${PIXEL}`),
  ]
  assert.equal(await readText(await bridge.complete(saying(parts))), 'thanks')
  const {
    'table.csv': table,
    'note.txt': note,
    'up.txt': up,
    'spaced.txt': spaced,
    'empty.txt': empty,
    ...rest
  } = await filesOf(bridge)
  assert.deepEqual([table, note, up, spaced, empty], ['a,b\n', 'café 100%', 'plain', 'spaced', ''])
  assert.deepEqual(
    Object.keys(rest)
      .toSorted()
      .map((name) => name.replace(/[0-9a-f]{8}/, 'HASH')),
    ['audio-HASH.wav', 'image-HASH.png'],
  )
})

test('bare base64 is typed by its bytes, else by its name [bridge.attachments]', async (t) => {
  await using upstream = await answering()
  const bridge = await startTestBridge(t, { environment: environmentOf(upstream) })
  const parts = [
    text('Look'),
    file(PIXEL, 'dot.bin'),
    file(base64('a,b\n'), 'table.csv'),
    file(base64('const x = 1'), 'x.ts'),
  ]
  await (await bridge.complete(saying(parts))).json()
  const sent = JSON.stringify(upstream.requests[0]!.body.messages!.at(-1)!.content)
  assert.ok(sent.includes(`data:image/png;base64,${PIXEL}`))
  assert.match(
    sent,
    /Attached file: table\.csv \(text\/csv, 4 bytes\).*Attached file: x\.ts \(text\/plain, 11 bytes\)/,
  )
  assert.deepEqual(Object.keys(await filesOf(bridge)).toSorted(), ['dot.bin', 'table.csv', 'x.ts'])
  for (const [data, words] of [
    ['https://example.com/a.pdf', /must be sent as a data: URL/],
    ['AAAA'.repeat(20) + '!', /malformed/],
  ] as const) {
    const refusal = await refusalOf(await bridge.complete(saying([text('Look'), file(data, 'a.pdf')])))
    assert.equal(refusal.status, 400)
    assert.match(refusal.message, words)
  }
})

test('an attachment sent again with each turn is stored once, another of its name beside it [bridge.attachments]', async (t) => {
  const bridge = await startTestBridge(t)
  const turn = (content: string) =>
    bridge.complete(saying([text('/say ok'), file(`data:text/plain,${content}`, 'a.txt')], { chat_id: 'c' }))
  for (const content of ['one', 'one', 'two', 'one', 'two']) await (await turn(content)).json()
  assert.deepEqual(await filesOf(bridge), { 'a.txt': 'one', 'a-2.txt': 'two' })
})

test('an attachment alone is a prompt', async (t) => {
  const bridge = await startTestBridge(t)
  assert.equal((await bridge.complete(saying([image(`data:image/png;base64,${PIXEL}`)]))).status, 200)
})

test('images reach the model as images, other files by their name [bridge.attachments]', async (t) => {
  await using upstream = await answering()
  const bridge = await startTestBridge(t, { environment: environmentOf(upstream) })
  const parts = [text('Look'), image(`data:image/png;base64,${PIXEL}`), file('data:text/csv,a', 'table.csv')]
  await (await bridge.complete(saying(parts))).json()
  const sent = JSON.stringify(
    upstream.requests[0]!.body.messages!.findLast(({ role }) => role === 'user')!.content,
  )
  assert.ok(sent.includes(`data:image/png;base64,${PIXEL}`))
  assert.match(sent, /Attached file: table\.csv \(text\/csv, 1 bytes\)/)
})

for (const [how, content] of Object.entries({
  'a text': `look at ![this](data:image/png;base64,${PIXEL}) please`,
  'a text part': [{ type: 'text', text: `look at ![this](data:image/png;base64,${PIXEL}) please` }],
}))
  test(`a data URL inside ${how} is saved, seen by the model, and leaves its name behind [bridge.attachments]`, async (t) => {
    await using upstream = await answering()
    const bridge = await startTestBridge(t, { environment: environmentOf(upstream) })
    await (await bridge.complete(saying(content, { chat_id: 'c1' }))).json()
    const path = (await bridge.chatPaths()).find((path) => path.includes('/files/'))
    assert.match(path!, /image-[0-9a-f]{8}\.png$/)
    assert.equal((await readFile(path!)).toString('base64'), PIXEL)
    const sent = upstream.requests[0]!.body.messages!.findLast(({ role }) => role === 'user')!.content
    assert.deepEqual(
      (sent as { type: string; text?: string }[]).map(({ type, text }) => text ?? type),
      ['look at ![this](', 'image_url', ') please'],
    )
    const [turn] = await bridge.history()
    assert.match(String(turn!['prompt']), /^look at !\[this\]\(\[Attached file: image-.*\]\) please$/)
  })

test('text that only resembles a data URL stays text [bridge.attachments]', async (t) => {
  const bridge = await startTestBridge(t)
  const text = '/say write data:image/png;base64,… there'
  assert.match(await readText(await bridge.complete(saying(text))), /write data:image\/png;base64,… there/)
  assert.deepEqual(
    (await bridge.chatPaths()).filter((path) => path.includes('/files/')),
    [],
  )
})

test('addresses that are no data URL are refused and never fetched [bridge.never-fetched]', async (t) => {
  await using upstream = await startUpstream()
  const bridge = await startTestBridge(t)
  const addresses = [
    `${upstream.url}/pixel.png`,
    'file:///etc/passwd',
    '/etc/passwd',
    'ftp://x/y',
    'javascript:1',
    '',
  ]
  for (const address of addresses)
    for (const part of [image(address), file(address, 'x.txt')]) {
      const refusal = await refusalOf(await bridge.complete(saying([text('look'), part])))
      assert.deepEqual([refusal.status, refusal.param], [400, 'messages[0].content[1]'], address)
    }
  const stored = await bridge.complete(saying([text('look'), { type: 'file', file: { file_id: 'file-1' } }]))
  assert.equal(stored.status, 400)
  assert.equal(upstream.requests.length, 0)
  assert.deepEqual(await bridge.chatPaths(), [])
})

test('malformed data URLs are refused [bridge.attachments]', async (t) => {
  const bridge = await startTestBridge(t)
  for (const url of [
    'data:',
    'data:text/plain',
    'data:image/png;base64,@@@@',
    'data:image/png;base64,abcde',
    'data:image/png;base64,ab=c',
    'data:x,y',
  ]) {
    const refusal = await refusalOf(await bridge.complete(saying([text('look'), image(url)])))
    assert.deepEqual([refusal.status, refusal.type], [400, 'invalid_request_error'], url)
  }
})

test('an attachment may be as large as the limit and not a byte larger [bridge.attachment-limit]', async (t) => {
  const bridge = await startTestBridge(t, { environment: { SVC_MAX_UPLOAD_BYTES: '1000' } })
  const sized = (size: number) => [
    file(`data:text/plain;base64,${base64('x'.repeat(size))}`, 'a.txt'),
    file(`data:text/plain,${'%78'.repeat(size)}`, 'b.txt'),
  ]
  for (const part of sized(1001)) {
    const refusal = await refusalOf(
      await bridge.complete(saying([text('/say ok'), file('data:,x', 'first.txt'), part])),
    )
    assert.deepEqual(
      [refusal.status, refusal.code, refusal.param],
      [413, 'too_large', 'messages[0].content[2]'],
    )
  }
  assert.deepEqual(await bridge.chatPaths(), [])
  for (const part of sized(1000))
    assert.equal(await readText(await bridge.complete(saying([text('/say ok'), part]))), 'ok')
})

test('the names of attachments lie in their owner’s chat only', async (t) => {
  const bridge = await startTestBridge(t)
  const body = saying([text('/say ok'), file('data:,x', 'a.txt')], { chat_id: 'c' })
  for (const who of ['ann', 'bob']) await (await bridge.complete(body, person(`${who}@example.com`))).json()
  assert.equal((await bridge.chatPaths()).filter((path) => path.endsWith('/files/a.txt')).length, 2)
})
