import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { ApiError } from '../../ui/call.ts'
import { goToSignIn, hasCode } from '../kit/api.ts'
import { meQuery } from '../access/queries.ts'

/**
 * @param isOpenToAll The page needs no management rights.
 * @param isHome Redirects people without management rights to their own pages.
 * @throws ApiError when the person has no access, or the server is unreachable.
 */
export async function enterShell(
  client: QueryClient,
  { isOpenToAll, isHome }: { isOpenToAll: boolean; isHome: boolean },
): Promise<void> {
  try {
    await client.ensureQueryData(meQuery)
  } catch (error) {
    if (hasCode(error, 'forbidden') && isOpenToAll) return
    // oxlint-disable-next-line typescript/only-throw-error -- the router catches redirects
    if (hasCode(error, 'forbidden') && isHome) throw redirect({ to: '/yours' })
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    goToSignIn()
    await new Promise(() => {}) // waits forever, because the browser leaves this page
  }
}
