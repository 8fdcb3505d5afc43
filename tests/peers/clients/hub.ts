import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signUp, type ConsolePerson } from '../../support/console-person.ts'
import { removeFolder } from '../../support/folder.ts'
import { runHub } from '../../support/running-hub.ts'
import { startUpstream, type Upstream } from '../../support/upstream.ts'
import { startCountingProxy } from './counting-proxy.ts'
import { HUB_FILES } from './hub-files.ts'
import { obey } from './model.ts'
import { until } from '../../support/until.ts'
import { writeFilesIn } from './write-files.ts'

const PASSWORD = 'correct horse battery'
const PORTAL = '/portal/api'
const RESTRICTED = 'open_gate'

export interface PeerHub extends AsyncDisposable {
  /** Address of a counting proxy before the edge. */
  readonly url: string
  readonly model: Upstream
  readonly environment: Record<string, string>
  readonly admin: ConsolePerson
  /** A person who may use the Hub, but not the restricted tool. */
  readonly person: ConsolePerson
  readonly key: string
  countOf(text: string): number
  callsOf(id: string): Promise<string[]>
  decisions(): Promise<{ refused: number; allowed: number }>
  useServers(mcpServers: object): Promise<void>
}

export async function startPeerHub(): Promise<PeerHub> {
  const stack = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'peer-hub-'))
  stack.defer(() => removeFolder(folder))
  await writeFilesIn(folder, HUB_FILES)
  const model = stack.use(await startUpstream())
  model.otherwise(obey)
  const proxy = stack.use(await startCountingProxy())
  const hub = stack.use(
    await runHub({
      template: folder,
      fromSources: true,
      environment: {
        SVC_MODEL: 'compatible/garden-1',
        SVC_MODEL_BASE_URL: model.url,
        SVC_MODEL_API_KEY: 'sk-model',
        SVC_PUBLIC_URL: proxy.url,
        SVC_DEFAULT_USER_ROLE: 'user',
        MCP_SERVER: 'true',
        MCP_OAUTH_CLIENT_DOCUMENTS: 'client.example.com',
        MCP_OAUTH: 'true',
        SVC_CONNECT_JOURNEY: 'true',
      },
    }),
  )
  proxy.forwardTo(hub.url)
  const slug = hub.ready.hubs[0]!.slug
  const ann = await signUp(proxy.url, { name: 'Ann', email: 'ann@example.com', password: PASSWORD })
  const enter = async (name: string, permissions: readonly string[]) => {
    const email = `${name.toLowerCase()}@example.com`
    const person = await signUp(proxy.url, { name, email, password: PASSWORD })
    for (const permission of permissions)
      await ann.call('POST', `${PORTAL}/access/grant`, { subject: email, hub: slug, permission })
    const { api_key: key } = await person.call('POST', '/api/v1/auths/api_key')
    return { person, email, key: String(key) }
  }
  const bea = await enter('Bea', ['use_hub'])
  const cy = await enter('Cy', ['use_hub', RESTRICTED])
  await isListed(`${proxy.url}/api/models`, [bea.key, cy.key])
  const browser = stack.use(await startBrowser(bea.person))
  const decided = async (email: string, outcome: string): Promise<number> => {
    const query = new URLSearchParams({ user: email, outcome, tool: RESTRICTED, limit: '1' })
    return (await ann.call('GET', `${PORTAL}/audit?${query}`)).total
  }
  return {
    url: proxy.url,
    model,
    admin: ann,
    person: bea.person,
    key: cy.key,
    environment: {
      HUB_API: `${proxy.url}/api`,
      HUB_MCP: `${proxy.url}/mcp`,
      HUB_SIGN_IN: `${proxy.url}/mcp/oauth`,
      HUB_MODEL: slug,
      HUB_KEY: bea.key,
      HUB_GRANTED_KEY: cy.key,
      HUB_BROWSER: browser.url,
    },
    countOf: proxy.countOf,
    async callsOf(id) {
      const text = await readFile(join(hub.folder, 'calls.log'), 'utf8').catch(() => '')
      const lines = text.split('\n').filter((line) => line.startsWith(`${id} `))
      return lines.map((line) => line.slice(id.length + 1))
    },
    decisions: async () => ({
      refused: await decided(bea.email, 'denied'),
      allowed: await decided(cy.email, 'allowed'),
    }),
    useServers: (mcpServers) => writeFile(join(hub.folder, 'mcp.json'), JSON.stringify({ mcpServers })),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** Waits for the web chat, which lists the agent a few seconds after the grant. */
async function isListed(url: string, keys: readonly string[]): Promise<void> {
  for (const key of keys)
    await until(
      async () => {
        const answer = await fetch(url, { headers: { authorization: `Bearer ${key}` } })
        return ((await answer.json()) as { data?: unknown[] }).data?.length === 1
      },
      { what: 'the agent is listed' },
    )
}

/**
 * A signed-in person's browser. For `/?url=<authorization page>` it presses *Allow*, and responds with the page's
 * redirect address.
 */
async function startBrowser(person: ConsolePerson): Promise<AsyncDisposable & { url: string }> {
  const server = createServer((request, response) => {
    const page = new URL(new URL(request.url!, 'http://browser').searchParams.get('url')!)
    allow(person, page).then(
      (target) => response.end(target),
      (error: Error) => response.writeHead(500).end(error.message),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

const READ = new Set([
  'hub',
  'client_id',
  'redirect_uri',
  'response_type',
  'code_challenge',
  'code_challenge_method',
  'resource',
  'state',
])

async function allow(person: ConsolePerson, page: URL): Promise<string> {
  const [, hub] = /\/authorize\/([^/]+)$/.exec(page.pathname) ?? []
  const asked = Object.fromEntries([
    ...(hub ? [['hub', hub] as const] : []),
    ...[...page.searchParams].filter(([name]) => READ.has(name)),
  ])
  await person.call('GET', `${PORTAL}/mcp-authorization?${new URLSearchParams(asked)}`)
  const { redirect_to } = await person.call('POST', `${PORTAL}/mcp-authorization`, { ...asked, allow: true })
  return redirect_to
}
