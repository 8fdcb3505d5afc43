import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import type { PeerHub } from './hub.ts'
import { until } from '../../support/until.ts'

interface Scenario {
  url: string
  client_id?: string
  client_secret?: string
}

const MAX_CALLS = 5
const MAX_REDIRECTS = 6

/** The Hub's answer ends with this sentence if the account is connected, but the tools are not loaded yet. */
const TOOLS_LATER = 'Its tools are there from the next message on.'

/**
 * A Hub as a client that signs in. A scenario of the conformance suite runs `conformance-sign-in-client.mjs`, which
 * posts the scenario to this server and exits with 1 on an error:
 *
 * 1. An administrator adds the scenario's server to `mcp.json` and its provider to the web chat.
 * 2. The model calls the server's tool.
 * 3. While the answer contains a link to connect an account, the person opens it, and the model calls the tool again.
 *    A failed connection ends the scenario.
 */
export async function startSignInServer(hub: PeerHub): Promise<AsyncDisposable & { url: string }> {
  let scenarios = 0
  const servers: Record<string, { url: string }> = {} // scenarios run concurrently, so `mcp.json` keeps all servers
  const server = createServer((request, response) => {
    const answer = async () => {
      const scenario = (await json(request)) as Scenario
      const id = `conformance_${++scenarios}`
      servers[id] = { url: scenario.url }
      await hub.useServers(servers)
      return useAsPerson(hub, id, scenario).finally(() => delete servers[id])
    }
    answer().then(
      (text) => response.end(text),
      (error: Error) => response.writeHead(500).end(error.message),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

async function useAsPerson(hub: PeerHub, id: string, scenario: Scenario): Promise<string> {
  await addProvider(hub, id, scenario)
  await until(
    async () => {
      const { items } = await hub.person.call('GET', '/portal/api/connections')
      return items.some((item: { provider: string }) => item.provider === id)
    },
    { what: 'the person may connect an account' },
  )
  const output: string[] = []
  for (let calls = 0; calls < MAX_CALLS; calls++) {
    const text = await callTool(hub, id)
    if (text === 'test') return text
    output.push(text)
    if (text.endsWith(TOOLS_LATER)) continue
    const [link] = /\/portal\/connect\/[0-9a-f-]{36}/.exec(text) ?? []
    if (!link) break
    const status = await openLink(hub, link)
    output.push(JSON.stringify(status))
    if (status.state !== 'connected') break
  }
  throw new Error(output.join('\n'))
}

const addProvider = (
  hub: PeerHub,
  id: string,
  { url, client_id, client_secret }: Scenario,
): Promise<unknown> =>
  hub.admin.call('POST', `/api/v1/configs/tool_servers/${id}?new=true`, {
    url,
    path: '',
    type: 'mcp',
    key: '',
    auth_type: client_id ? 'oauth_2.1_static' : 'oauth_2.1',
    config: {
      enable: true,
      kind: 'mcp',
      access_grants: [{ principal_type: 'user', principal_id: '*', permission: 'read' }],
    },
    info: {
      id,
      name: id,
      description: '',
      ...(client_id && { oauth_client_id: client_id }),
      ...(client_secret && { oauth_client_secret: client_secret }),
    },
  })

async function callTool(hub: PeerHub, id: string): Promise<string> {
  let name = ''
  await until(
    async () => {
      const order = `say tools of ${id}`
      await ask(hub, order)
      const tools = hub.model.requests.findLast(({ text }) => text.includes(order))?.body.tools ?? []
      name = tools.map((tool) => tool.function.name).find((found) => found.startsWith(`${id}__`)) ?? ''
      return name !== ''
    },
    { everyMs: 100, what: 'the model is offered a tool of the server' },
  )
  return ask(hub, `call ${name} {}`)
}

async function ask(hub: PeerHub, content: string): Promise<string> {
  const answer = await hub.person.call('POST', '/api/chat/completions', {
    model: hub.environment['HUB_MODEL'],
    messages: [{ role: 'user', content }],
  })
  return answer.choices[0].message.content.replace(/^result: /, '')
}

async function openLink(hub: PeerHub, link: string): Promise<{ state: string }> {
  const cookies = [`token=${hub.person.token}`]
  let page = new URL(`${link}/start`, hub.url)
  let method = 'POST'
  for (let redirects = 0; redirects < MAX_REDIRECTS; redirects++) {
    const isHub = page.origin === hub.url
    const answer = await fetch(page, {
      method,
      redirect: 'manual',
      headers: { accept: 'text/html', ...(isHub && { cookie: cookies.join('; '), origin: hub.url }) },
    })
    if (isHub) cookies.push(...answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0]!))
    const next = answer.headers.get('location')
    if (next === null) break
    page = new URL(next, page)
    method = 'GET'
  }
  return hub.person.call('GET', `${link}/status`)
}
