import type { TestContext } from 'node:test'
import { testClock, type TestClock } from '../support/clock.ts'
import { decideAtProvider, type Decision } from '../support/openid-consent.ts'
import {
  startOpenIdProvider,
  type OpenIdProvider,
  type OpenIdProviderOptions,
} from '../support/openid-provider.ts'
import type { Answer, Client } from './client.ts'
import { startTestChatapp, type ChatappSettings, type StartedChatapp } from './started-chatapp.ts'

export const PUBLIC_URL = 'http://chat.test'
export const SERVERS = '/api/v1/configs/tool_servers'
export const EVERYBODY = { principal_type: 'user', principal_id: '*', permission: 'read' }

export interface IntegrationsWorld {
  chat: StartedChatapp
  clock: TestClock
  provider: OpenIdProvider
  admin: Client
  addOpenId(id: string, change?: EntryChange): Promise<Record<string, unknown>>
  connect(person: Client, id: string, decision?: Decision): Promise<Answer>
  sessions(person: Client, query?: string): Promise<Answer>
}

export interface EntryChange {
  config?: Record<string, unknown>
  info?: Record<string, unknown>
  url?: string
  auth_type?: string
}

export async function startIntegrations(
  t: TestContext,
  options: { chat?: ChatappSettings; provider?: OpenIdProviderOptions; ids?: string[] } = {},
): Promise<IntegrationsWorld> {
  const clock = testClock()
  const provider = await startOpenIdProvider(t, {
    redirectUris: (options.ids ?? ['files']).map((id) => callbackOf(id)),
    ...options.provider,
  })
  const chat = await startTestChatapp(t, { clock, publicUrl: PUBLIC_URL, ...options.chat })
  const admin = await chat.signUp('Ann')
  return {
    chat,
    clock,
    provider,
    admin,
    async addOpenId(id, change = {}) {
      const entry = openIdEntry(provider, id, change)
      await must(admin.post(`${SERVERS}/${id}`, entry))
      return entry
    },
    async connect(person, id, decision) {
      const away = await begin(person, id)
      return comeBack(person, await decideAtProvider(away, decision))
    },
    sessions: (person, query = '') => admin.get(`/api/v1/users/${person.id}/oauth/sessions${query}`),
  }
}

export const callbackOf = (id: string) => `${PUBLIC_URL}/oauth/clients/mcp:${id}/callback`

export const openIdEntry = (provider: OpenIdProvider, id: string, change: EntryChange = {}) => ({
  url: change.url ?? provider.url,
  path: '',
  type: 'mcp',
  auth_type: change.auth_type ?? 'oauth_2.1_static',
  key: '',
  config: {
    enable: true,
    kind: 'openid',
    access_grants: [EVERYBODY],
    oauth_scope: 'files.read',
    ...change.config,
  },
  info: {
    id,
    name: 'Files',
    description: '',
    oauth_client_id: provider.clientId,
    oauth_client_secret: provider.clientSecret,
    ...change.info,
  },
})

export async function begin(person: Client, id: string, query = ''): Promise<string> {
  const answer = await asBrowser(person, `/oauth/clients/mcp:${id}/authorize${query}`)
  const location = answer.headers.get('location')
  if (answer.status !== 302 || !location)
    throw new Error(`authorize answered ${answer.status}: ${answer.text}`)
  return location
}

export const comeBack = (person: Client, callback: string): Promise<Answer> => {
  const { pathname, search } = new URL(callback)
  return asBrowser(person, pathname + search)
}

/** A browser navigation: sends only the cookie. */
export async function asBrowser(person: Client, path: string): Promise<Answer> {
  const response = await fetch(person.url + path, {
    redirect: 'manual',
    headers: person.token ? { cookie: `token=${person.token}` } : {},
  })
  return { status: response.status, headers: response.headers, text: await response.text(), json: undefined }
}

export const errorIn = ({ headers }: Answer): string | null =>
  new URL(headers.get('location')!, PUBLIC_URL).searchParams.get('error')

export async function must(asked: Promise<Answer>): Promise<Answer> {
  const answer = await asked
  if (answer.status !== 200) throw new Error(`answered ${answer.status}: ${answer.text}`)
  return answer
}
