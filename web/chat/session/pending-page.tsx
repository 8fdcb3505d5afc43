import { useQuery } from '@tanstack/react-query'
import type { StartedSession } from '#chatapp/accounts/sessions/schema.ts'
import { Button } from '../../ui/button.tsx'
import { account } from '../../ui/messages.ts'
import { CenteredPage } from './centered-page.tsx'
import { session as texts } from './messages.ts'
import { configQuery, sessionQuery, useSignOut } from './queries.ts'

const CHECK_EVERY_MS = 10_000

export function PendingPage({ session }: { session: StartedSession }) {
  const { data: config } = useQuery(configQuery)
  const { refetch, isFetching } = useQuery({ ...sessionQuery, refetchInterval: CHECK_EVERY_MS })
  const leave = useSignOut()
  return (
    <CenteredPage
      name={config?.name ?? ''}
      title={texts.pendingTitle}
      text={texts.pendingText(session.email)}
    >
      <div className="flex flex-wrap gap-2">
        <Button look="primary" busy={isFetching} onClick={() => void refetch()}>
          {texts.checkAgain}
        </Button>
        <Button look="quiet" busy={leave.isPending} onClick={() => leave.mutate()}>
          {account.signOut}
        </Button>
      </div>
    </CenteredPage>
  )
}
