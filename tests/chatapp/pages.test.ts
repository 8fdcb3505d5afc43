import assert from 'node:assert/strict'
import { describe, test, type TestContext } from 'node:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { mkdir, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { join } from 'node:path'
import { startTestChatapp, temporaryFolder } from './started-chatapp.ts'

const PAGE = '<!doctype html><script src="/assets/app-1a2b.js"></script>'
const SCRIPT = 'console.log("hello")'

async function builtPages(t: TestContext): Promise<string> {
  const folder = await temporaryFolder(t)
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), PAGE)
  await writeFile(join(folder, 'favicon.svg'), '<svg/>')
  await writeFile(join(folder, 'assets', 'app-1a2b.js'), SCRIPT)
  await writeFile(join(folder, 'assets', 'app-1a2b.js.br'), brotliCompressSync(SCRIPT))
  await writeFile(join(folder, 'assets', 'app-1a2b.js.gz'), gzipSync(SCRIPT))
  return folder
}

describe('pages', () => {
  test('the page is served for every address it routes itself, under its policy [chatapp.pages]', async (t) => {
    const chat = await startTestChatapp(t, { pagesFolder: await builtPages(t) })
    for (const path of ['/', '/auth?redirect=%2Fc%2F1', '/c/some-id', '/settings', '/admin/users']) {
      const answer = await chat.visitor.get(path)
      assert.deepEqual([answer.status, answer.text], [200, PAGE], path)
      const policy = answer.headers.get('content-security-policy')!
      for (const rule of [
        "default-src 'self'",
        "object-src 'none'",
        "frame-ancestors 'self'",
        "base-uri 'none'",
      ])
        assert.ok(policy.includes(rule))
      assert.doesNotMatch(policy, /script-src|unsafe/)
      assert.deepEqual(
        [answer.headers.get('cache-control'), answer.headers.get('x-content-type-options')],
        ['no-cache', 'nosniff'],
      )
    }
    const { headers } = await chat.visitor.get('/')
    const again = await chat.visitor.get('/', { 'if-none-match': headers.get('etag')! })
    assert.deepEqual([again.status, again.text], [304, ''])
  })

  test('hashed files are kept for ever and come compressed as the browser likes [chatapp.pages]', async (t) => {
    const chat = await startTestChatapp(t, { pagesFolder: await builtPages(t) })
    const raw = (acceptEncoding: string) =>
      new Promise<Record<string, unknown>>((resolve, reject) => {
        get(
          `${chat.url}/assets/app-1a2b.js`,
          { headers: { 'accept-encoding': acceptEncoding } },
          (response) => {
            response.resume()
            const { headers } = response
            resolve({ encoding: headers['content-encoding'], length: headers['content-length'] })
          },
        ).on('error', reject)
      })
    const [br, gzip] = [brotliCompressSync(SCRIPT).length, gzipSync(SCRIPT).length]
    assert.deepEqual(await raw('gzip, deflate, br'), { encoding: 'br', length: String(br) })
    assert.deepEqual(await raw('gzip, br;q=0'), { encoding: 'gzip', length: String(gzip) })
    assert.deepEqual(await raw('identity'), { encoding: undefined, length: String(SCRIPT.length) })
    const answer = await chat.visitor.get('/assets/app-1a2b.js')
    assert.equal(answer.text, SCRIPT)
    assert.equal(answer.headers.get('cache-control'), 'public, max-age=31536000, immutable')
    assert.match(answer.headers.get('content-type')!, /^text\/javascript/)
    const head = await chat.visitor.fetch('/assets/app-1a2b.js', { method: 'HEAD' })
    assert.deepEqual([head.status, await head.text()], [200, ''])
  })

  test('an address of a server that is not there is a JSON 404, never a page [chatapp.pages]', async (t) => {
    const chat = await startTestChatapp(t, { pagesFolder: await builtPages(t) })
    for (const path of [
      '/api/nothing',
      '/api/v1/auths',
      '/api/v1/users/a/b/c',
      '/v1/models',
      '/healthz',
      '/portal/api/me',
      '/artifacts/a/b',
      '/openai/nothing',
      '/assets/gone-1.js',
      '/missing.js',
      '/assets/../../package.json',
      '/..%2f..%2fpackage.json',
      '/assets/app-1a2b.js.br',
    ]) {
      const answer = await chat.visitor.get(path)
      assert.deepEqual([answer.status, answer.json], [404, { detail: 'Not Found', code: 'not_found' }], path)
    }
    assert.equal((await chat.visitor.post('/api/nothing', {})).status, 404)
    const page = await chat.visitor.post('/c/1', {})
    assert.deepEqual([page.status, page.headers.get('allow')], [405, 'GET, HEAD, OPTIONS'])
    const read = await chat.visitor.get('/api/chat/completions')
    assert.deepEqual(
      [read.status, read.headers.get('allow'), read.json.code],
      [405, 'POST', 'method_not_allowed'],
    )
    assert.equal(read.json.error.code, 'method_not_allowed')
    const changed = await chat.visitor.post('/api/models', {})
    assert.deepEqual([changed.status, changed.headers.get('allow')], [405, 'GET, HEAD'])
  })

  test('the loader brings the script that the edge serves, and nothing without an edge [chatapp.pages]', async (t) => {
    const withEdge = await startTestChatapp(t)
    assert.match((await withEdge.visitor.get('/static/loader.js')).text, /'\/svc-portal-navigation\.js'/)
    const without = await startTestChatapp(t, { hasNavigationScript: false })
    const answer = await without.visitor.get('/static/loader.js')
    assert.deepEqual([answer.status, answer.text], [200, ''])
  })

  test('a frame runs the scripts of the app that its address names, without origin or network, and nothing else [chatapp.script-frame]', async (t) => {
    const { visitor } = await startTestChatapp(t, { pagesFolder: await builtPages(t) })
    const { status, headers, text } = await visitor.get('/assets/frame?script=app-1a2b.js')
    assert.equal(status, 200)
    const policy = headers.get('content-security-policy')!
    const nonce = /script-src 'nonce-([^']{20,})'/.exec(policy)![1]!
    assert.match(policy, /^sandbox allow-scripts; default-src 'none';/)
    assert.match(policy, /frame-ancestors 'self'$/)
    assert.ok(text.includes(`<script nonce="${nonce}" src="app-1a2b.js"></script>`))
    const again = await visitor.get('/assets/frame?script=app-1a2b.js')
    assert.ok(!again.headers.get('content-security-policy')!.includes(nonce))
    for (const query of [
      '',
      '?script=',
      '?script=none.js',
      '?script=app-1a2b.js.br',
      '?script=..%2findex.html',
      '?script=app-1a2b.js&script=%22%3E%3Cscript%3E.js',
      '?script=https%3A%2F%2Ffar.example%2Fa.js',
    ])
      assert.equal((await visitor.get(`/assets/frame${query}`)).status, 404, query)
  })

  test('the frame for unsaved pages confines them like published pages [chatapp.preview-frame]', async (t) => {
    const { visitor } = await startTestChatapp(t)
    const { status, headers, text } = await visitor.get('/static/preview')
    assert.deepEqual(
      [
        status,
        headers.get('content-type'),
        headers.get('cache-control'),
        headers.get('connection-allowlist'),
      ],
      [200, 'text/html; charset=utf-8', 'private, no-store', '()'],
    )
    const policy = headers.get('content-security-policy')!
    assert.match(policy, /^sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline';/)
    assert.match(policy, /connect-src 'none'; frame-src 'none';.* frame-ancestors 'self'/)
    assert.doesNotMatch(policy, /allow-same-origin|allow-top-navigation|https?:/)
    assert.match(text, /source !== parent/)
  })

  test('pages that are built later are found then [chatapp.pages]', async (t) => {
    const folder = join(await temporaryFolder(t), 'later')
    const chat = await startTestChatapp(t, { pagesFolder: folder })
    assert.equal((await chat.visitor.get('/')).status, 503)
    await mkdir(folder)
    await writeFile(join(folder, 'index.html'), PAGE)
    assert.equal((await chat.visitor.get('/')).text, PAGE)
  })

  test('answers of the API are never stored by browsers [chatapp.pages]', async (t) => {
    const chat = await startTestChatapp(t)
    const answer = await chat.visitor.get('/api/config')
    assert.equal(answer.headers.get('cache-control'), 'no-store')
  })
})
