import { CircleAlert, FileX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../button.tsx'
import { Skeleton } from '../../skeleton.tsx'
import { useLasting } from '../../lasting.ts'
import { bodyTexts as body } from '../messages.ts'
import { NotReadable } from './read-text.ts'

export function BodyLoading() {
  const lasting = useLasting(true)
  return (
    <div role="status" aria-label={body.loading} className="flex h-full flex-col gap-3 p-6">
      {lasting && WIDTHS.map((width) => <Skeleton key={width} className={`h-4 ${width}`} />)}
    </div>
  )
}

const WIDTHS = ['w-2/5', 'w-11/12', 'w-4/5', 'w-10/12', 'w-3/5', 'w-9/12']

export function BodyFailure({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const isGone = error instanceof NotReadable && [401, 403, 404].includes(error.status)
  return isGone ? (
    <Instead icon={<FileX aria-hidden />} title={body.missing} text={body.missingText} />
  ) : (
    <Instead icon={<CircleAlert aria-hidden />} title={body.failed} text={body.failedText} isAlert>
      <Button onClick={onRetry}>{body.retry}</Button>
    </Instead>
  )
}

export interface InsteadProps {
  icon: ReactNode
  title: string
  text: string
  isAlert?: boolean
  isPage?: boolean
  children?: ReactNode
}

export const Instead = ({ icon, title, text, isAlert, isPage, children }: InsteadProps) => {
  const Title = isPage ? 'h1' : 'p'
  return (
    <div
      role={isAlert ? 'alert' : undefined}
      className="flex h-full min-h-64 flex-col items-center justify-center gap-1 px-6 py-10 text-center"
    >
      <span className="mb-2 text-faint [&_svg]:size-7">{icon}</span>
      <Title className="text-16 font-medium">{title}</Title>
      <p className="max-w-prose text-14 text-muted">{text}</p>
      {children && <div className="mt-4 flex flex-wrap justify-center gap-2">{children}</div>}
    </div>
  )
}
