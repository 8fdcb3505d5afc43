import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import type { TestContext } from 'node:test'

const PULL = {
  number: 9,
  title: 'Faster cart',
  body: 'Half the time',
  html_url: 'https://github.com/acme/shop/pull/9',
  state: 'closed',
  user: { login: 'ada' },
  labels: [{ name: 'docs' }],
}

const ANSWERS: Readonly<Record<string, unknown>> = {
  '/repos/acme/shop/labels': [
    { id: 1, name: 'bug', description: 'Something is broken', color: 'd73a4a', default: true },
    { id: 2, name: 'docs', description: null, color: '0075ca', default: false },
  ],
  '/repos/acme/shop/issues/9': PULL,
  '/repos/acme/shop/issues/9/comments': [{ id: 5, body: 'Thanks', user: { login: 'jo' } }],
  '/search/issues': { total_count: 1, incomplete_results: false, items: [PULL] },
}

/** Answers in the form of GitHub's REST API, version 2022-11-28. */
export async function startGithub(t: TestContext) {
  const changes: { path: string; body: unknown }[] = []
  const searches: string[] = []
  let authorization: string | undefined
  const server = createServer(async (request, response) => {
    authorization = request.headers.authorization
    const { pathname: path, searchParams } = new URL(request.url!, 'http://github')
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.method === 'POST') {
      const body = await json(request)
      changes.push({ path, body })
      return void send(
        200,
        (body as { labels: string[] }).labels.map((name) => ({ name })),
      )
    }
    if (path === '/search/issues') searches.push(searchParams.get('q')!)
    send(path in ANSWERS ? 200 : 404, ANSWERS[path] ?? { message: 'Not Found' })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    changes,
    searches,
    get authorization() {
      return authorization
    },
  }
}
