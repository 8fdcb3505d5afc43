import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { FileQuestion } from 'lucide-react'
import { Empty } from '../../ui/empty.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { hasCode } from '../api/client.ts'
import { BackLink } from '../back-link.tsx'
import { ListFailure } from '../list.tsx'
import { messages } from '../messages.ts'
import { Page } from '../page.tsx'
import { ChangeDecision } from './change-decision.tsx'
import { ChangePlan } from './change-plan.tsx'
import { ChangeStateBadge } from './change-state.tsx'
import { changeQuery } from './queries.ts'

const route = getRouteApi('/shell/change-requests/$id')
const { changes } = messages

/** One proposed change: the whole plan, and the decision. */
export function ChangePage() {
  const { id } = route.useParams()
  const query = useQuery(changeQuery(id))
  const change = query.data
  return (
    <Page
      title={change?.summary ?? changes.one}
      above={<BackToChanges />}
      acts={change && <ChangeStateBadge state={change.state} />}
    >
      {change ? (
        <div className="flex max-w-3xl flex-col gap-5">
          <ChangePlan change={change} />
          <ChangeDecision change={change} />
        </div>
      ) : hasCode(query.error, 'not_found', 'forbidden') ? (
        <Empty icon={<FileQuestion aria-hidden />} title={changes.missing}>
          {changes.missingText}
        </Empty>
      ) : query.error ? (
        <ListFailure error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton className="h-64 w-full max-w-3xl rounded-l" />
      )}
    </Page>
  )
}

const BackToChanges = () => <BackLink to="/change-requests">{changes.title}</BackLink>
