import { ArrowRight, Equal, FileDiff, X } from 'lucide-react'
import type { ArtifactDetail } from '#features/artifacts/schema.ts'
import { BodyFailure, BodyLoading, Instead } from '../body/body-states.tsx'
import { number } from '../../language.ts'
import { IconButton } from '../../icon-button.tsx'
import { compareTexts as texts } from '../messages.ts'
import { VersionMenu } from '../version-menu.tsx'
import { ChangedLines } from './changed-lines.tsx'
import { useChanges } from './use-changes.ts'

export interface ComparisonProps {
  artifact: ArtifactDetail
  one: number
  other: number
  onOne(version: number): void
  onOther(version: number): void
  onClose(): void
}

export function Comparison({ artifact, one, other, onOne, onOther, onClose }: ComparisonProps) {
  const [older, newer] = [
    versionOf(artifact, Math.min(one, other)),
    versionOf(artifact, Math.max(one, other)),
  ]
  const { data, error, isPending, refetch } = useChanges(artifact.id, older, newer)
  const [onOlder, onNewer] = one < other ? [onOne, onOther] : [onOther, onOne]
  const count = (sign: string) => data?.flat().filter((line) => line.sign === sign).length ?? 0
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div
        role="group"
        aria-label={texts.compare}
        className="flex min-h-11 shrink-0 flex-wrap items-center gap-2 border-b border-line py-1 ps-4 pe-2 text-13"
      >
        <VersionMenu artifact={artifact} version={older.version} onVersion={onOlder} />
        <ArrowRight aria-hidden className="size-3.5 text-faint rtl:-scale-x-100" />
        <VersionMenu artifact={artifact} version={newer.version} onVersion={onNewer} />
        <span role="status" className="min-w-0 flex-1 text-end text-12 text-muted tabular-nums">
          {data && data.length > 0 && (
            <>
              <span aria-hidden>
                +{number(count('+'))} −{number(count('-'))}
              </span>
              <span className="sr-only">{texts.counted(count('+'), count('-'))}</span>
            </>
          )}
        </span>
        <IconButton label={texts.leave} onClick={onClose}>
          <X aria-hidden />
        </IconButton>
      </div>
      <div className="min-h-0 flex-1">
        {isPending ? (
          <BodyLoading />
        ) : error ? (
          <BodyFailure error={error} onRetry={() => void refetch()} />
        ) : data === null ? (
          <Instead icon={<FileDiff aria-hidden />} title={texts.tooMuch} text={texts.tooMuchText} />
        ) : data.length === 0 ? (
          <Instead icon={<Equal aria-hidden />} title={texts.same} text={texts.sameText} />
        ) : (
          <ChangedLines changes={data} />
        )}
      </div>
    </div>
  )
}

const versionOf = ({ versions }: ArtifactDetail, wanted: number) =>
  versions.find(({ version }) => version === wanted) ?? versions[0]!
