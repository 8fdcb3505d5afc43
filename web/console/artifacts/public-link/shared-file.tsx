import { Download } from 'lucide-react'
import { useEffect, useRef, type MouseEvent } from 'react'
import type { PublicArtifact } from '#features/artifacts/schema.ts'
import { ARTIFACT_KINDS } from '../../../ui/artifact-kinds.ts'
import { Mark } from '../../../ui/mark.tsx'
import { formatSize } from '../../../ui/size.ts'
import { When } from '../../../ui/when.tsx'
import { ArtifactBody } from '../../../ui/artifacts/body/body.tsx'
import { artifacts } from '../messages.ts'
import { contentAddress, downloadAddress } from './open.ts'

const { publicPage: texts } = artifacts

/** The server ends a view after 15 minutes; 1 minute less covers clock differences. */
const VIEW_TTL_MS = 14 * 60_000

export interface SharedFileProps {
  artifact: PublicArtifact
  openAgain(): Promise<boolean>
}

export function SharedFile({ artifact, openAgain }: SharedFileProps) {
  const { id, title, filename, size, preview, expires_at } = artifact
  const openedAt = useRef(Date.now())
  useEffect(() => {
    document.title = title
  }, [title])
  async function download(event: MouseEvent) {
    if (Date.now() - openedAt.current < VIEW_TTL_MS) return
    event.preventDefault()
    if (!(await openAgain())) return
    openedAt.current = Date.now()
    window.location.assign(downloadAddress(id))
  }
  return (
    <div className="flex h-dvh flex-col">
      <header className="flex shrink-0 items-center gap-3 border-b border-line bg-sunken px-4 py-2">
        <Mark className="size-6" />
        <div className="min-w-0 flex-1">
          <h1 dir="auto" className="truncate text-16 font-semibold" title={title}>
            {title}
          </h1>
          <p className="truncate text-12 text-muted">
            <span className="max-sm:hidden">
              {texts.shared} · {ARTIFACT_KINDS[preview]} ·{' '}
            </span>
            {texts.until} <When at={expires_at} />
          </p>
        </div>
        <a
          href={downloadAddress(id)}
          download
          onClick={(event) => void download(event)}
          title={`${filename} · ${formatSize(size)}`}
          className="inline-flex min-h-hit shrink-0 items-center gap-2 rounded-m border border-line bg-raised px-3 py-1 text-14 font-medium shadow-1 hover:bg-hover [&_svg]:size-4"
        >
          <Download aria-hidden />
          {texts.download}
        </a>
      </header>
      <main className="min-h-0 flex-1">
        <ArtifactBody
          source={{
            preview,
            title,
            filename,
            size,
            contentUrl: contentAddress(id),
            downloadUrl: downloadAddress(id),
          }}
        />
      </main>
    </div>
  )
}
