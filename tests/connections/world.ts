import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { Clock } from '#ground/base/clock.ts'
import { redirectLogs } from '#ground/base/log.ts'
import { startEdge } from '#processes/edge.ts'
import { startTestConsole, type ConsoleCaller, type Ending, type TestConsole } from '../support/console.ts'
import { decideAtProvider, type Decision } from '../support/openid-consent.ts'
import {
  startOpenIdProvider,
  type OpenIdProvider,
  type OpenIdProviderOptions,
} from '../support/openid-provider.ts'
import { servicesOf } from '../support/own-services.ts'

export interface ConnectionWorld extends TestConsole {
  provider: OpenIdProvider
  addProvider(id: string, change?: ProviderChange): Promise<void>
  ask(person: { email: string }, text: string, headers?: Record<string, string>): Promise<Said>
  browse(person: { token: string } | null, path: string, init?: BrowserRequest): Promise<Browsed>
  addMcpProvider(id: string, url: string): Promise<void>
  storedConnections(person: { id: string }): Promise<any[]>
  disconnect(person: { token: string }): Promise<void>
  journey(person: { email: string }, provider?: string): Promise<string>
}

export interface ProviderChange {
  url?: string
  name?: string
  config?: Record<string, unknown>
}

export interface Said {
  text: string
  tools: {
    name: string
    state: string
    error?: string
    connect?: { provider: string; name: string; journey: string }
  }[]
  raw: string
}

export interface BrowserRequest {
  method?: string
  accept?: string
  cookies?: readonly string[]
  headers?: Record<string, string>
  body?: string
}

export interface Browsed {
  status: number
  location: string | null
  cookies: string[]
  setCookies: string[]
  text: string
  json: any
}

/** `plough` requires a scope that the provider never grants. */
export const PLANT_TOOLS = `import { defineTool, z } from 'hub-service'
export const beds = defineTool({
  name: 'read_beds', description: 'Reads the beds', input: z.object({}), readOnly: true,
  needs: { connection: 'plants' },
  async run(_, ctx) {
    const { accessToken, expiresAt, scopes } = await ctx.connection('plants')
    ctx.log('with ' + accessToken)
    return { said: 'beds of ' + accessToken, isNumber: typeof expiresAt === 'number', scopes, length: accessToken.length }
  },
})
export const plough = defineTool({
  name: 'plough', description: 'Ploughs', input: z.object({}),
  needs: { connection: 'mcp:plants' },
  async run(_, ctx) {
    await ctx.connection('mcp:plants', { scopes: ['files.write'] })
    return 'Ploughed.'
  },
})
export const wrapped = defineTool({
  name: 'weed', description: 'Weeds', input: z.object({}),
  needs: { connection: 'plants' },
  async run(_, ctx) {
    try { await ctx.connection('plants') } catch (error) { throw new Error('No weeding today: ' + error.message, { cause: error }) }
    return 'Weeded.'
  },
})
`

export async function startConnections(
  t: Ending,
  options: {
    environment?: Record<string, string>
    files?: Record<string, string>
    clock?: Clock
    provider?: OpenIdProviderOptions
    ids?: readonly string[]
    onLog?(line: string): void
  } = {},
): Promise<ConnectionWorld> {
  const environment = { SVC_CONNECT_JOURNEY: 'true', ...options.environment }
  const started = await startTestConsole(t, {
    ...options,
    files: { 'tools/plants.ts': PLANT_TOOLS, ...options.files },
    environment,
  })
  const { onLog } = options
  if (onLog) redirectLogs({ write: onLog })
  const { origin } = started
  const edge = await startEdge({
    environment: {
      PORT: new URL(origin).port,
      SVC_CHATAPP_PORT: new URL(started.chatappUrl).port,
      BRIDGE_PORT: new URL(started.url).port,
      SVC_DATA_DIR: join(started.folder, 'data'),
      ...(await servicesOf(join(started.folder, 'data'))),
      ...environment,
    },
    hubFolder: join(started.folder, 'Garden'),
  })
  t.after(() => edge[Symbol.asyncDispose]())
  const provider = await startOpenIdProvider(t as TestContext, {
    redirectUris: ['plants', ...(options.ids ?? [])].map(
      (id) => `${origin}/oauth/clients/mcp:${id}/callback`,
    ),
    ...options.provider,
  })
  await started.admin.get('/me')

  const asAdmin = async (method: 'GET' | 'POST', path: string, body?: unknown): Promise<any> => {
    const answer = await fetch(started.chatappUrl + path, {
      method,
      headers: { authorization: `Bearer ${started.admin.token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  const setUp = (id: string, entry: Record<string, unknown>) =>
    asAdmin('POST', `/api/v1/configs/tool_servers/${id}`, { path: '', type: 'mcp', key: '', ...entry })
  const addProvider = async (id: string, change: ProviderChange = {}) =>
    setUp(id, plantEntry(provider, id, change))
  await addProvider('plants')

  const ask = async ({ email }: { email: string }, text: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${started.url}/v1/chat/completions`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${started.bridgeKey}`,
        'content-type': 'application/json',
        'x-chatapp-user-email': email,
        ...headers,
      },
      body: JSON.stringify({ model: 'garden', stream: true, messages: [{ role: 'user', content: text }] }),
    })
    return parseAnswer(await answer.text())
  }

  return {
    ...started,
    provider,
    addProvider,
    addMcpProvider: (id, url) =>
      setUp(id, {
        url,
        auth_type: 'oauth_2.1',
        config: { enable: true, kind: 'mcp', access_grants: [EVERYBODY] },
        info: { id, name: 'Beds', description: '' },
      }),
    storedConnections: ({ id }) => asAdmin('GET', `/api/v1/users/${id}/oauth/sessions`),
    async disconnect({ token }) {
      const answer = await fetch(`${started.chatappUrl}/api/v1/auths/oauth/sessions/mcp:plants`, {
        method: 'DELETE',
        headers: { authorization: `Bearer ${token}` },
      })
      if (!answer.ok) throw new Error(`not disconnected: ${answer.status}`)
    },
    ask,
    browse: (person, path, request = {}) => browse(origin, person, path, request),
    async journey(person, id = 'plants') {
      const { raw } = await ask(
        person,
        `/tool connect_account ${JSON.stringify({ provider: id, again: true })}`,
      )
      const found = /portal\/connect\/([0-9a-f-]{36})/.exec(raw)?.[1]
      if (!found) throw new Error(`no link in ${raw}`)
      return found
    },
  }
}

export const plantEntry = (
  { url: own, clientId, clientSecret }: Pick<OpenIdProvider, 'url' | 'clientId' | 'clientSecret'>,
  id = 'plants',
  { url = own, name = 'Plants', config }: ProviderChange = {},
) => ({
  url,
  path: '',
  type: 'mcp',
  key: '',
  auth_type: 'oauth_2.1_static',
  config: {
    enable: true,
    kind: 'openid',
    access_grants: [EVERYBODY],
    oauth_scope: 'openid offline_access files.read',
    ...config,
  },
  info: {
    id,
    name,
    description: 'Beds and borders',
    oauth_client_id: clientId,
    oauth_client_secret: clientSecret,
  },
})

const EVERYBODY = { principal_type: 'user', principal_id: '*', permission: 'read' }

export async function connect(
  world: ConnectionWorld,
  person: { email: string; token: string },
  { provider = 'plants', journey, ...decision }: { provider?: string; journey?: string } & Decision = {},
): Promise<void> {
  const id = journey ?? (await world.journey(person, provider))
  const { location, cookies } = await world.browse(person, `/portal/connect/${id}/start`, { method: 'POST' })
  const away = await world.browse(person, location!, { cookies })
  const back = await world.browse(person, await decideAtProvider(away.location!, decision), { cookies })
  await world.browse(person, back.location!, { cookies })
  const { json } = await world.browse(person, `/portal/connect/${id}/status`)
  if (json?.state !== 'connected') throw new Error(`the journey ended as ${JSON.stringify(json)}`)
}

export async function addUser(world: ConnectionWorld, name: string): Promise<ConsoleCaller> {
  const person = await world.addPerson(name)
  await world.admin.post('/access/grant', { subject: person.email, hub: 'garden', permission: 'use_hub' })
  return person
}

function parseAnswer(raw: string): Said {
  const chunks = raw
    .split('\n')
    .filter((line) => line.startsWith('data: {'))
    .map((line) => JSON.parse(line.slice(6)))
  return {
    text: chunks.map((chunk) => chunk.choices?.[0]?.delta?.content ?? '').join(''),
    tools: chunks.map((chunk) => chunk.svc).filter((svc) => svc?.type === 'tool' && svc.state !== 'running'),
    raw,
  }
}

async function browse(
  origin: string,
  person: { token: string } | null,
  path: string,
  { method = 'GET', accept = 'text/html', cookies = [], headers, body }: BrowserRequest,
): Promise<Browsed> {
  const cookie = [...(person ? [`token=${person.token}`] : []), ...cookies].join('; ')
  const answer = await fetch(new URL(path, origin), {
    method,
    redirect: 'manual',
    headers: {
      accept,
      ...(cookie && { cookie }),
      ...(method === 'GET' || method === 'HEAD' ? {} : { origin }),
      ...headers,
    },
    ...(body !== undefined && { body }),
  })
  const text = await answer.text()
  const setCookies = answer.headers.getSetCookie()
  return {
    status: answer.status,
    location: answer.headers.get('location'),
    setCookies,
    cookies: setCookies.map((set) => set.split(';')[0]!),
    text,
    json: answer.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : null,
  }
}
