import type { JourneyStatus } from '#features/connections/schema.ts'
import { endConnection } from '#chatapp/integrations/contract.ts'
import type { ApiError } from '../../ui/call.ts'
import { call, errorOf, request } from '../kit/api.ts'

export const cancelJourney = (id: string) =>
  request<JourneyStatus>(`${addressOf(id)}/cancel`, { method: 'POST' })

export const readStatus = (id: string, signal?: AbortSignal) =>
  request<JourneyStatus>(`${addressOf(id)}/status`, { signal: signal ?? null })

/** The redirect leads to another site, so `fetch` cannot follow it; the browser navigates afterwards. */
export async function startJourney(id: string): Promise<void> {
  const response = await fetch(`${addressOf(id)}/start`, {
    method: 'POST',
    redirect: 'manual',
    headers: { accept: 'application/json' },
  }).catch(() => null)
  if (response?.type === 'opaqueredirect') return
  throw response ? errorOf(response.status, await response.json().catch(() => null)) : unreachable()
}

/** The response is `true` instead of an object if the server does not know whether the provider revoked the access. */
export const disconnect = (provider: string) =>
  call(endConnection, { params: { name: `mcp:${provider}` }, query: { report: 'true' } })

const addressOf = (id: string): string => `/portal/connect/${encodeURIComponent(id)}`

const unreachable = (): ApiError => errorOf(502, null)
