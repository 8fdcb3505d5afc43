import { readSession as read } from '#chatapp/accounts/sessions/contract.ts'
import type { StartedSession } from '#chatapp/accounts/sessions/schema.ts'
import { ApiError } from '../../ui/call.ts'
import { call } from './client.ts'

export async function readSession(
  signal?: AbortSignal,
): Promise<{ session: StartedSession | null; refusal: string | null }> {
  try {
    return { session: await call(read, { signal }), refusal: null }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 401) return { session: null, refusal: null }
    if (error.status === 403) return { session: null, refusal: error.message }
    throw error
  }
}
