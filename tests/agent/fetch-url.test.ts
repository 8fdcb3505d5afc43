// Runs in a process of its own: it measures the process's memory.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { allBuiltInTools } from '#core/agent/tools/built-in.ts'
import { systemResolve, type Resolve } from '#ground/base/network/resolve.ts'
import { systemClock, type Clock } from '#ground/base/clock.ts'
import { readBuiltInToolConfig } from '#processes/config/built-in-tools.ts'
import { startTestAgent, type TestAgent } from '../support/agent.ts'
import { manualClock } from '../support/manual-clock.ts'

interface Site {
  /** `127.0.0.1:port`. */
  host: string
  port: number
  requests: IncomingMessage[]
}

const startSite = async (t: TestContext, answer: RequestListener): Promise<Site> => {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    answer(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { host: `127.0.0.1:${port}`, port, requests }
}

const start = (
  t: TestContext,
  {
    allow = [],
    resolve = systemResolve,
    clock = systemClock,
  }: { allow?: string[]; resolve?: Resolve; clock?: Clock } = {},
) => {
  const config = readBuiltInToolConfig({ SVC_FETCH_ALLOW_HOSTS: allow.join(',') })
  return startTestAgent(t, {
    tools: allBuiltInTools({ fetch: { ...config.fetch!, resolve, clock }, command: null }),
  })
}

const get = async (agent: TestAgent, url: string, more: object = {}) => {
  const { tools, text } = await agent.run(`/tool fetch_url ${JSON.stringify({ url, ...more })}`)
  return { state: tools[1]?.state, title: tools[1]?.title, text }
}

const html = (response: ServerResponse, body: string) =>
  response.setHeader('content-type', 'text/html; charset=utf-8').end(body)

const PAGE = `<!doctype html><html><head><title>Prices &amp; plans</title><script>evil()</script></head><body>
<nav>Menu</nav><main><h1>Plans</h1><p>See <a href="/docs">the docs</a>.</p>
<table><tr><th>Plan</th><th>Price</th></tr><tr><td>A</td><td>10</td></tr></table></main><footer>Imprint</footer></body></html>`

test('a page comes as markdown with its address, status and title, marked as outside content [agent.fetch.page]', async (t) => {
  const site = await startSite(t, (_, response) => html(response, PAGE))
  const agent = await start(t, { allow: [site.host] })
  const { text, title } = await get(agent, `http://${site.host}/a#part`)
  const [address, status, note, open, ...rest] = text.split('\n')
  assert.equal(address, `http://${site.host}/a`)
  assert.equal(status, 'Status: 200 OK')
  assert.match(note!, /information, not instructions/)
  const mark = /^<<<(OUTSIDE-CONTENT-[\w-]+)$/.exec(open!)?.[1]
  assert.ok(mark)
  assert.equal(rest.at(-1), `${mark}>>>`)
  const body = rest.join('\n')
  assert.match(body, /^Title: Prices & plans\n\n# Plans\n/)
  assert.match(body, new RegExp(`\\[the docs\\]\\(http://${site.host}/docs\\)`))
  assert.match(body, /\| A +\| 10 +\|/)
  assert.doesNotMatch(body, /evil|Menu|Imprint/)
  assert.equal(title, `Read ${site.host}`)
})

test('a page can’t pretend that its content is over: the mark is another each time [agent.fetch.page]', async (t) => {
  const site = await startSite(t, (_, response) => response.end('text'))
  const agent = await start(t, { allow: [site.host] })
  const marks = await Promise.all(
    [1, 2].map(async () => /OUTSIDE-CONTENT-\S+/.exec((await get(agent, `http://${site.host}/`)).text)?.[0]),
  )
  assert.ok(marks[0])
  assert.notEqual(marks[0], marks[1])
})

test('long text comes in pieces that say how to go on [agent.fetch.pieces]', async (t) => {
  const lines = Array.from({ length: 20_000 }, (_, n) => `line ${n}`)
  const site = await startSite(t, (_, response) =>
    response.setHeader('content-type', 'text/plain').end(lines.join('\n')),
  )
  const agent = await start(t, { allow: [site.host] })
  const seen: string[] = []
  let offset: number | undefined = 0
  while (offset !== undefined) {
    const { text } = await get(agent, `http://${site.host}/`, { offset })
    seen.push(/<<<\S+\n([^]*)\n\S+>>>/.exec(text)![1]!)
    const next = /go on with offset (\d+)\)$/.exec(text)?.[1]
    offset = next === undefined ? undefined : Number(next)
  }
  assert.equal(seen.join(''), lines.join('\n'))
  assert.match(
    (await get(agent, `http://${site.host}/`, { offset: 9_999_999 })).text,
    /has only \d+ characters/,
  )
})

test('text, JSON, other charsets and compression are read, and no cookie is ever sent [agent.fetch.types]', async (t) => {
  const answers: Record<string, (response: ServerResponse) => unknown> = {
    '/json': (r) => r.setHeader('content-type', 'application/problem+json').end('{"a":1}'),
    '/latin': (r) =>
      r.setHeader('content-type', 'text/plain; charset=iso-8859-1').end(Buffer.from('Grüße', 'latin1')),
    '/utf16': (r) => r.setHeader('content-type', 'text/plain').end(Buffer.from('\uFEFFGrüße', 'utf16le')),
    '/odd': (r) => r.setHeader('content-type', 'text/plain; charset=klingon').end('Grüße'),
    '/gzip': (r) =>
      r.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' }).end(gzipSync('Grüße')),
    '/br': (r) =>
      r
        .writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'br' })
        .end(brotliCompressSync('Grüße')),
    '/missing': (r) =>
      r.writeHead(404, { 'content-type': 'text/plain', 'set-cookie': 'a=b' }).end('no such page'),
    '/empty': (r) => r.setHeader('content-type', 'text/plain').end(),
  }
  const site = await startSite(t, (request, response) => answers[request.url!]!(response))
  const agent = await start(t, { allow: [site.host] })
  const textOf = async (path: string) => (await get(agent, `http://${site.host}${path}`)).text
  assert.match(await textOf('/json'), /\n\{"a":1\}\n/)
  for (const path of ['/latin', '/utf16', '/odd', '/gzip', '/br'])
    assert.match(await textOf(path), /\nGrüße\n/, path)
  assert.match(await textOf('/missing'), /Status: 404 Not Found\n[^]*no such page/)
  assert.match(await textOf('/empty'), /has no text/)
  assert.ok(
    site.requests.every(({ headers }) => !headers.cookie && !headers.authorization && !headers.referer),
  )
})

test('a response without text is named, and saved for the person on request [agent.fetch.save]', async (t) => {
  const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1])
  const site = await startSite(t, (request, response) =>
    request.url === '/gone'
      ? response.writeHead(410).end()
      : response.setHeader('content-type', 'image/png').end(png),
  )
  const agent = await start(t, { allow: [site.host] })
  assert.match(
    (await get(agent, `http://${site.host}/x.png`)).text,
    /image\/png, 6 bytes, which can’t be shown as text.*save_as/,
  )
  const saved = await get(agent, `http://${site.host}/x.png`, { save_as: 'logo.png' })
  assert.match(saved.text, /^\[logo\.png\]\(\/artifacts\/chat-1\/logo\.png\?t=[\w-]+\)$/)
  assert.deepEqual(await readFile(join(agent.chatFolder, 'logo.png')), png)
  assert.equal((await get(agent, `http://${site.host}/gone`, { save_as: 'x' })).state, 'failed')
})

const REFUSED = {
  'file:///etc/passwd': /Only http and https/,
  'ftp://example.com/': /Only http and https/,
  'data:text/plain,x': /Only http and https/,
  'javascript:alert(1)': /Only http and https/,
  'example.com': /not a web address/,
  '//example.com': /not a web address/,
  'http://': /not a web address/,
  'http://user:secret@example.com/': /user name or password/,
  'http://example.com:22/': /Port 22 is not/,
  'http://example.com:6379/': /Port 6379 is not/,
  'http://127.0.0.1/': /not on the public internet/,
  'http://127.1/': /not on the public internet/,
  'http://2130706433/': /not on the public internet/,
  'http://0x7f.0.0.1/': /not on the public internet/,
  'http://0177.0.0.1/': /not on the public internet/,
  'http://0/': /not on the public internet/,
  'http://localhost/': /not on the public internet/,
  'http://LOCALHOST./': /not on the public internet|There is no host/,
  'http://10.0.0.1/': /not on the public internet/,
  'http://169.254.169.254/latest/meta-data/': /not on the public internet/,
  'http://[::1]/': /not on the public internet/,
  'http://[::ffff:127.0.0.1]/': /not on the public internet/,
  'http://[::127.0.0.1]/': /not on the public internet/,
  'http://[64:ff9b::7f00:1]/': /not on the public internet/,
  'http://[2002:7f00:1::]/': /not on the public internet/,
  'http://[fe80::1]/': /not on the public internet/,
  'http://[fd00::1]/': /not on the public internet/,
  'http://①②⑦.⓪.⓪.①/': /not on the public internet/,
  'http://no-such-host.invalid/': /There is no host/,
  [`http://example.com/${'x'.repeat(10_000)}`]: /too long/,
}

test('only public http addresses are fetched, in any spelling [agent.fetch.refused]', async (t) => {
  const resolve: Resolve = async (host) =>
    host.startsWith('localhost')
      ? [{ address: '127.0.0.1', family: 4 }]
      : Promise.reject(new Error('unknown'))
  const agent = await start(t, { resolve })
  for (const [url, reason] of Object.entries(REFUSED)) {
    const { state, text } = await get(agent, url)
    assert.equal(state, 'failed', url)
    assert.match(text, reason, url)
    assert.doesNotMatch(text, /secret/)
  }
})

test('a name with one internal address among public ones is refused [agent.fetch.refused]', async (t) => {
  const resolve: Resolve = async () => [
    { address: '93.184.215.14', family: 4 },
    { address: '10.0.0.8', family: 4 },
  ]
  const agent = await start(t, { resolve })
  assert.match((await get(agent, 'http://mixed.example/')).text, /not on the public internet/)
})

test('a name is resolved once, and the connection uses that address [agent.fetch.pinned]', async (t) => {
  const site = await startSite(t, (_, response) => response.end('right'))
  const asked: string[] = []
  const resolve: Resolve = async (host) => {
    asked.push(host)
    return [{ address: asked.length === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }]
  }
  const agent = await start(t, { allow: [`docs.example:${site.port}`], resolve })
  assert.match((await get(agent, `http://docs.example:${site.port}/`)).text, /right/)
  assert.deepEqual(asked, ['docs.example'])
  assert.equal(site.requests[0]?.headers.host, `docs.example:${site.port}`)
})

test('every redirect is checked and resolved again [agent.fetch.redirects]', async (t) => {
  const inner = await startSite(t, (_, response) => response.end('inner'))
  const targets: Record<string, string> = {
    '/relative': '/end',
    '/inner': `http://${inner.host}/`,
    '/file': 'file:///etc/passwd',
    '/login': 'http://user:pass@example.com/',
    '/metadata': 'http://169.254.169.254/',
    '/port': 'http://example.com:25/',
    '/round': '/round',
    '/bad': 'http://[',
  }
  const site = await startSite(t, (request, response) => {
    const location = targets[request.url!]
    if (location) response.writeHead(302, { location }).end()
    else response.end('the end')
  })
  const agent = await start(t, { allow: [site.host] })
  const textOf = async (path: string) => (await get(agent, `http://${site.host}${path}`)).text
  assert.match(await textOf('/relative'), new RegExp(`^http://${site.host}/end\n[^]*the end`))
  assert.match(await textOf('/inner'), /redirects: Port \d+ is not allowed/)
  assert.match(await textOf('/file'), /Only http and https/)
  assert.match(await textOf('/login'), /user name or password/)
  assert.match(await textOf('/metadata'), /not on the public internet/)
  assert.match(await textOf('/port'), /Port 25/)
  assert.match(await textOf('/bad'), /not a web address/)
  assert.match(await textOf('/round'), /More than 5 redirects/)
  assert.equal(inner.requests.length, 0)
  assert.equal(site.requests.filter(({ url }) => url === '/round').length, 6)
})

test('a name that turns internal between two redirects is refused [agent.fetch.redirects]', async (t) => {
  const site = await startSite(t, (_, response) =>
    response.writeHead(307, { location: 'http://turning.example/' }).end(),
  )
  const resolve: Resolve = async (host) => [
    { address: host === 'turning.example' ? '192.168.1.1' : '127.0.0.1', family: 4 },
  ]
  const agent = await start(t, { allow: [`start.example:${site.port}`], resolve })
  assert.match(
    (await get(agent, `http://start.example:${site.port}/`)).text,
    /turning\.example is not on the public internet/,
  )
})

test('size is bounded, counted after decompression [agent.fetch.bounded]', async (t) => {
  const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024, 'a'))
  const site = await startSite(t, (request, response) => {
    if (request.url === '/bomb')
      response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' }).end(bomb)
    else if (request.url === '/twice')
      response.writeHead(200, { 'content-encoding': 'gzip, gzip' }).end(gzipSync(bomb))
    else if (request.url === '/broken') response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip')
    else {
      response.setHeader('content-type', 'text/plain')
      const more = () => {
        while (response.write('b'.repeat(65_536)));
      }
      response.on('drain', more)
      more()
    }
  })
  const agent = await start(t, { allow: [site.host] })
  const before = process.memoryUsage().rss
  assert.match((await get(agent, `http://${site.host}/bomb`)).text, /of 262\d{5};/)
  assert.match((await get(agent, `http://${site.host}/endless`)).text, /go on with offset/)
  assert.match((await get(agent, `http://${site.host}/bomb`, { save_as: 'x' })).text, /too large/)
  assert.match((await get(agent, `http://${site.host}/twice`)).text, /compression that was not asked for/)
  assert.match((await get(agent, `http://${site.host}/broken`)).text, /sent damaged data/)
  assert.ok(process.memoryUsage().rss - before < 400 * 1024 * 1024)
})

test('a server that never ends its answer is given up when the time is up [agent.fetch.time]', async (t) => {
  const clock = manualClock()
  const reached = Promise.withResolvers<void>()
  const site = await startSite(t, (_, response) => {
    response.writeHead(200, { 'content-type': 'text/plain' }).write('begun')
    reached.resolve()
  })
  const agent = await start(t, { allow: [site.host], clock })
  const fetching = get(agent, `http://${site.host}/`)
  await reached.promise
  clock.advance(45_000)
  assert.match((await fetching).text, /took longer than 45 s/)
})

test('stopping the answer ends the request [agent.fetch.cancel]', async (t) => {
  const stop = new AbortController()
  const site = await startSite(t, () => stop.abort())
  const agent = await start(t, { allow: [site.host] })
  const { finish } = await agent.run(`/tool fetch_url {"url":"http://${site.host}/"}`, {
    signal: stop.signal,
  })
  assert.equal(finish?.reason, 'aborted')
  const { socket } = site.requests[0]!
  if (!socket.destroyed) await once(socket, 'close')
})

test('network problems are reported in one plain line [agent.fetch.trouble]', async (t) => {
  const site = await startSite(t, (request, response) => {
    if (request.url === '/cut')
      response.writeHead(200, { 'content-length': '100' }).write('part', () => request.socket.destroy())
    else request.socket.destroy()
  })
  const closed = await startSite(t, () => {})
  const agent = await start(t, { allow: [site.host, '127.0.0.1:1', closed.host] })
  assert.equal((await get(agent, 'http://127.0.0.1:1/')).text.trim(), '127.0.0.1:1 refused the connection.')
  assert.match((await get(agent, `http://${site.host}/`)).text, /broke the connection/)
  assert.match((await get(agent, `http://${site.host}/cut`)).text, /broke the connection/)
  assert.match((await get(agent, `https://${site.host}/`)).text, /could not be read|broke the connection/)
})

test('input that is no address is refused in one line [agent.fetch.refused]', async (t) => {
  const agent = await start(t)
  for (const input of [
    {},
    { url: '' },
    { url: 5 },
    { url: 'http://a/', offset: -1 },
    { url: 'http://a/', offset: 1.5 },
    [],
  ]) {
    const { tools } = await agent.run(`/tool fetch_url ${JSON.stringify(input)}`)
    assert.equal(tools[1]?.state, 'failed')
  }
})

test('hosts are allowed by the operator, one port or the usual ones, and nothing else is [agent.fetch.settings]', () => {
  const read = (hosts: string) => readBuiltInToolConfig({ SVC_FETCH_ALLOW_HOSTS: hosts }).fetch?.allowedHosts
  assert.deepEqual(read('Wiki.Local, 10.0.0.1:8080 [::1]:90'), [
    { hostname: 'wiki.local', port: null },
    { hostname: '10.0.0.1', port: 8080 },
    { hostname: '[::1]', port: 90 },
  ])
  assert.throws(() => read('http://wiki.local/'), /SVC_FETCH_ALLOW_HOSTS/)
  assert.throws(() => read('a:b:c'), /SVC_FETCH_ALLOW_HOSTS/)
  assert.equal(readBuiltInToolConfig({ SVC_FETCH: 'off' }).fetch, null)
})

test('fetch_url is not offered without a person, unless the agent file lists it [agent.fetch.settings]', async (t) => {
  const agent = await start(t)
  const { tools } = await agent.run('/tool fetch_url {"url":"http://a/"}', { surface: 'webhook' })
  assert.match(tools[1]?.error ?? '', /There is no tool “fetch_url”/)
})
