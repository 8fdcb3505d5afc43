import { getRouteApi } from '@tanstack/react-router'
import { Minimize2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Notice } from '../../ui/notice.tsx'
import { artifacts } from './messages.ts'
import type { ArtifactDetail } from '#features/artifacts/schema.ts'
import { contentAddress, downloadAddress } from './addresses.ts'
import { ArtifactHeader } from './artifact-header.tsx'
import { Body } from './body/body.tsx'
import type { BodySource } from './body/source.ts'
import { useAlone } from './use-alone.ts'
import type { ArtifactNews } from './use-artifact-live.ts'

const route = getRouteApi('/shell/artifacts/$id')
const { viewer } = artifacts

/** What an artifact is, above its content. */
export function ArtifactViewer({ artifact, news }: { artifact: ArtifactDetail; news: ArtifactNews }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [isFull, setFull] = useState(false)
  const asked = artifact.versions.find(({ version }) => version === search.version)
  const shown = asked ?? artifact.versions[0] ?? artifact
  const isOlder = shown.version < artifact.version
  const showVersion = (version: number) =>
    void navigate({ search: version === artifact.version ? {} : { version }, replace: true })
  const source: BodySource = {
    preview: shown.preview,
    title: artifact.title,
    filename: shown.filename,
    size: shown.size,
    contentUrl: contentAddress(artifact.id, shown.version),
    downloadUrl: downloadAddress(artifact.id, shown.version),
  }
  const content = useRef<HTMLElement>(null)
  useAlone(content, isFull)
  useEscape(isFull, () => setFull(false))
  return (
    <>
      <ArtifactHeader
        artifact={artifact}
        version={shown.version}
        downloadUrl={source.downloadUrl}
        onVersion={showVersion}
        onFull={() => setFull(true)}
      />
      <News
        news={news}
        version={shown.version}
        isOlder={isOlder}
        onNewest={() => showVersion(artifact.version)}
      />
      {/* The same content in either place: a frame that moved would start anew. */}
      <section
        ref={content}
        aria-label={artifact.title}
        className={cx('flex min-h-0 flex-1 flex-col', isFull && 'fixed inset-0 z-30 bg-canvas')}
      >
        {isFull && (
          <div className="flex min-h-11 items-center gap-3 border-b border-line bg-sunken py-1 ps-4 pe-2">
            <span className="min-w-0 flex-1 truncate text-14 font-medium">{artifact.title}</span>
            <Button
              look="quiet"
              // The way back is where the person looks for it.
              // oxlint-disable-next-line jsx-a11y/no-autofocus
              autoFocus
              icon={<Minimize2 aria-hidden />}
              onClick={() => setFull(false)}
            >
              {viewer.leaveFull}
            </Button>
          </div>
        )}
        <div className="min-h-0 flex-1">
          <Body source={source} />
        </div>
      </section>
    </>
  )
}

interface NewsProps {
  news: ArtifactNews
  version: number
  isOlder: boolean
  onNewest(): void
}

/** A quiet line: what arrived, and that an older version is shown. */
function News({ news, version, isOlder, onNewest }: NewsProps) {
  const { arrived, dismiss } = news
  useEffect(() => {
    if (arrived === null || isOlder) return
    const timer = setTimeout(dismiss, NOTE_MS)
    return () => clearTimeout(timer)
  }, [arrived, isOlder, dismiss])
  return (
    <div role="status">
      {isOlder ? (
        <Notice
          kind="info"
          className="rounded-none border-x-0 border-t-0 md:px-6"
          actions={
            <Button
              onClick={() => {
                dismiss()
                onNewest()
              }}
            >
              {viewer.showNewest}
            </Button>
          }
        >
          {arrived === null ? viewer.older(version) : viewer.arrivedWhileOlder(arrived)}
        </Notice>
      ) : (
        arrived !== null && (
          <p className="animate-appear border-b border-line bg-accent-soft px-4 py-1 text-13 text-text md:px-6">
            {viewer.arrived(arrived)}
          </p>
        )
      )}
    </div>
  )
}

const NOTE_MS = 8_000

function useEscape(active: boolean, onEscape: () => void): void {
  useEffect(() => {
    if (!active) return
    const listen = (event: KeyboardEvent) => event.key === 'Escape' && onEscape()
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  })
}
