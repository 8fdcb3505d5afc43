import { useQuery } from '@tanstack/react-query'
import { CircleCheck, CircleSlash, HelpCircle } from 'lucide-react'
import type { Explanation } from '#core/access/schema.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Popover } from '../../ui/popover.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { When } from '../../ui/when.tsx'
import { errorText } from '../kit/api.ts'
import { useHubName } from './hubs.tsx'
import { why } from './messages.ts'
import { Until } from './until.tsx'
import { explanationQuery } from './queries.ts'

export interface AccessQuestion {
  subject: string
  hub: string
  permission: string
}

export function AccessReason({ question, about }: { question: AccessQuestion; about: string }) {
  return (
    <Popover
      label={why.title(about)}
      trigger={
        <IconButton label={why.ask(about)} className="size-7 pointer-coarse:size-hit">
          <HelpCircle aria-hidden className="size-3.5!" />
        </IconButton>
      }
    >
      <WhyCard question={question} />
    </Popover>
  )
}

export function WhyCard({ question }: { question: AccessQuestion }) {
  const { data, error } = useQuery(explanationQuery(question))
  if (error) return <p className="text-muted">{errorText(error)}</p>
  if (!data)
    return (
      <div className="flex flex-col gap-2">
        <Skeleton className="h-4 w-24" />
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-4 w-2/3" />
      </div>
    )
  return <WhyAnswer answer={data} />
}

function WhyAnswer({ answer }: { answer: Explanation }) {
  const hubName = useHubName()
  const Icon = answer.allowed ? CircleCheck : CircleSlash
  return (
    <div className="flex flex-col gap-2">
      <p className={`flex items-center gap-2 font-medium ${answer.allowed ? 'text-ok' : 'text-danger'}`}>
        <Icon aria-hidden className="size-4" />
        {answer.allowed ? why.allowed : why.denied}
      </p>
      <p className="text-muted">{answer.detail}</p>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 text-13 [&_dt]:text-faint">
        {answer.grant && (
          <>
            <dt>{why.grantedBy}</dt>
            <dd className="break-words">{answer.grant.granted_by}</dd>
            <dt>{why.grantedAt}</dt>
            <dd>
              <When at={answer.grant.granted_at} /> · {why.revision(answer.grant.revision)}
            </dd>
            {answer.grant.expires_at && (
              <>
                <dt>{why.ends}</dt>
                <dd>
                  <Until at={answer.grant.expires_at} />
                </dd>
              </>
            )}
          </>
        )}
        <dt>{why.policy}</dt>
        <dd>
          {hubName(answer.hub)} · {why.revision(answer.revision)}
        </dd>
      </dl>
      {answer.remedy && (
        <p className="border-t border-line pt-2 text-13">
          <span className="font-medium">{why.remedy}</span> {answer.remedy}
        </p>
      )}
    </div>
  )
}
