import type { TestContext } from 'node:test'
import type { IdentityProvider } from '#chatapp/openid/provider.ts'
import type { StoreLocation } from '#ground/store/location.ts'
import { testClock, type TestClock } from '../support/clock.ts'
import { decideAtProvider } from '../support/openid-consent.ts'
import { startOpenIdProvider, type OpenIdProvider } from '../support/openid-provider.ts'
import { answerOf, clientOf, type Answer, type Client } from './client.ts'
import { startTestChatapp, type ChatappSettings, type StartedChatapp } from './started-chatapp.ts'

export const PUBLIC_URL = 'https://chat.test'

export interface OpenIdWorld {
  chat: StartedChatapp
  clock: TestClock
  acme: OpenIdProvider
  claims: Record<string, Record<string, unknown>>
  browser(): Browser
  signIn(account: string, id?: string): Promise<Landed>
}

export interface Landed {
  answer: Answer
  location: URL
  /** Error code of the sign-in page; null after a success. */
  error: string | null
  person: Client
}

export interface Browser {
  cookies: Map<string, string>
  begin(id?: string, redirect?: string): Promise<string>
  comeBack(address: string): Promise<Landed>
}

export interface OpenIdWorldOptions {
  chat?: ChatappSettings
  location?: StoreLocation
  provider?: Partial<IdentityProvider>
  startsAt?: number
  client?: Record<string, unknown>
  /** The provider requires pushed authorization requests from all clients. */
  requiresPar?: boolean
  others?: Partial<IdentityProvider>[]
}

export async function startOpenIdWorld(
  t: TestContext,
  options: OpenIdWorldOptions = {},
): Promise<OpenIdWorld> {
  const clock = testClock(options.startsAt)
  const claims: OpenIdWorld['claims'] = {}
  const all = [options.provider ?? {}, ...(options.others ?? [])]
  const chatUrl = { at: PUBLIC_URL } // assigned later, because the web chat starts after its provider
  const acme = await startOpenIdProvider(t, {
    redirectUris: all.map(({ id = 'acme' }) => `${PUBLIC_URL}/oauth/${id}/callback`),
    claims: (account) => ({ name: nameOf(account), email_verified: true, ...claims[account] }),
    client: { post_logout_redirect_uris: [`${PUBLIC_URL}/auth`], ...options.client },
    ...(options.requiresPar && { requiresPar: true }),
    reach: (address) => address.replace(PUBLIC_URL, chatUrl.at),
  })
  const chat = await startTestChatapp(t, {
    clock,
    publicUrl: PUBLIC_URL,
    ...(options.location && { location: options.location }),
    ...options.chat,
    identityProviders: all.map((change) => ({ ...providerAt(acme), ...change })),
  })
  chatUrl.at = chat.url
  const browser = () => browserOf(chat.url)
  return {
    chat,
    clock,
    acme,
    claims,
    browser,
    async signIn(account, id = 'acme') {
      const own = browser()
      return own.comeBack(await decideAtProvider(await own.begin(id), { account }))
    },
  }
}

export const providerAt = ({ url, clientId, clientSecret }: OpenIdProvider): IdentityProvider => ({
  id: 'acme',
  name: 'Acme',
  issuer: url,
  clientId,
  clientSecret,
  scope: 'openid email profile groups',
  signUp: null,
  defaultRole: null,
  link: false,
  trustEmail: false,
  allowedDomains: [],
  roleClaim: null,
  adminValues: [],
  userValues: [],
  groupsClaim: null,
  signOut: false,
  variable: 'SVC_OIDC_ISSUER',
})

export function browserOf(url: string): Browser {
  const cookies = new Map<string, string>()
  const visit = async (path: string): Promise<Answer> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url + path, { redirect: 'manual', headers: { cookie } })
    for (const set of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(set)!
      if (value === '') cookies.delete(name!)
      else cookies.set(name!, value!)
    }
    return answerOf(response)
  }
  return {
    cookies,
    async begin(id = 'acme', redirect) {
      const query = redirect === undefined ? '' : `?redirect=${encodeURIComponent(redirect)}`
      const { status, headers, text } = await visit(`/oauth/${id}/login${query}`)
      if (status !== 302) throw new Error(`login answered ${status}: ${text}`)
      return new URL(headers.get('location')!, PUBLIC_URL).href
    },
    async comeBack(address) {
      const { pathname, search } = new URL(address)
      cookies.delete('token')
      const answer = await visit(pathname + search)
      const location = new URL(answer.headers.get('location') ?? '/none', PUBLIC_URL)
      const token = cookies.get('token') ?? ''
      const own = clientOf(url, token)
      const id = token ? ((await own.get('/api/v1/auths/')).json.id as string) : ''
      return { answer, location, error: location.searchParams.get('error'), person: clientOf(url, token, id) }
    },
  }
}

const nameOf = (account: string) => account[0]!.toUpperCase() + account.slice(1)
