import { createHash } from 'node:crypto'
import { startEdge } from '#processes/edge.ts'
import type { ConsoleCaller, Ending, TestConsoleOptions } from './console.ts'
import { startTestMcp, type TestMcp } from './mcp.ts'

export interface SignInHub extends TestMcp {
  signInUrl: string
  register(redirectUri: string, name?: string): Promise<string>
  form(path: 'token' | 'revoke', fields: Readonly<Record<string, string>>): Promise<OauthAnswer>
  /** Returns the redirect address after the person's decision. */
  decide(person: ConsoleCaller, request: Asked, allow?: boolean): Promise<URL>
  signedIn(person: ConsoleCaller): Promise<SignedIn>
}

export interface OauthAnswer {
  status: number
  json: any
  headers: Headers
}

export type Asked = Readonly<Record<string, string>>

export interface SignedIn {
  programId: string
  code: string
  accessToken: string
  refreshToken: string
}

export const REDIRECT = 'https://connector.example/callback'
export const VERIFIER = 'v'.repeat(43)
export const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url')

export async function startSignInHub(t: Ending, options: TestConsoleOptions = {}): Promise<SignInHub> {
  const environment = { MCP_OAUTH: 'true', ...options.environment }
  const hub = await startTestMcp(t, { ...options, environment })
  const { origin } = hub
  const edge = await startEdge({
    environment: {
      ...environment,
      PORT: new URL(origin).port,
      MCP_SERVER: 'true',
      BRIDGE_PORT: new URL(hub.url).port,
      SVC_CHATAPP_PORT: new URL(hub.chatappUrl).port,
      SVC_DATA_DIR: `${hub.folder}/data`,
    },
    hubFolder: `${hub.folder}/Garden`,
  })
  t.after(() => edge[Symbol.asyncDispose]())
  const signInUrl = `${origin}/mcp/oauth`

  const register: SignInHub['register'] = async (redirectUri, name = 'Test program') => {
    const answer = await fetch(`${signInUrl}/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_name: name, redirect_uris: [redirectUri] }),
    })
    if (answer.status !== 201) throw new Error(`not registered: ${answer.status} ${await answer.text()}`)
    return ((await answer.json()) as { client_id: string }).client_id
  }
  const form: SignInHub['form'] = async (path, fields) => {
    const answer = await fetch(`${signInUrl}/${path}`, { method: 'POST', body: new URLSearchParams(fields) })
    return { status: answer.status, json: await answer.json(), headers: answer.headers }
  }
  const decide: SignInHub['decide'] = async (person, request, allow = true) => {
    const answer = await person.post('/mcp-authorization', { ...request, allow })
    if (answer.status !== 200) throw new Error(`not decided: ${answer.status} ${answer.text}`)
    return new URL(answer.json.redirect_to)
  }
  return {
    ...hub,
    signInUrl,
    register,
    form,
    decide,
    async signedIn(person) {
      const programId = await register(REDIRECT)
      const back = await decide(person, asked(programId))
      const code = back.searchParams.get('code')!
      const { status, json } = await form('token', exchange(programId, code))
      if (status !== 200) throw new Error(`no token: ${status} ${JSON.stringify(json)}`)
      return { programId, code, accessToken: json.access_token, refreshToken: json.refresh_token }
    },
  }
}

export const asked = (programId: string, more: Asked = {}): Asked => ({
  hub: 'garden',
  response_type: 'code',
  client_id: programId,
  redirect_uri: REDIRECT,
  code_challenge: CHALLENGE,
  code_challenge_method: 'S256',
  ...more,
})

export const exchange = (programId: string, code: string, more: Asked = {}): Asked => ({
  grant_type: 'authorization_code',
  client_id: programId,
  redirect_uri: REDIRECT,
  code,
  code_verifier: VERIFIER,
  ...more,
})

export const renewal = (programId: string, refreshToken: string, more: Asked = {}): Asked => ({
  grant_type: 'refresh_token',
  client_id: programId,
  refresh_token: refreshToken,
  ...more,
})
