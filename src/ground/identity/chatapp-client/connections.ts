import { z } from 'zod'
import { accepted, type Result } from '#ground/base/result.ts'
import { path, type Send } from './http.ts'
import type { ChatappRefusal } from './refusal.ts'

export interface ConnectionProvider {
  /** Without prefix `mcp:`. */
  id: string
  name: string
  description: string
  isOn: boolean
  scopes: readonly string[]
  /** People and groups that may connect an account; empty: only administrators. */
  readers: readonly { type: 'user' | 'group'; id: string }[]
}

export type ConnectionState = z.infer<typeof State>

/** Contains a live token: never log, store or pass on a connection. */
export interface StoredConnection {
  id: string
  /** Without prefix `mcp:`. */
  provider: string
  state: ConnectionState
  accessToken: string | null
  /** Epoch seconds; null if unknown. */
  expiresAt: number | null
  scopes: readonly string[]
  /** Epoch seconds. */
  createdAt: number
  updatedAt: number
}

export function createConnectionsClient(send: Send) {
  return {
    /** Includes disabled providers, but no secrets. */
    async providers(): Promise<Result<ConnectionProvider[], ChatappRefusal>> {
      const answer = await send({ path: '/api/v1/configs/tool_servers', answer: ServersAnswer })
      return answer.ok ? accepted(answer.value.TOOL_SERVER_CONNECTIONS.filter((row) => row !== null)) : answer
    },

    async of(accountId: string, provider?: string): Promise<Result<StoredConnection[], ChatappRefusal>> {
      const answer = await send({
        path: path`/api/v1/users/${accountId}/oauth/sessions`,
        ...(provider === undefined ? {} : { query: { provider: PREFIX + provider } }),
        answer: SessionsAnswer,
      })
      if (answer.ok) {
        const all = answer.value.filter((row) => row !== null)
        return accepted(provider === undefined ? all : all.filter((row) => row.provider === provider))
      }
      const { refusal } = answer
      const none =
        refusal.code === 'missing' || (refusal.code === 'refused' && [400, 404].includes(refusal.status))
      return none ? accepted([]) : answer
    },
  }
}

/** `misconfigured`: the provider refuses the web chat's own credentials. */
const State = z.enum(['healthy', 'expiring', 'expired', 'revoked', 'scope_missing', 'misconfigured'])

const PREFIX = 'mcp:'

const Text = z
  .string()
  .nullish()
  .transform((text) => text ?? '')

const words = (text: string | null | undefined): string[] => (text ?? '').split(/[\s,]+/).filter(Boolean)

const Grant = z.object({
  principal_type: z.enum(['user', 'group']).catch('user'),
  principal_id: z.string().catch(''),
  permission: z.string().catch(''),
})

const Server = z
  .object({
    auth_type: z.string().regex(/^oauth_2/),
    config: z
      .looseObject({
        enable: z.boolean().nullish(),
        access_grants: z.array(Grant).nullish(),
        oauth_scope: z.string().nullish(),
      })
      .nullish(),
    info: z.object({ id: z.string().min(1), name: Text, description: Text }),
  })
  .transform(({ config, info: { id, name, description } }): ConnectionProvider => ({
    id,
    name: name || id,
    description,
    isOn: config?.enable ?? true,
    scopes: words(config?.oauth_scope),
    readers: (config?.access_grants ?? [])
      .filter(({ permission, principal_id: principal }) => permission === 'read' && principal !== '')
      .map(({ principal_type: type, principal_id: principal }) => ({ type, id: principal })),
  }))

const ServersAnswer = z.object({ TOOL_SERVER_CONNECTIONS: z.array(Server.nullable().catch(null)) })

const Session = z
  .object({
    id: z.string().min(1),
    provider: z.string().startsWith(PREFIX),
    token: z
      .object({
        access_token: z.string().min(1).nullish(),
        expires_at: z.number().nullish(),
        scope: z.string().nullish(),
      })
      .nullish(),
    state: State.default('healthy'),
    expires_at: z.number().nullish(),
    created_at: z.number(),
    updated_at: z.number(),
  })
  .transform((row): StoredConnection => ({
    id: row.id,
    provider: row.provider.slice(PREFIX.length),
    state: row.state,
    accessToken: row.token?.access_token ?? null,
    expiresAt: row.token?.expires_at ?? row.expires_at ?? null,
    scopes: words(row.token?.scope),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }))

const SessionsAnswer = z.array(Session.nullable().catch(null))
