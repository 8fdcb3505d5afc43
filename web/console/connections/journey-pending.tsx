import { DoorClosed, FileQuestion } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { errorText, hasCode } from '../kit/api.ts'
import { connections } from './messages.ts'
import { common } from '../kit/messages.ts'
import { JourneyFrame } from './journey-frame.tsx'

const { journey: texts } = connections

export function JourneyPending({ query }: { query: { error: unknown; refetch(): unknown } }) {
  const { error } = query
  if (hasCode(error, 'forbidden'))
    return <Refusal icon={<DoorClosed />} title={texts.foreign} text={texts.foreignText} />
  if (hasCode(error, 'blocked'))
    return <Refusal icon={<DoorClosed />} title={texts.blocked} text={errorText(error)} />
  if (hasCode(error, 'not_found', 'invalid'))
    return <Refusal icon={<FileQuestion />} title={texts.missing} text={texts.missingText} />
  return (
    <JourneyFrame title={error ? texts.failed : texts.title}>
      {error ? (
        <>
          <h1 className="text-20 font-semibold">{texts.failed}</h1>
          <Notice
            kind="failure"
            actions={<Button onClick={() => void query.refetch()}>{common.retry}</Button>}
          >
            {errorText(error)}
          </Notice>
        </>
      ) : (
        <div role="status" aria-label={common.loading} className="flex flex-col gap-3">
          <Skeleton className="h-7 w-3/4" />
          <Skeleton className="h-4 w-full" />
          <Skeleton className="h-28 w-full rounded-m" />
        </div>
      )}
    </JourneyFrame>
  )
}

const Refusal = ({ icon, title, text }: { icon: ReactNode; title: string; text: string }) => (
  <JourneyFrame title={title}>
    <div className="flex flex-col items-start gap-2">
      <span aria-hidden className="text-faint [&_svg]:size-7">
        {icon}
      </span>
      <h1 className="text-20 font-semibold">{title}</h1>
      <p className="text-14 text-muted">{text}</p>
    </div>
    <a href="/" className="self-start text-14 text-accent-text underline underline-offset-4">
      {texts.toChat}
    </a>
  </JourneyFrame>
)
