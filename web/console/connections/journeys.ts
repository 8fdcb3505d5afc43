import type { JourneyStatus } from '#features/connections/schema.ts'
import { endConnection } from '#chatapp/integrations/contract.ts'
import type { ApiError } from '../../ui/call.ts'
import { call, errorOf, request } from '../kit/api.ts'

export const cancelJourney = (id: string) =>
  request<JourneyStatus>(`${addressOf(id)}/cancel`, { method: 'POST' })

export const readStatus = (id: string, signal?: AbortSignal) =>
  request<JourneyStatus>(`${addressOf(id)}/status`, { signal: signal ?? null })

/**
 * Leave for the provider. The server answers with a redirect, which only the browser itself can follow: the way leads
 * to another site.
 */
export async function startJourney(id: string): Promise<void> {
  const response = await fetch(`${addressOf(id)}/start`, {
    method: 'POST',
    redirect: 'manual',
    headers: { accept: 'application/json' },
  }).catch(() => null)
  if (response?.type === 'opaqueredirect') return
  throw response ? errorOf(response.status, await response.json().catch(() => null)) : unreachable()
}

/**
 * Ends a connection. The web chat holds it, and only the person themselves can end it there. A web chat that
 * can't report the revocation at the provider returns `true`.
 */
export const disconnect = (provider: string) =>
  call(endConnection, { params: { name: `mcp:${provider}` }, query: { report: 'true' } })

const addressOf = (id: string): string => `/portal/connect/${encodeURIComponent(id)}`

const unreachable = (): ApiError => errorOf(502, null)
