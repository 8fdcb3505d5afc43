import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sharedWorld, type IsolationWorld } from './started-world.ts'

const ISOLATING = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'x-dns-prefetch-control': 'off',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), clipboard-read=()',
}

const assertIsolating = (response: Response, what: string) => {
  for (const [name, value] of Object.entries(ISOLATING))
    assert.equal(response.headers.get(name), value, `${what}: ${name}`)
  assert.match(response.headers.get('cache-control') ?? '', /^(private, )?no-store$/, what)
  assert.match(response.headers.get('content-security-policy') ?? '', /default-src 'none'/, what)
  assert.match(response.headers.get('connection-allowlist') ?? '', /^\((response-origin)?\)$/, what)
}

const chatFileAnswers = async (world: IsolationWorld) => {
  const link = await world.chatFile('page.html', '<h1>Hi</h1>')
  const photo = await world.chatFile('a.png', 'x')
  const etag = (await fetch(world.hub.bridge + link)).headers.get('etag')!
  return [
    [200, link, {}],
    [200, photo, {}],
    [200, `${link}&download=1`, {}],
    [200, link, { headers: { 'sec-fetch-dest': 'document' } }],
    [200, link, { method: 'HEAD' }],
    [206, link, { headers: { range: 'bytes=0-1' } }],
    [304, link, { headers: { 'if-none-match': etag } }],
    [416, link, { headers: { range: 'bytes=99-' } }],
    [401, link.split('?')[0]!, {}],
    [401, link.replace('page', 'missing'), {}],
    [404, '/artifacts/c1', {}],
    [404, '/artifacts/c1/a/b', {}],
    [405, link, { method: 'POST', body: '{' }],
    [405, link, { method: 'DELETE' }],
    [405, link, { method: 'OPTIONS', headers: { origin: 'https://evil.example' } }],
    [400, '/artifacts/c1/%ff', {}],
  ] as const satisfies readonly (readonly [number, string, RequestInit])[]
}

test('every answer of the chat-file route is isolated, and the edge changes and adds nothing [isolation.headers]', async () => {
  const world = await sharedWorld()
  for (const [status, path, init] of await chatFileAnswers(world)) {
    const what = `${(init as RequestInit).method ?? 'GET'} ${path} ${JSON.stringify((init as RequestInit).headers ?? {})}`
    const [straight, through] = [
      await fetch(world.hub.bridge + path, init),
      await fetch(world.origin + path, init),
    ]
    assert.deepEqual([straight.status, through.status], [status, status], what)
    assertIsolating(straight, what)
    assert.deepEqual(comparable(through), comparable(straight), what)
    assert.equal(through.headers.get('access-control-allow-origin'), null, what)
    assert.equal(through.headers.get('set-cookie'), null, what)
  }
})

const fileAnswers = (base: string, etag: string) =>
  [
    [200, `${base}/content`, {}],
    [200, `${base}/content`, { 'sec-fetch-dest': 'iframe' }],
    [302, `${base}/content`, { 'sec-fetch-dest': 'document' }],
    [200, `${base}/download`, { 'sec-fetch-dest': 'document' }],
    [206, `${base}/content`, { range: 'bytes=0-1' }],
    [206, `${base}/download`, { range: 'bytes=-1' }],
    [304, `${base}/content`, { 'if-none-match': etag }],
    [416, `${base}/content`, { range: 'bytes=99-' }],
    [404, `${base.slice(0, -1)}x/content`, {}],
    [404, `${base}%3Cscript%3E/download`, {}],
  ] as const satisfies readonly (readonly [number, string, Record<string, string>])[]

test('every answer about a published file is isolated, in the viewer and behind a public link [isolation.headers]', async () => {
  const world = await sharedWorld()
  const { id, share } = await world.published('page.html', '<h1>Hi</h1>')
  const session = `token=${world.ann.token}`
  const opened = await fetch(`${world.origin}/portal/p/open`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie: session },
    body: JSON.stringify({ token: new URL(await share()).hash.slice(1) }),
  })
  const viewing = opened.headers.get('set-cookie')!.split(';')[0]!
  const places = [
    { base: `/portal/artifacts/${id}`, cookie: session, strangers: 401 },
    { base: `/portal/p/${id}`, cookie: viewing, strangers: 404 },
  ]
  for (const { base, cookie, strangers } of places) {
    const ask = async (path: string, headers: Record<string, string>, method = 'GET') =>
      fetch(world.origin + path, { method, headers, redirect: 'manual' })
    const etag = (await ask(`${base}/content`, { cookie })).headers.get('etag')!
    for (const [status, path, headers] of fileAnswers(base, etag))
      for (const method of ['GET', 'HEAD']) {
        const what = `${method} ${path} ${JSON.stringify(headers)}`
        const answer = await ask(path, { ...headers, cookie }, method)
        const isRange = status === 206 || status === 416 // ranges do not apply to HEAD requests
        assert.equal(answer.status, isRange && method === 'HEAD' ? 200 : status, what)
        assertIsolating(answer, what)
        assert.equal(answer.headers.get('set-cookie'), null, what)
      }
    // The session cookie does not open the content of a public link. The cookie of the public link does not open the
    // content of the artifact's page.
    for (const other of ['', cookie === session ? viewing : session]) {
      const refused = await ask(`${base}/content`, { cookie: other })
      assert.equal(refused.status, strangers, `${base} ${other}`)
      assertIsolating(refused, `${base} refused`)
    }
  }
})

test('a person’s own files in the web chat are isolated too [isolation.headers]', async () => {
  const world = await sharedWorld()
  const cookie = `token=${world.ann.token}`
  for (const [name, content, type] of [
    ['page.html', '<script>1</script>', 'text/html'],
    ['a.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'],
    ['a.gif', Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAA=', 'base64'), 'image/gif'],
    ['a.pdf', '%PDF-1.4', 'application/pdf'],
  ] as const) {
    const form = new FormData()
    form.set('file', new Blob([content], { type }), name)
    const stored = await fetch(`${world.origin}/api/v1/files/`, {
      method: 'POST',
      headers: { cookie, origin: world.origin },
      body: form,
    })
    const { id } = (await stored.json()) as { id: string }
    const path = `${world.origin}/api/v1/files/${id}/content`
    const whole = await fetch(path, { headers: { cookie } })
    const etag = whole.headers.get('etag')!
    const answers = [whole, await fetch(path, { headers: { cookie, 'if-none-match': etag } })]
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 304],
    )
    for (const answer of answers) {
      assertIsolating(answer, name)
      assert.match(answer.headers.get('content-security-policy')!, /^sandbox; /)
    }
    const isShown = whole.headers.get('content-disposition')!.startsWith('inline')
    assert.equal(isShown, name === 'a.gif', name)
    assert.equal(whole.headers.get('content-type'), isShown ? type : 'application/octet-stream')
    assert.equal((await fetch(path)).status, 401)
  }
})

const comparable = (response: Response) =>
  Object.fromEntries(
    [...response.headers].filter(
      ([name]) => !['date', 'x-request-id', 'connection', 'keep-alive', 'transfer-encoding'].includes(name),
    ),
  )
