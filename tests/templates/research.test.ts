import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { calls, says } from '../support/upstream.ts'
import { startTemplate, toolResults } from './started-template.ts'

const PAGE = '<html><title>Heat pumps</title><body><h1>Heat pumps</h1><p>They move heat.</p></body></html>'

async function startServer(t: TestContext, answer: RequestListener) {
  const requests: { method: string; url: URL; headers: NodeJS.Dict<string | string[]>; body: string }[] = []
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString()
    const { method = '', headers } = request
    requests.push({ method, url: new URL(request.url!, 'http://engine'), headers, body })
    answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return { requests, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test('the research template searches with SearXNG, reads a page and publishes a report with sources [templates.research]', async (t) => {
  const site = await startServer(t, (_, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE),
  )
  const page = `${site.url}/heat-pumps`
  const searxng = await startServer(t, (_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(
      JSON.stringify({
        query: 'heat pumps',
        number_of_results: 0,
        results: [
          {
            url: page,
            title: 'Heat pumps',
            content: 'They move heat.',
            publishedDate: '2026-11-03T00:00:00',
            thumbnail: '',
            engine: 'duckduckgo',
            template: 'default.html',
            parsed_url: ['http', new URL(page).host, '/heat-pumps', '', '', ''],
            img_src: '',
            priority: '',
            engines: ['duckduckgo', 'brave'],
            positions: [1, 2],
            score: 3,
            category: 'general',
          },
          { url: 'javascript:alert(1)', title: 'Bad', content: '', engine: 'x', engines: ['x'] },
        ],
        answers: [],
        corrections: [],
        infoboxes: [],
        suggestions: ['heat pump cost'],
        unresponsive_engines: [['google', 'CAPTCHA']],
      }),
    ),
  )
  const { model, ask, ann, running } = await startTemplate(t, 'research', {
    SEARXNG_URL: `${searxng.url}/`,
    SVC_FETCH_ALLOW_HOSTS: new URL(site.url).host,
  })
  const report = `Heat pumps move heat [1].\n\n## Sources\n\n1. [Heat pumps](${page}), 3 November 2026\n`
  model.script(
    calls({ name: 'web_search', input: { query: 'heat pumps', since: 'year' } }),
    calls({ name: 'fetch_url', input: { url: page } }),
    calls({ name: 'publish_artifact', input: { content: report, filename: 'heat-pumps.md' } }),
    says('Published.'),
  )
  assert.match(await ask('Write a report about heat pumps'), /Published/)

  const { method, url } = searxng.requests[0]!
  assert.deepEqual(
    [method, url.pathname, Object.fromEntries(url.searchParams)],
    ['GET', '/search', { q: 'heat pumps', format: 'json', time_range: 'year' }],
  )
  const [found, read] = toolResults(model.requests.at(-1)!)
  assert.equal(found, `Heat pumps (2026-11-03)\n${page}\nThey move heat.`)
  assert.match(read!, /They move heat\./)
  const { items } = await ann.call('GET', '/portal/artifacts/api')
  assert.equal(items.length, 1)
  const content = await fetch(`${running.url}/portal/artifacts/${items[0].id}/content`, {
    headers: { cookie: `token=${ann.token}` },
  })
  assert.equal(await content.text(), report)
})

test('the research template searches with Brave and with Tavily [templates.research]', async (t) => {
  const results = [
    {
      title: 'One',
      url: 'https://one.example/',
      description: 'First',
      content: 'First',
      page_age: '2026-11-02T10:00:00',
    },
  ]
  const engine = await startServer(t, ({ method }, response) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(
        JSON.stringify(
          method === 'GET' ? { type: 'search', web: { type: 'search', results } } : { query: 'q', results },
        ),
      ),
  )
  const search = async (environment: Record<string, string>, since: string) => {
    const { model, ask } = await startTemplate(t, 'research', environment)
    model.script(calls({ name: 'web_search', input: { query: 'one two', since } }), says('Done.'))
    await ask('Search')
    return toolResults(model.requests.at(-1)!)[0]
  }
  assert.equal(
    await search({ BRAVE_API_KEY: 'brave-key-1', BRAVE_URL: engine.url }, 'day'),
    'One (2026-11-02)\nhttps://one.example/\nFirst',
  )
  assert.equal(
    await search({ TAVILY_API_KEY: 'tvly-key-1', TAVILY_URL: engine.url }, 'month'),
    'One\nhttps://one.example/\nFirst',
  )
  const [brave, tavily] = engine.requests
  assert.equal(brave!.url.pathname, '/res/v1/web/search')
  assert.deepEqual(
    [
      brave!.headers['x-subscription-token'],
      brave!.url.searchParams.get('q'),
      brave!.url.searchParams.get('freshness'),
    ],
    ['brave-key-1', 'one two', 'pd'],
  )
  assert.deepEqual(
    [tavily!.method, tavily!.url.pathname, tavily!.headers.authorization, JSON.parse(tavily!.body)],
    ['POST', '/search', 'Bearer tvly-key-1', { query: 'one two', max_results: 8, time_range: 'month' }],
  )
})

test('a search that fails says what to set [templates.research]', async (t) => {
  const answers: [status: number, body: object][] = [
    [403, {}],
    [500, {}],
    [
      200,
      {
        results: [],
        unresponsive_engines: [
          ['google', 'CAPTCHA'],
          ['brave', 'timeout'],
        ],
      },
    ],
    [200, { results: [], unresponsive_engines: [] }],
  ]
  const searxng = await startServer(t, (_, response) => {
    const [status, body] = answers.shift()!
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  const resultOf = async (environment: Record<string, string>, count: number) => {
    const { model, ask } = await startTemplate(t, 'research', environment)
    const call = (n: number) => calls({ name: 'web_search', input: { query: `query ${n}` } })
    model.script(...Array.from({ length: count }, (_, n) => call(n)), says('Done.'))
    await ask('Search')
    return toolResults(model.requests.at(-1)!)
  }
  const [none] = await resultOf({}, 1)
  assert.match(none!, /set SEARXNG_URL, BRAVE_API_KEY or TAVILY_API_KEY in \.env/)
  const [refused, failed, silent, empty] = await resultOf({ SEARXNG_URL: searxng.url }, 4)
  assert.match(refused!, /add it to search\.formats/)
  assert.match(failed!, /SearXNG answered 500/)
  assert.match(silent!, /google: CAPTCHA, brave: timeout/)
  assert.equal(empty, 'No results.')
  const [away] = await resultOf({ SEARXNG_URL: 'http://127.0.0.1:9' }, 1)
  assert.match(away!, /SearXNG is unreachable/)
})
