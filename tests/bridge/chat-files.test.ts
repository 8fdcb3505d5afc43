import assert from 'node:assert/strict'
import { mkdir, rename, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { person, refusalOf, readText, saying, startTestBridge, type TestBridge } from '../support/bridge.ts'
import { testClock } from '../support/clock.ts'
import { openRaw } from '../support/raw-http.ts'

async function savedLink(
  bridge: TestBridge,
  filename = 'a.txt',
  content = 'hello',
  chat_id = 'c1',
): Promise<string> {
  const call = JSON.stringify({ filename, content })
  const answer = await readText(
    await bridge.complete(saying(`/tool save_file ${call}`, { chat_id }), person('ann@x.org')),
  )
  return /\]\((\/artifacts\/[^)]+)\)/.exec(answer)![1]!
}

const open = (bridge: TestBridge, link: string, init?: RequestInit) => fetch(bridge.url + link, init)

const upload = (
  bridge: TestBridge,
  filename: string,
  body: string | Uint8Array<ArrayBuffer>,
  type?: string,
) =>
  bridge.fetch(`/uploads/c1/${encodeURIComponent(filename)}`, {
    method: 'POST',
    body: new Blob([body]),
    headers: type ? { 'content-type': type } : {},
  })

const stored = (bridge: TestBridge, filename: string, headers: Record<string, string> = {}) =>
  bridge.fetch(`/artifacts/c1/${encodeURIComponent(filename)}`, { headers })

test('the link from a tool opens the file without a key [bridge.artifact-links]', async (t) => {
  const bridge = await startTestBridge(t)
  const response = await open(bridge, await savedLink(bridge))
  assert.equal(response.status, 200)
  assert.equal(await response.text(), 'hello')
})

test('a link with anything altered, swapped, missing or doubled opens nothing [bridge.artifact-links]', async (t) => {
  const bridge = await startTestBridge(t, { environment: { SVC_ARTIFACT_LINK_TTL: '3600' } })
  const link = await savedLink(bridge)
  const other = await savedLink(bridge, 'b.txt', 'other')
  assert.equal((await open(bridge, link)).status, 200)
  const [path, query] = link.split('?') as [string, string]
  const { t: signature, e: expires } = Object.fromEntries(new URLSearchParams(query)) as {
    t: string
    e: string
  }
  const flipped = [...signature].map((_, index) => {
    const character = signature[index] === 'A' ? 'B' : 'A'
    return `${path}?t=${signature.slice(0, index)}${character}${signature.slice(index + 1)}&e=${expires}`
  })
  const bad = [
    ...flipped,
    path,
    `${path}?`,
    `${path}?t=${signature}`,
    `${path}?e=${expires}`,
    `${path}?t=&e=${expires}`,
    `${path}?t=${signature}&e=${Number(expires) + 1}`,
    `${path}?t=${signature}&e=0${expires}`,
    `${path}?t=${signature}&e=${expires}.0`,
    `${path}?t=${signature}&t=${signature}&e=${expires}`,
    `${path}?t=${signature}&e=${expires}&e=${expires}`,
    `${path}?t=${signature}&t[]=x&e=${expires}`.replace('&t[]', '&t'),
    `${path}?T=${signature}&E=${expires}`,
    `${path}?t=${signature}%00&e=${expires}`,
    `${path}?t=${signature}=&e=${expires}`,
    `${other.split('?')[0]}?${query}`,
    `${path.replace('/c1/', '/c2/')}?${query}`,
    `${path.replace('/c1/', '/C1/')}?${query}`,
    `${path.replace('a.txt', 'A.txt')}?${query}`,
  ]
  for (const altered of bad) {
    const refusal = await refusalOf(await open(bridge, altered))
    assert.deepEqual([refusal.status, refusal.code], [401, 'invalid_link'], altered)
  }
})

test('a link expires at its second when links expire [bridge.artifact-links]', async (t) => {
  const clock = testClock()
  const bridge = await startTestBridge(t, { clock, environment: { SVC_ARTIFACT_LINK_TTL: '60' } })
  const link = await savedLink(bridge)
  clock.advance(59_000)
  assert.equal((await open(bridge, link)).status, 200)
  clock.advance(1000)
  assert.equal((await open(bridge, link)).status, 401)
})

test('a link goes on working after a restart [bridge.artifact-links]', async (t) => {
  const bridge = await startTestBridge(t)
  const link = await savedLink(bridge)
  await bridge[Symbol.asyncDispose]()
  assert.equal((await open(await bridge.restart(), link)).status, 200)
})

test('a bridge key opens files too, the public default key does not [bridge.artifact-keys]', async (t) => {
  const bridge = await startTestBridge(t, { environment: { BRIDGE_API_KEYS: 'own,svc-local-bridge-key' } })
  const [path] = (await savedLink(bridge)).split('?') as [string]
  const withKey = (key: string) => open(bridge, path, { headers: { authorization: `Bearer ${key}` } })
  for (const key of ['own', bridge.key]) assert.equal(await (await withKey(key)).text(), 'hello')
  for (const key of ['svc-local-bridge-key', 'wrong', '']) assert.equal((await withKey(key)).status, 401)
  const chat = await bridge.fetch('/v1/models', { headers: { authorization: 'Bearer svc-local-bridge-key' } })
  assert.equal(chat.status, 200)
})

test('only people with access learn whether a file exists [bridge.artifact-keys]', async (t) => {
  const bridge = await startTestBridge(t)
  await savedLink(bridge)
  for (const path of ['/artifacts/c1/missing.txt', '/artifacts/none/a.txt', '/artifacts/c1/.env']) {
    assert.equal((await fetch(bridge.url + path)).status, 401, path)
    const allowed = await bridge.fetch(path)
    assert.equal(allowed.status, 404, path)
  }
})

test('paths that try to leave the chat’s files reach nothing [bridge.artifact-bounds]', async (t) => {
  const bridge = await startTestBridge(t)
  await savedLink(bridge)
  const paths = [
    '/artifacts/c1/..%2Fchat.json',
    '/artifacts/c1/%2e%2e%2fchat.json',
    '/artifacts/c1/../chat.json',
    '/artifacts/c1/..%5Cchat.json',
    '/artifacts/c1/a.txt%00',
    '/artifacts/c1/a.txt/',
    '/artifacts/c1/',
    '/artifacts/..%2f..%2f.svc/secrets.json',
    '/artifacts/c1/%2Fetc%2Fpasswd',
    '/artifacts//etc/passwd',
    '/artifacts/~../a.txt',
  ]
  for (const path of paths) {
    const connection = await openRaw(bridge.port)
    connection.send(
      `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${bridge.key}\r\nConnection: close\r\n\r\n`,
    )
    assert.match(await connection.closed(), /^HTTP\/1\.1 40[04] /, path)
  }
})

test('symbolic links, folders and pipes in a chat’s folder are no files [bridge.artifact-bounds]', async (t) => {
  const bridge = await startTestBridge(t)
  await savedLink(bridge)
  const files = dirname((await bridge.chatPaths()).find((path) => path.endsWith('/files/a.txt'))!)
  await symlink('/etc/passwd', join(files, 'link.txt'))
  await symlink('a.txt', join(files, 'near.txt'))
  await mkdir(join(files, 'folder'))
  for (const name of ['link.txt', 'near.txt', 'folder'])
    assert.equal((await stored(bridge, name)).status, 404, name)
  const outside = join(bridge.hubFolder, 'outside')
  await mkdir(outside)
  await writeFile(join(outside, 'a.txt'), 'secret')
  await rename(files, `${files}-aside`)
  await symlink(outside, files)
  assert.doesNotMatch(await (await stored(bridge, 'a.txt')).text(), /secret/)
  await writeFile(join(outside, 'other.txt'), 'secret')
  await savedLink(bridge, 'b.txt', 'more')
  assert.equal((await stored(bridge, 'other.txt')).status, 404)
})

const ISOLATION = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'private, no-store',
  'x-dns-prefetch-control': 'off',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), clipboard-read=()',
}

test('every answer carries the isolating headers: whole, part, unchanged, missing and refused [bridge.artifact-serving]', async (t) => {
  const bridge = await startTestBridge(t)
  await upload(bridge, 'page.html', '<h1>Hi</h1>')
  const whole = await stored(bridge, 'page.html')
  const etag = whole.headers.get('etag')!
  const answers: [number, Response][] = [
    [200, whole],
    [206, await stored(bridge, 'page.html', { range: 'bytes=0-1' })],
    [304, await stored(bridge, 'page.html', { 'if-none-match': etag })],
    [416, await stored(bridge, 'page.html', { range: 'bytes=99-' })],
    [404, await stored(bridge, 'missing.html')],
    [401, await fetch(`${bridge.url}/artifacts/c1/page.html`)],
  ]
  for (const [status, response] of answers) {
    assert.equal(response.status, status)
    for (const [name, value] of Object.entries(ISOLATION))
      assert.equal(response.headers.get(name), value, `${status} ${name}`)
    assert.match(
      response.headers.get('content-security-policy')!,
      /^sandbox( allow-scripts)?; default-src 'none'; /,
    )
  }
})

test('HTML runs sandboxed and may load only from the allowed origins [bridge.artifact-serving]', async (t) => {
  const bridge = await startTestBridge(t, {
    environment: { SVC_ARTIFACT_ALLOW_ORIGINS: 'https://cdn.example.com, https://img.example.com:8443' },
  })
  await upload(bridge, 'page.html', '<script>1</script>')
  const allow = 'https://cdn.example.com https://img.example.com:8443'
  assert.equal(
    (await stored(bridge, 'page.html')).headers.get('content-security-policy'),
    `sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline' ${allow}; style-src 'unsafe-inline' ${allow}; img-src data: blob: ${allow}; font-src data: ${allow}; media-src data: blob: ${allow}; connect-src ${allow}; frame-src 'none'; object-src 'none'; worker-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'; webrtc 'block'`,
  )
})

test('each kind of file is served as its kind allows [bridge.artifact-serving]', async (t) => {
  const bridge = await startTestBridge(t)
  const text = 'text/plain; charset=utf-8'
  const cases = [
    [
      'a.html',
      'text/html; charset=utf-8',
      'inline',
      /^sandbox allow-scripts; default-src 'none'; .*connect-src 'none'/,
    ],
    ['a.xhtml', 'text/html; charset=utf-8', 'inline', /^sandbox allow-scripts; /],
    ['a.svg', 'image/svg+xml', 'inline', /^sandbox; default-src 'none'; (?!.*script-src)/],
    ['a.xml', 'application/xml', 'inline', /^sandbox; default-src 'none'; (?!.*script-src)/],
    ['a.pdf', 'application/pdf', 'inline', /^default-src 'none'; frame-ancestors 'self'$/],
    ['a.csv', text, 'inline', /^sandbox; default-src 'none'; /],
    ['a.json', text, 'inline', /^sandbox; default-src 'none'; /],
    ['a.md', text, 'inline', /^sandbox; default-src 'none'; /],
    ['a.js', text, 'inline', /^sandbox; default-src 'none'; /],
    ['a.ts', text, 'inline', /^sandbox; default-src 'none'; /],
    ['a.png', 'image/png', 'inline', /^default-src 'none'; /],
    ['a.mp3', 'audio/mpeg', 'inline', /^default-src 'none'; /],
    ['a.mp4', 'video/mp4', 'inline', /^default-src 'none'; /],
    ['a.zip', 'application/octet-stream', 'attachment', /^sandbox; default-src 'none'; /],
    ['a.docx', 'application/octet-stream', 'attachment', /^sandbox; default-src 'none'; /],
    ['a', 'application/octet-stream', 'attachment', /^sandbox; default-src 'none'; /],
  ] as const
  for (const [name, type, disposition, policy] of cases) {
    await upload(bridge, name, 'x')
    const { headers } = await stored(bridge, name)
    assert.equal(headers.get('content-type'), type, name)
    assert.match(headers.get('content-disposition')!, new RegExp(`^${disposition}; `), name)
    assert.match(headers.get('content-security-policy')!, policy, name)
  }
})

test('any name survives as the name of the download [bridge.artifact-serving]', async (t) => {
  const bridge = await startTestBridge(t)
  await upload(bridge, 'résumé "1" (naïve) 日本.zip', 'x')
  assert.equal(
    (await stored(bridge, 'résumé "1" (naïve) 日本.zip')).headers.get('content-disposition'),
    `attachment; filename="resume 1 (naive) .zip"; filename*=UTF-8''r%C3%A9sum%C3%A9%20%221%22%20%28na%C3%AFve%29%20%E6%97%A5%E6%9C%AC.zip`,
  )
})

test('single ranges are served, others answered whole or refused [bridge.artifact-serving]', async (t) => {
  const bridge = await startTestBridge(t)
  await upload(bridge, 'a.txt', '0123456789')
  const etag = (await stored(bridge, 'a.txt')).headers.get('etag')!
  const cases = [
    ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
    ['bytes=4-', 206, '456789', 'bytes 4-9/10'],
    ['bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['bytes=-99', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=8-99', 206, '89', 'bytes 8-9/10'],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=-0', 416, '', 'bytes */10'],
    ['bytes=0-1,3-4', 200, '0123456789', null],
    ['bytes=3-1', 200, '0123456789', null],
    ['lines=1-2', 200, '0123456789', null],
  ] as const
  for (const [range, status, body, contentRange] of cases) {
    const response = await stored(bridge, 'a.txt', { range })
    assert.deepEqual(
      [response.status, await response.text(), response.headers.get('content-range')],
      [status, body, contentRange],
      range,
    )
  }
  const same = await stored(bridge, 'a.txt', { range: 'bytes=0-3', 'if-range': etag })
  assert.equal(same.status, 206)
  const changed = await stored(bridge, 'a.txt', { range: 'bytes=0-3', 'if-range': '"other"' })
  assert.equal(changed.status, 200)
})

test('HEAD returns the same headers as GET without the content [bridge.artifact-serving]', async (t) => {
  const bridge = await startTestBridge(t)
  const link = await savedLink(bridge)
  const head = await open(bridge, link, { method: 'HEAD' })
  assert.deepEqual([head.status, head.headers.get('content-length'), await head.text()], [200, '5', ''])
})

test('an empty file is served as one [bridge.artifact-serving]', async (t) => {
  const bridge = await startTestBridge(t)
  await upload(bridge, 'empty.txt', '')
  const empty = await stored(bridge, 'empty.txt')
  assert.deepEqual([empty.status, empty.headers.get('content-length'), await empty.text()], [200, '0', ''])
})

test('a file that has not changed is not sent again [bridge.artifact-serving]', async (t) => {
  const bridge = await startTestBridge(t)
  await upload(bridge, 'a.txt', 'one')
  const etag = (await stored(bridge, 'a.txt')).headers.get('etag')!
  for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, '*'])
    assert.equal((await stored(bridge, 'a.txt', { 'if-none-match': tag })).status, 304, tag)
  assert.equal((await stored(bridge, 'a.txt', { 'if-none-match': '"x"' })).status, 200)
})
