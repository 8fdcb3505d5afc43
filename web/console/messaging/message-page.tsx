import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { FileQuestion } from 'lucide-react'
import { Empty } from '../../ui/empty.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { hasCode } from '../kit/api.ts'
import { BackLink } from '../kit/back-link.tsx'
import { ListFailure } from '../kit/list.tsx'
import { PageFrame, useTitleOf } from '../kit/page.tsx'
import { MessageContent } from './message-content.tsx'
import { messaging } from './messages.ts'
import { messageQuery, useSendAgain } from './queries.ts'
import { maySendAgain, SendAgain } from './send-again.tsx'
import { MessageStateBadge } from './state-badge.tsx'

const route = getRouteApi('/shell/messages/$message')

export function MessagePage() {
  const { message: id } = route.useParams()
  const { hub = '' } = route.useSearch()
  const query = useQuery(messageQuery(hub, id))
  const sendAgain = useSendAgain(hub)
  const message = query.data
  return (
    <PageFrame
      title={messaging.one}
      above={
        <BackLink to="/messages" search={hub ? { hub } : {}}>
          {useTitleOf('/messages')}
        </BackLink>
      }
      state={message && <MessageStateBadge state={message.state} />}
      acts={
        message &&
        maySendAgain(message) && (
          <SendAgain
            label={messaging.again}
            messages={[message]}
            busy={sendAgain.isPending}
            onSend={sendAgain.mutate}
          />
        )
      }
    >
      {hasCode(query.error, 'not_found', 'invalid', 'outside_ceiling') ? (
        <Empty icon={<FileQuestion aria-hidden />} title={messaging.missing}>
          {messaging.missingText}
        </Empty>
      ) : query.error && !message ? (
        <ListFailure error={query.error} onRetry={() => void query.refetch()} />
      ) : message ? (
        <MessageContent message={message} />
      ) : (
        <Skeleton className="h-64 w-full max-w-4xl rounded-l" />
      )}
    </PageFrame>
  )
}
