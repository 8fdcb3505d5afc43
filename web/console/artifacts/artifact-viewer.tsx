import { getRouteApi } from '@tanstack/react-router'
import { Minimize2 } from 'lucide-react'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { focusAtOnce } from '../../ui/focus-at-once.ts'
import { VersionNews } from '../../ui/artifacts/version-news.tsx'
import { artifacts } from './messages.ts'
import type { ArtifactDetail } from '#features/artifacts/schema.ts'
import { previousOf } from '../../ui/artifacts/compare/use-changes.ts'
import { downloadAddress } from '../../ui/artifacts/addresses.ts'
import { ArtifactHeader } from './artifact-header.tsx'
import { VersionContent } from '../../ui/artifacts/version-content.tsx'
import type { ArtifactNews } from '../../ui/artifacts/use-artifact-live.ts'

const route = getRouteApi('/shell/artifacts/$id')
const { viewer } = artifacts

export function ArtifactViewer({ artifact, news }: { artifact: ArtifactDetail; news: ArtifactNews }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [isFull, setFull] = useState(false)
  const asked = artifact.versions.find(({ version }) => version === search.version)
  const shown = asked ?? artifact.versions[0] ?? artifact
  const compared = artifact.versions.find(({ version }) => version === search.compare)?.version ?? null
  const show = (version: number, compare: number | null) =>
    void navigate({
      search: { ...(version !== artifact.version && { version }), ...(compare !== null && { compare }) },
      replace: true,
    })
  function showVersion(version: number) {
    news.dismiss()
    show(version, compared)
  }
  const content = useRef<HTMLElement>(null)
  useAlone(content, isFull)
  useEscape(isFull, () => setFull(false))
  return (
    <>
      <ArtifactHeader
        artifact={artifact}
        version={shown.version}
        downloadUrl={downloadAddress(artifact.id, shown.version)}
        onVersion={showVersion}
        onCompare={() => show(shown.version, previousOf(artifact, shown.version))}
        onFull={() => setFull(true)}
      />
      <VersionNews
        artifact={artifact}
        version={shown.version}
        news={news}
        onNewest={() => showVersion(artifact.version)}
        className="md:px-6"
      />
      {/* The full-screen layout uses the same element, because moving an iframe in the document reloads it. */}
      <section
        ref={content}
        aria-label={artifact.title}
        className={cx('flex min-h-0 flex-1 flex-col', isFull && 'fixed inset-0 z-30 bg-canvas')}
      >
        {isFull && (
          <div className="flex min-h-11 items-center gap-3 border-b border-line bg-sunken py-1 ps-4 pe-2">
            <span dir="auto" className="min-w-0 flex-1 truncate text-14 font-medium">
              {artifact.title}
            </span>
            <Button
              look="quiet"
              ref={focusAtOnce}
              icon={<Minimize2 aria-hidden />}
              onClick={() => setFull(false)}
            >
              {viewer.leaveFull}
            </Button>
          </div>
        )}
        <div className="min-h-0 flex-1">
          <VersionContent
            artifact={artifact}
            shown={shown}
            compared={compared}
            onShown={showVersion}
            onCompared={(other) => show(shown.version, other)}
          />
        </div>
      </section>
    </>
  )
}

function useEscape(active: boolean, onEscape: () => void): void {
  useEffect(() => {
    if (!active) return
    const listen = (event: KeyboardEvent) => event.key === 'Escape' && onEscape()
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  })
}

/** Makes all other elements inert for keyboards and screen readers. */
function useAlone(element: RefObject<HTMLElement | null>, isAlone: boolean): void {
  useEffect(() => {
    if (!isAlone) return
    const around: HTMLElement[] = []
    for (let at = element.current; at && at !== document.body; at = at.parentElement)
      for (const other of at.parentElement?.children ?? [])
        if (other !== at && other instanceof HTMLElement && !other.inert) around.push(other)
    for (const other of around) other.inert = true
    return () => {
      for (const other of around) other.inert = false
    }
  }, [element, isAlone])
}
