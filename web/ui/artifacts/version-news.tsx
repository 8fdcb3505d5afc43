import { useEffect } from 'react'
import type { ArtifactDetail } from '#features/artifacts/schema.ts'
import { useApi } from '../api.ts'
import { Button } from '../button.tsx'
import { cx } from '../cx.ts'
import { Notice } from '../notice.tsx'
import { toast } from '../toast.tsx'
import { artifactTexts as texts } from './messages.ts'
import { useRestore } from './queries.ts'
import type { ArtifactNews } from './use-artifact-live.ts'

export interface VersionNewsProps {
  artifact: ArtifactDetail
  version: number
  news: ArtifactNews
  onNewest(): void
  className?: string
}

export function VersionNews({ artifact, version, news, onNewest, className }: VersionNewsProps) {
  const isOlder = version < artifact.version
  const { arrived, dismiss } = news
  useEffect(() => {
    if (arrived === null || isOlder) return
    const timer = setTimeout(dismiss, NOTE_MS)
    return () => clearTimeout(timer)
  }, [arrived, isOlder, dismiss])
  const toNewest = () => {
    dismiss()
    onNewest()
  }
  return (
    <div role="status">
      {isOlder ? (
        <Notice
          kind="info"
          className={cx('rounded-none border-x-0 border-t-0', className)}
          actions={
            <>
              {artifact.mine && <Restore artifact={artifact} version={version} onRestored={toNewest} />}
              <Button onClick={toNewest}>{texts.showNewest}</Button>
            </>
          }
        >
          {arrived === null ? texts.older(version) : texts.arrivedWhileOlder(arrived)}
        </Notice>
      ) : (
        arrived !== null && (
          <p
            className={cx(
              'animate-appear border-b border-line bg-accent-soft px-4 py-1 text-13 text-text',
              className,
            )}
          >
            {texts.arrived(arrived)}
          </p>
        )
      )}
    </div>
  )
}

const NOTE_MS = 8_000

interface RestoreProps {
  artifact: ArtifactDetail
  version: number
  onRestored(): void
}

function Restore({ artifact, version, onRestored }: RestoreProps) {
  const restore = useRestore(artifact.id)
  const { errorText } = useApi()
  return (
    <Button
      look="quiet"
      busy={restore.isPending}
      onClick={() =>
        restore.mutate(version, {
          onSuccess(restored) {
            toast({ text: texts.restored(restored.version) })
            onRestored()
          },
          onError: (error) => toast({ text: errorText(error), failure: true }),
        })
      }
    >
      {texts.restore}
    </Button>
  )
}
