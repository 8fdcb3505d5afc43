import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { FileQuestion } from 'lucide-react'
import { Empty } from '../../ui/empty.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { hasCode } from '../kit/api.ts'
import { BackLink } from '../kit/back-link.tsx'
import { ListFailure } from '../kit/list.tsx'
import { changes } from './messages.ts'
import { PageFrame, useTitleOf } from '../kit/page.tsx'
import { ChangeDecision } from './change-decision.tsx'
import { ChangePlan } from './change-plan.tsx'
import { ChangeStateBadge } from './change-state.tsx'
import { QuestionPart } from './question-part.tsx'
import { changeQuery } from './queries.ts'

const route = getRouteApi('/shell/change-requests/$id')

export function ChangePage() {
  const { id } = route.useParams()
  const query = useQuery(changeQuery(id))
  const change = query.data
  return (
    <PageFrame
      title={change?.summary ?? changes.one}
      above={<BackToChanges />}
      acts={change && <ChangeStateBadge change={change} />}
    >
      {change ? (
        <div className="flex max-w-3xl flex-col gap-5">
          {change.kind === 'question' ? (
            <QuestionPart change={change} />
          ) : (
            <>
              <ChangePlan change={change} />
              <ChangeDecision change={change} />
            </>
          )}
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
    </PageFrame>
  )
}

const BackToChanges = () => <BackLink to="/change-requests">{useTitleOf('/change-requests')}</BackLink>
