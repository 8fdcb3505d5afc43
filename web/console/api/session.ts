import type { Me } from '#core/access/schema.ts'
import { get, request } from './client.ts'

export const readMe = (signal?: AbortSignal) => get<Required<Me>>('/me', {}, signal)

/** End the web chat's session, which is the Console's too. */
export const signOut = () =>
  request<{ status: boolean; redirect_url?: string }>('/api/v1/auths/signout', { method: 'POST' })

/** What the web chat is called. */
export const readSiteName = (signal?: AbortSignal) =>
  request<{ name: string }>('/api/config', { signal: signal ?? null })
