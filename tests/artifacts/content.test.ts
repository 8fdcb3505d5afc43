import assert from 'node:assert/strict'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sha256 } from '#ground/base/ids.ts'
import { startArtifacts } from './world.ts'
import { bytesKept, letGo, loseBytes } from '../support/stored-bytes.ts'
import { servicesOf } from '../support/own-services.ts'
import { until } from '../support/until.ts'

const world = await startArtifacts(
  { after },
  { environment: { SVC_MAX_UPLOAD_BYTES: '100000', SVC_ARTIFACT_ALLOW_ORIGINS: 'https://cdn.example.com' } },
)
const { pat, signedOut } = world
const folder = join(world.console.folder, 'data', 'artifacts')
const data = join(world.console.folder, 'data')
const onDisk = async () =>
  (await bytesKept(data, { area: 'artifacts', folder }))
    .filter((name) => /^[0-9a-f]{64}$/.test(name))
    .toSorted()

test('a page is served so that it can’t act as us [artifacts.isolated]', async () => {
  const { id } = await pat.publish({ filename: 'a.html', content: '<script>1</script>' })
  const { headers, text } = await pat.ask('GET', `/artifacts/${id}/content`, {
    headers: { 'sec-fetch-dest': 'iframe' },
  })
  const policy = headers.get('content-security-policy')!
  assert.match(policy, /^sandbox allow-scripts; default-src 'none'/)
  assert.match(policy, /connect-src https:\/\/cdn\.example\.com/)
  assert.doesNotMatch(policy, /allow-same-origin|'self'(?! *$)(?!;)/)
  assert.deepEqual(
    [
      text,
      headers.get('content-type'),
      headers.get('x-content-type-options'),
      headers.get('cache-control'),
      headers.get('cross-origin-resource-policy'),
    ],
    ['<script>1</script>', 'text/html; charset=utf-8', 'nosniff', 'private, no-store', 'same-origin'],
  )
})

test('a page opened by itself is shown in the viewer [artifacts.isolated]', async () => {
  const { id } = await pat.publish({ filename: 'a.html', content: '<p>' })
  const alone = { headers: { 'sec-fetch-dest': 'document' } }
  const answer = await pat.ask('GET', `/artifacts/${id}/content?version=1`, alone)
  assert.deepEqual(
    [answer.status, answer.headers.get('location')],
    [302, `/portal/artifacts/${id}?version=1`],
  )
  assert.equal((await pat.ask('GET', `/artifacts/${id}/download`, alone)).status, 200)
  const text = await pat.publish({ filename: 'a.txt' })
  assert.equal((await pat.ask('GET', `/artifacts/${text.id}/content`, alone)).status, 200)
})

test('errors are isolated like files [artifacts.isolated]', async () => {
  const { headers, status } = await pat.ask('GET', '/artifacts/x/content')
  assert.equal(status, 404)
  assert.match(headers.get('content-security-policy')!, /^sandbox; default-src 'none'/)
  assert.equal(headers.get('x-content-type-options'), 'nosniff')
})

test('a download stays a download, for any file [artifacts.download]', async () => {
  const { id } = await pat.publish({ filename: 'Bericht für “alle”.html', content: '<p>' })
  const { headers } = await pat.ask('GET', `/artifacts/${id}/download`)
  assert.equal(headers.get('content-type'), 'application/octet-stream')
  assert.match(
    headers.get('content-disposition')!,
    /^attachment; filename="Bericht fur alle\.html"; filename\*=UTF-8''/,
  )
})

test('parts, heads and known versions are answered as HTTP has it [artifacts.ranges]', async () => {
  const { id, sha256: hash } = await pat.publish({ filename: 'digits.txt', content: '0123456789' })
  const get = (headers: Record<string, string>, method = 'GET') =>
    pat.ask(method, `/artifacts/${id}/content`, { headers })
  const part = await get({ range: 'bytes=2-4' })
  assert.deepEqual([part.status, part.text, part.headers.get('content-range')], [206, '234', 'bytes 2-4/10'])
  assert.equal((await get({ range: 'bytes=-3' })).text, '789')
  const beyond = await get({ range: 'bytes=10-' })
  assert.deepEqual([beyond.status, beyond.headers.get('content-range')], [416, 'bytes */10'])
  assert.equal((await get({ range: 'bytes=2-4', 'if-range': '"other"' })).text, '0123456789')
  const head = await get({}, 'HEAD')
  assert.deepEqual([head.status, head.text, head.headers.get('content-length')], [200, '', '10'])
  assert.equal(head.headers.get('etag'), `"${hash}"`)
  assert.equal((await get({ 'if-none-match': `"${hash}"` })).status, 304)
})

test('new versions keep address and audience, and older ones stay readable [artifacts.versions]', async () => {
  const reader = await world.addVisitor('Rea Reader', 'use_hub')
  const { id } = await pat.publish({ filename: 'v.txt', content: 'one', title: 'Numbers' })
  await pat.share(id, { kind: 'people', people: [reader.email] })
  const second = await pat.publish({ artifact: id, filename: 'v2.txt', content: 'two' })
  assert.deepEqual([second.id, second.version, second.title, second.filename], [id, 2, 'Numbers', 'v2.txt'])
  assert.equal(second.audience.kind, 'people')
  const read = async (query: string) => (await reader.ask('GET', `/artifacts/${id}/content${query}`)).text
  assert.deepEqual(
    [await read(''), await read('?version=1'), await read('?version=2')],
    ['two', 'one', 'two'],
  )
  const { versions } = (await reader.ask('GET', `/artifacts/api/${id}`)).json
  assert.deepEqual(
    versions.map(({ version, filename, sha256: hash }: any) => [version, filename, hash]),
    [
      [2, 'v2.txt', sha256('two')],
      [1, 'v.txt', sha256('one')],
    ],
  )
  assert.equal((await reader.ask('GET', `/artifacts/${id}/content?version=3`)).status, 404)
})

test('an older version is published again by its owner alone, and no two times [artifacts.versions.restore]', async () => {
  const { id } = await pat.publish({ filename: 'a.txt', content: 'first', title: 'Kept title' })
  await pat.publish({ filename: 'b.md', content: '', artifact: id })
  const restore = (version: unknown, who = pat) =>
    who.ask('POST', `/artifacts/api/${id}/restore`, { body: { version } })
  const newest = async () => {
    const { version, filename, title, preview } = (await pat.ask('GET', `/artifacts/api/${id}`)).json
    return [version, filename, title, preview, (await pat.ask('GET', `/artifacts/${id}/content`)).text]
  }
  assert.equal((await restore(1)).status, 200)
  assert.deepEqual(await newest(), [3, 'a.txt', 'Kept title', 'text', 'first'])
  assert.equal((await restore(1)).json.version, 3, 'it is the newest already')
  assert.equal((await restore(2)).status, 200)
  assert.deepEqual(await newest(), [4, 'b.md', 'Kept title', 'markdown', ''], 'an empty one, too')
  assert.deepEqual(
    [(await restore(9)).status, (await restore('1')).status, (await restore(0)).status],
    [404, 400, 400],
  )
  const reader = await world.addVisitor('Rita Reader', 'use_hub')
  assert.equal((await restore(1, reader)).status, 404)
  await pat.share(id, { kind: 'hub' })
  assert.equal((await restore(1, reader)).status, 403)
  assert.equal((await newest())[0], 4)
})

test('concurrently published versions each get a separate number, and none is lost [artifacts.versions]', async () => {
  const { id } = await pat.publish({ content: 'start' })
  const made = await Promise.all(
    Array.from({ length: 12 }, (_, n) => pat.publish({ artifact: id, content: `parallel ${n}` })),
  )
  const numbers = made.map(({ version }) => version).toSorted((a, b) => a - b)
  assert.deepEqual(
    numbers,
    Array.from({ length: 12 }, (_, n) => n + 2),
  )
  for (const { version, sha256: hash } of made)
    assert.equal(sha256((await pat.ask('GET', `/artifacts/${id}/content?version=${version}`)).bytes), hash)
})

test('the last fifty versions are kept, and the bytes of older ones go [artifacts.versions.kept]', async () => {
  const { id } = await pat.publish({ content: 'kept for 50' })
  for (let n = 2; n <= 52; n++) await pat.publish({ artifact: id, content: `version ${n} of many` })
  const { versions } = (await pat.ask('GET', `/artifacts/api/${id}`)).json
  assert.deepEqual([versions.length, versions[0].version, versions.at(-1).version], [50, 52, 3])
  const there = await onDisk()
  const older = [sha256('kept for 50'), sha256('version 2 of many')]
  assert.deepEqual(
    older.filter((hash) => there.includes(hash)),
    letGo(...older),
  )
  assert.ok(there.includes(sha256('version 3 of many')))
})

test('equal content of two owners is stored once and stays until both delete it [artifacts.contents]', async () => {
  const second = await world.addVisitor('Sam Same', 'use_hub')
  const content = 'the very same bytes'
  const [mine, theirs] = [await pat.publish({ content }), await second.publish({ content })]
  assert.equal((await onDisk()).filter((hash) => hash === sha256(content)).length, 1)
  await pat.ask('DELETE', `/artifacts/api/${mine.id}`)
  assert.equal((await second.ask('GET', `/artifacts/${theirs.id}/content`)).text, content)
  await second.ask('DELETE', `/artifacts/api/${theirs.id}`)
  const left = (await onDisk()).filter((hash) => hash === sha256(content))
  assert.deepEqual(left, letGo(sha256(content)))
})

test('content types are detected from the content, and an invalid picture is only a download [artifacts.type]', async () => {
  const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')
  const kinds: [filename: string, content: string | Uint8Array, type: string, preview: string][] = [
    ['real.txt', png, 'image/png', 'image'],
    ['fake.png', '<script>', 'application/octet-stream', 'none'],
    ['chart.svg', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml', 'svg'],
    ['table.csv', 'a,b\n1,2\n', 'text/csv', 'csv'],
    ['notes.md', '# Hi', 'text/markdown', 'markdown'],
    ['empty.txt', '', 'text/plain', 'text'],
  ]
  for (const [filename, content, type, preview] of kinds) {
    const search = new URLSearchParams({ hub: 'garden', filename })
    const { json } = await pat.ask('POST', `/artifacts/api/upload?${search}`, {
      body: content,
      headers: { 'content-type': 'application/octet-stream' },
    })
    assert.deepEqual([json.content_type, json.preview], [type, preview], filename)
  }
})

test('an upload over the limit is refused, told by its length or not, and leaves nothing [artifacts.limit]', async () => {
  const before = await onDisk()
  const tooMuch = Buffer.alloc(100_001, 'x')
  const search = new URLSearchParams({ hub: 'garden', filename: 'big.bin' })
  const answer = await pat.ask('POST', `/artifacts/api/upload?${search}`, { body: tooMuch })
  assert.deepEqual([answer.status, answer.json.code], [413, 'too_large'])
  const unsaid = await fetch(`${world.console.url}/portal/artifacts/api/upload?${search}`, {
    method: 'POST',
    headers: { cookie: `token=${world.console.admin.token}`, origin: world.console.origin },
    body: new Blob([tooMuch]).stream(),
    duplex: 'half',
  } as RequestInit)
  assert.equal(unsaid.status, 413)
  assert.deepEqual(await onDisk(), before)
  assert.deepEqual(await readdir(join(folder, 'incoming')), [])
  assert.equal((await pat.publish({ content: Buffer.alloc(100_000, 'y') })).size, 100_000)
})

test('every route reports errors of a request clearly [artifacts.bad-input]', async () => {
  const { id } = await pat.publish({})
  const cases: [method: string, path: string, body: unknown, status: number][] = [
    ['GET', `/artifacts/${id}/content?version=0`, undefined, 400],
    ['GET', `/artifacts/${id}/content?version=x`, undefined, 400],
    ['GET', `/artifacts/${id}/content?version=1&version=2`, undefined, 400],
    ['GET', '/artifacts/api?view=everything', undefined, 400],
    ['GET', '/artifacts/api?limit=-1', undefined, 400],
    ['GET', '/artifacts/api?unknown=1', undefined, 400],
    ['POST', `/artifacts/api/${id}/audience`, {}, 400],
    ['POST', `/artifacts/api/${id}/audience`, { kind: 'people', people: 'pat' }, 400],
    ['POST', `/artifacts/api/${id}/audience`, { kind: 'people', people: Array(101).fill('a@b.c') }, 400],
    ['POST', `/artifacts/api/${id}/link`, { action: 'create', days: 0 }, 400],
    ['POST', `/artifacts/api/${id}/link`, { action: 'create', days: 91 }, 400],
    ['POST', `/artifacts/api/${id}/link`, { action: 'create', days: 1.5 }, 400],
    ['POST', `/artifacts/api/${id}/link`, { action: 'open' }, 400],
    ['POST', '/artifacts/api/from-chat-file', { hub: 'garden' }, 400],
    ['GET', '/artifacts/api/from-chat-file?hub=garden', undefined, 400],
    ['POST', '/artifacts/api/from-chat-file', { hub: 'garden', chat_id: 'x', filename: '../../x' }, 404],
    ['POST', '/artifacts/api/from-chat-file', { hub: 'attic', chat_id: 'x', filename: 'x' }, 404],
    ['POST', '/artifacts/api/upload?hub=garden', 'x', 400],
    ['POST', '/artifacts/api/upload?hub=garden&filename=..%2Fx', 'x', 400],
    ['POST', '/artifacts/api/upload?hub=garden&filename=x%00y', 'x', 400],
    ['POST', '/artifacts/api/upload?hub=attic&filename=x', 'x', 403],
    ['POST', '/artifacts/api/upload?hub=garden&filename=x&artifact=nothing', 'x', 404],
    ['POST', `/artifacts/api/upload?hub=garden&filename=x&title=${'t'.repeat(201)}`, 'x', 400],
    ['POST', '/artifacts/api/upload?hub=garden&filename=x&title=a%0Ab', 'x', 400],
    ['POST', '/artifacts/api/upload?hub=garden&filename=x&title=a%E2%80%AEb', 'x', 400],
    ['PUT', `/artifacts/api/${id}`, {}, 405],
    ['POST', '/p/open', 'not json', 400],
    ['POST', '/p/open', { token: 'x'.repeat(3000) }, 413],
  ]
  for (const [method, path, body, status] of cases) {
    const headers: Record<string, string> =
      typeof body === 'string' && path === '/p/open' ? { 'content-type': 'application/json' } : {}
    const answer = await pat.ask(method, path, { body, headers })
    assert.equal(answer.status, status, `${method} ${path} ${JSON.stringify(body)}: ${answer.text}`)
    assert.ok(answer.json.detail && answer.json.code, path)
  }
})

test('an impossible id gets the same response as an unknown id [artifacts.bad-input]', async () => {
  const ids = ['%2e%2e%2fx', 'a%00b', 'x'.repeat(300), '%F0%9F%92%A9', "'%20or%201=1", ' ', '-']
  for (const id of ids)
    for (const path of [`/artifacts/api/${id}`, `/artifacts/${id}/content`, `/p/${id}/content`]) {
      const answer = await fetchRaw(path)
      assert.equal(answer.status, 404, `${path}: ${answer.status}`)
    }
})
const fetchRaw = (path: string) =>
  fetch(`${world.console.url}/portal${path}`, { headers: { cookie: `token=${world.console.admin.token}` } })

test('another site can’t change anything, and a key needs no origin [artifacts.same-origin]', async () => {
  const { id } = await pat.publish({})
  const foreign = { headers: { origin: 'https://evil.example' } }
  for (const [method, path, body] of [
    ['POST', `/artifacts/api/${id}/audience`, { kind: 'hub' }],
    ['POST', `/artifacts/api/${id}/link`, { action: 'revoke' }],
    ['DELETE', `/artifacts/api/${id}`, undefined],
    ['POST', '/artifacts/api/upload?hub=garden&filename=x', 'x'],
  ] as const) {
    const answer = await pat.ask(method, path, { body, ...foreign })
    assert.deepEqual([answer.status, answer.json.code], [403, 'cross_origin'], path)
  }
  const key = await world.console.admin.byKey()
  assert.equal((await key.get('/../artifacts/api')).status, 200)
})

test('a key that is for another Hub opens nothing [artifacts.key]', async () => {
  const person = await world.console.addPerson('Kay Key')
  await world.grant(person.email)
  const kay = world.visitorOf(person)
  const { id } = await kay.publish({})
  const [own, other] = [await person.byKey(['garden']), await person.byKey(['attic'])]
  assert.equal((await own.get(`/../artifacts/${id}/content`)).status, 200)
  assert.equal((await other.get(`/../artifacts/${id}/content`)).status, 404)
  assert.equal((await other.get('/../artifacts/api?hub=garden')).status, 403)
})

test('the viewer of a forbidden artifact responds 404, as for a missing artifact [artifacts.viewer]', async () => {
  const reader = await world.addVisitor('Vic Viewer', 'use_hub')
  const { id } = await pat.publish({ filename: 'v.txt' })
  const look = async (visitor: typeof pat, path: string, more: Record<string, string> = {}) => {
    const headers = { 'sec-fetch-dest': 'document', accept: 'text/html', ...more }
    const answer = await visitor.ask('GET', `/artifacts/${path}`, { headers })
    return [answer.status, answer.headers.get('content-type')?.split(';')[0]]
  }
  assert.deepEqual(await look(pat, id), [200, 'text/html'])
  for (const path of [id, '00000000-0000-4000-8000-000000000000', 'x'])
    assert.deepEqual(await look(reader, path), [404, 'text/html'], path)
  const page = await pat.ask('GET', `/artifacts/${id}`, { headers: { accept: 'text/html' } })
  const known = { 'if-none-match': page.headers.get('etag')! }
  assert.equal((await look(pat, id, known))[0], 304)
  assert.equal((await look(reader, id, known))[0], 404)
  const program = await reader.ask('GET', `/artifacts/${id}`)
  assert.deepEqual([program.status, program.json.code], [404, 'not_found'])
  await pat.share(id, { kind: 'people', people: [reader.email] })
  assert.deepEqual(await look(reader, id), [200, 'text/html'])
  await world.block(reader.email)
  assert.deepEqual(await look(reader, id), [403, 'text/html'])
})

test('a signed-out browser is sent to sign in and back, and a program gets an error [artifacts.sign-in]', async () => {
  const { id } = await pat.publish({})
  const browser = { headers: { 'sec-fetch-dest': 'document', accept: 'text/html' } }
  const page = await signedOut.ask('GET', `/artifacts/${id}?version=2`, browser)
  const back = encodeURIComponent(`/portal/artifacts/${id}?version=2`)
  assert.deepEqual([page.status, page.headers.get('location')], [302, `/auth?redirect=${back}`])
  const content = await signedOut.ask('GET', `/artifacts/${id}/content`, browser)
  assert.equal(
    content.headers.get('location'),
    `/auth?redirect=${encodeURIComponent(`/portal/artifacts/${id}`)}`,
  )
  const program = await signedOut.ask('GET', `/artifacts/${id}/content`)
  assert.deepEqual([program.status, program.json.code], [401, 'unauthenticated'])
  assert.equal((await signedOut.ask('GET', `/artifacts/${id}`)).status, 401)
})

test('a person can publish a file from their own chats, and from no other person’s [artifacts.chat-file]', async () => {
  const upload = await fetch(`${world.console.url}/uploads/chat-1/plan.md`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.console.bridgeKey}`, 'x-chatapp-user-email': pat.email },
    body: '# Plan',
  })
  assert.equal(upload.status, 200)
  const body = { hub: 'garden', chat_id: 'chat-1', filename: 'plan.md', title: 'The plan' }
  const made = await pat.ask('POST', '/artifacts/api/from-chat-file', { body })
  assert.deepEqual([made.status, made.json.title, made.json.preview], [201, 'The plan', 'markdown'])
  assert.equal((await pat.ask('GET', `/artifacts/${made.json.id}/content`)).text, '# Plan')
  const again = await pat.ask('POST', '/artifacts/api/from-chat-file', {
    body: { ...body, artifact: made.json.id },
  })
  assert.deepEqual([again.json.id, again.json.version], [made.json.id, 2])
  const stranger = await world.addVisitor('Stan Stranger', 'use_hub')
  assert.equal((await stranger.ask('POST', '/artifacts/api/from-chat-file', { body })).status, 404)
  const chats = await readdir(join(world.console.folder, 'Garden', '.chats'))
  await stranger.ask('POST', '/artifacts/api/from-chat-file', { body: { ...body, chat_id: 'never-seen' } })
  assert.deepEqual(
    await readdir(join(world.console.folder, 'Garden', '.chats')),
    chats,
    'nothing was claimed',
  )
})

test('lists contain the visible artifacts only, newest first, filtered and paged [artifacts.list]', async () => {
  const lister = await world.addVisitor('Lia Lister', 'use_hub')
  const titles = ['Alpha 100%', 'Beta', 'Gamma']
  for (const title of titles) {
    await lister.publish({ title, filename: title === 'Beta' ? 'b.csv' : 'x.txt' })
    world.wait(1)
  }
  const list = async (query: string) => {
    const { json } = await lister.ask('GET', `/artifacts/api?view=mine&${query}`)
    return [json.items.map(({ title }: any) => title), json.total]
  }
  assert.deepEqual(await list(''), [['Gamma', 'Beta', 'Alpha 100%'], 3])
  assert.deepEqual(await list('limit=1&offset=1'), [['Beta'], 3])
  assert.deepEqual(await list('preview=csv'), [['Beta'], 1])
  assert.deepEqual(await list('q=AMM'), [['Gamma'], 1])
  assert.deepEqual(await list('q=0%25'), [['Alpha 100%'], 1])
  assert.deepEqual(await list('hub=attic'), [[], 0])
  const decomposed = 'Größe'.normalize('NFD')
  await lister.publish({ title: decomposed })
  for (const form of ['NFC', 'NFD'])
    assert.deepEqual(await list(`q=${encodeURIComponent('GRÖSSE'.replace('SS', 'ß').normalize(form))}`), [
      [decomposed],
      1,
    ])
  const seen = async (view: string) =>
    (await pat.ask('GET', `/artifacts/api?view=${view}&limit=200`)).json.items.map(({ title }: any) => title)
  assert.ok(!(await seen('all')).includes('Beta'))
  const { id } = await lister.publish({ title: 'Delta' })
  await lister.share(id, { kind: 'hub' })
  assert.ok((await seen('shared')).includes('Delta') && (await seen('all')).includes('Delta'))
  assert.ok(!(await seen('mine')).includes('Delta'))
})

test('a server without the bytes says so, and not that there is nothing [artifacts.contents.missing]', async () => {
  const { id, sha256: hash } = await pat.publish({ content: 'elsewhere' })
  await loseBytes(data, { area: 'artifacts', folder }, hash)
  const answer = await pat.ask('GET', `/artifacts/${id}/content`)
  assert.deepEqual([answer.status, answer.json.code], [503, 'unavailable'])
  assert.match(answer.json.detail, /no copy/)
})

test('unreferenced contents after a crash are removed at the next start, and referenced ones stay [artifacts.crash]', async () => {
  const named = await pat.publish({ content: 'named' })
  const [lost, unfinished] = [sha256('left by a crash'), join(folder, 'incoming', 'abc')]
  await mkdir(join(folder, lost.slice(0, 2)), { recursive: true })
  await writeFile(join(folder, lost.slice(0, 2), lost), 'left by a crash')
  await writeFile(unfinished, 'half')
  await restartBridge()
  await until(async () => !(await onDisk()).includes(lost))
  assert.ok((await onDisk()).includes(named.sha256))
  assert.deepEqual(await readdir(join(folder, 'incoming')), ['abc'], 'it may be another process’s upload')
})

async function restartBridge(): Promise<void> {
  const { startBridge } = await import('#processes/bridge.ts')
  const bridge = await startBridge({
    environment: { PORT: '0', BRIDGE_PORT: '0', SVC_DATA_DIR: data, ...(await servicesOf(data)) },
    hubFolder: join(world.console.folder, 'Garden'),
  })
  after(() => bridge[Symbol.asyncDispose]())
}
