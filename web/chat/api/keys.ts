import { ApiError, request } from './client.ts'

/** A person's key as the server tells it. A server that stores only hashes knows its end but not its value. */
export interface ApiKey {
  value: string | null
  /** Last characters. */
  hint: string | null
  /** Epoch seconds. */
  createdAt: number | null
}

interface KeyAnswer {
  api_key: string | null
  hint?: string
  created_at?: number
}

/** The person's key; null when they have none. */
export async function readApiKey(signal?: AbortSignal): Promise<ApiKey | null> {
  try {
    const { api_key, hint, created_at } = await request<KeyAnswer>('/api/v1/auths/api_key', { signal })
    return { value: api_key, hint: hint ?? null, createdAt: created_at ?? null }
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

/** Make a key; an earlier one stops working. */
export const createApiKey = () => request<{ api_key: string }>('/api/v1/auths/api_key', { method: 'POST' })

export const deleteApiKey = () => request<unknown>('/api/v1/auths/api_key', { method: 'DELETE' })
