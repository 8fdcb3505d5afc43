import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from '../../ui/call.ts'
import { goToSignIn, hasCode } from '../kit/api.ts'
import { meQuery } from '../access/queries.ts'

/**
 * Identifies the person before a page of the shell loads; signed-out people are redirected to sign in.
 *
 * @param isOpenToAll Whether the page is also for people without a managed Hub.
 * @throws ApiError when the page isn't for the person, or this is unknown.
 */
export async function enterShell(
  client: QueryClient,
  { isOpenToAll }: { isOpenToAll: boolean },
): Promise<void> {
  try {
    await client.ensureQueryData(meQuery)
  } catch (error) {
    if (hasCode(error, 'forbidden') && isOpenToAll) return
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    goToSignIn()
    await new Promise(() => {}) // The browser leaves this page.
  }
}
