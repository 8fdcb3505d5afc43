import type { ReactNode } from 'react'
import { Notice } from '../../notice.tsx'
import { formatSize } from '../../size.ts'
import { bodyTexts as body } from '../messages.ts'
import { BodyFailure, BodyLoading } from './body-states.tsx'
import { FIRST_BYTES, type ReadText } from './read-text.ts'
import type { ArtifactSource } from './source.ts'
import { useText } from './use-text.ts'

export interface TextBodyProps {
  source: ArtifactSource
  children(read: ReadText, source: ArtifactSource): ReactNode
}

export function TextBody({ source, children }: TextBodyProps) {
  const { read, source: shown, error, retry } = useText(source)
  if (error) return <BodyFailure error={error} onRetry={retry} />
  if (!read) return <BodyLoading />
  if (read.text === '') return <p className="p-6 text-14 text-muted">{body.empty}</p>
  return (
    <div className="flex h-full min-h-0 flex-col">
      {read.isCut && (
        <Notice kind="info" className="m-3 mb-0 shrink-0">
          {body.cut(formatSize(FIRST_BYTES), formatSize(shown.size))}
        </Notice>
      )}
      <div className="min-h-0 flex-1">{children(read, shown)}</div>
    </div>
  )
}
