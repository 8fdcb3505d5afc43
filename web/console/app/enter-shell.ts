import type { QueryClient } from '@tanstack/react-query'
import { redirect } from '@tanstack/react-router'
import { ApiError } from '../../ui/call.ts'
import { goToSignIn, hasCode } from '../kit/api.ts'
import { meQuery } from '../access/queries.ts'

/**
 * Identifies the person before a page of the shell loads; signed-out people are redirected to sign in.
 *
 * @param isOpenToAll Whether the page is for those who manage nothing, too.
 * @param isHome Whether it is the Console's first page. A person who manages nothing is sent on to a page of their own.
 * @throws ApiError when the page isn't for the person, or nobody can tell.
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
    if (hasCode(error, 'forbidden') && isHome) throw redirect({ to: '/artifacts' })
    if (!(error instanceof ApiError) || error.status !== 401) throw error
    goToSignIn()
    await new Promise(() => {}) // The browser leaves this page.
  }
}
