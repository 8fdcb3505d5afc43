import { QueryCache, QueryClient } from '@tanstack/react-query'
import { followSignOut } from '../../ui/account-page.ts'
import { ApiError } from '../../ui/call.ts'
import { isChatappUnreachable } from '../api/client.ts'
import { queryDefaults } from '../../ui/query-defaults.ts'
import { listenToTabs } from '../../ui/tabs.ts'
import { sessionQuery } from '../session/queries.ts'
import { createConnection } from './connection.ts'

export function createChatQueryClient() {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onSuccess: () => connection.find(),
      onError(error) {
        if (isChatappUnreachable(error)) connection.lose()
        // A 401 or 403 does not always mean that the session ended: the session query decides.
        if (error instanceof ApiError && (error.status === 401 || error.status === 403)) {
          void client.invalidateQueries({ queryKey: sessionQuery.queryKey })
        }
      },
    }),
    defaultOptions: queryDefaults(isChatappUnreachable),
  })
  const connection = createConnection({ onBack: () => void client.invalidateQueries() })
  listenToTabs((news) => {
    if (news === 'signed-out') followSignOut()
    else void client.invalidateQueries(news === 'signed-in' ? { queryKey: sessionQuery.queryKey } : {})
  })
  return { client, connection }
}
