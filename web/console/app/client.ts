import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { followSignOut } from '../../ui/account-page.ts'
import { ApiError } from '../../ui/call.ts'
import { queryDefaults } from '../../ui/query-defaults.ts'
import { listenToTabs } from '../../ui/tabs.ts'
import { goToSignIn, hasCode, isConsoleUnreachable } from '../kit/api.ts'
import { meQuery } from '../access/queries.ts'
import { sessionEnd } from './session-end.ts'

export function createConsoleQueryClient({ onLostAccess }: { onLostAccess(): void }): QueryClient {
  const look = (error: unknown) => {
    const isKnown = client.getQueryData(meQuery.queryKey) !== undefined
    if (error instanceof ApiError && error.status === 401)
      // Reports the end of the session, because a redirect to the sign-in would discard typed text.
      return isKnown ? sessionEnd.report() : goToSignIn()
    if (!isKnown || !hasCode(error, 'blocked', 'forbidden')) return
    client.removeQueries({ queryKey: meQuery.queryKey })
    onLostAccess()
  }
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: look }),
    mutationCache: new MutationCache({ onError: look }),
    defaultOptions: queryDefaults(isConsoleUnreachable),
  })
  listenToTabs((news) => {
    if (client.getQueryData(meQuery.queryKey) === undefined) return
    if (news === 'signed-out') followSignOut()
    // Another person may have signed in.
    if (news === 'signed-in') void client.invalidateQueries({ queryKey: meQuery.queryKey })
  })
  return client
}
