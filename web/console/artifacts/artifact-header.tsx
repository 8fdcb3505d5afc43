import { useNavigate, Link } from '@tanstack/react-router'
import { ChevronLeft, Download, Ellipsis, FileDiff, Maximize2, Share2, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { formatSize } from '../../ui/size.ts'
import { tooltip } from '../../ui/tooltips.ts'
import { When } from '../../ui/when.tsx'
import { isComparable } from '../../ui/artifacts/compare/use-changes.ts'
import { compareTexts } from '../../ui/artifacts/messages.ts'
import { artifacts as texts } from './messages.ts'
import type { ArtifactDetail } from '#features/artifacts/schema.ts'
import { AudienceBadge } from '../../ui/artifacts/audience-badge.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { KindIcon } from '../../ui/artifacts/kind-icon.tsx'
import { VersionMenu } from '../../ui/artifacts/version-menu.tsx'
import { useTitleOf } from '../kit/page.tsx'
import { lazyOpened } from '../../ui/lazy-opened.tsx'

const { viewer } = texts

const ShareDialog = lazyOpened(
  async () => (await import('../../ui/artifacts/share/share-dialog.tsx')).ShareDialog,
)

export interface ArtifactHeaderProps {
  artifact: ArtifactDetail
  version: number
  downloadUrl: string
  onVersion(version: number): void
  onCompare(): void
  onFull(): void
}

export function ArtifactHeader(props: ArtifactHeaderProps) {
  const { artifact } = props
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<'share' | 'delete' | null>(null)
  const close = () => setDialog(null)
  return (
    <header className="flex shrink-0 items-center gap-3 border-b border-line px-4 py-2.5 max-sm:flex-wrap md:px-6">
      <Link
        to="/artifacts"
        search={artifact.mine ? {} : { view: 'shared' }}
        aria-label={useTitleOf('/artifacts')}
        className="-ms-2 flex size-hit shrink-0 items-center justify-center rounded-m text-muted hover:bg-hover hover:text-text"
      >
        <ChevronLeft aria-hidden className="size-4 rtl:-scale-x-100" />
      </Link>
      <span className="max-lg:hidden">
        <KindIcon kind={artifact.preview} />
      </span>
      <TitleAndFacts {...props} />
      <Acts {...props} onAsk={setDialog} />
      {dialog === 'share' && <ShareDialog artifact={artifact} onClose={close} />}
      <DeleteDialog
        artifact={artifact}
        open={dialog === 'delete'}
        onClose={close}
        onDeleted={() => void navigate({ to: '/artifacts' })}
      />
    </header>
  )
}

function TitleAndFacts({ artifact, version, onVersion }: ArtifactHeaderProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <div className="min-w-0 flex-1">
      <h1
        ref={heading}
        tabIndex={-1}
        dir="auto"
        className="truncate text-16 font-semibold outline-none"
        title={artifact.title}
      >
        {artifact.title}
      </h1>
      <p className="flex min-h-6 flex-wrap items-center gap-x-2 gap-y-0.5 text-12 text-muted">
        <span title={artifact.owner.email}>{artifact.mine ? texts.you : artifact.owner.name}</span>
        <Dot />
        <span>{artifact.hub_name}</span>
        <Dot />
        <VersionMenu artifact={artifact} version={version} onVersion={onVersion} />
        <span className="flex gap-x-2 max-lg:hidden">
          <Dot />
          <When
            at={artifact.versions.find((one) => one.version === version)?.created_at ?? artifact.updated_at}
          />
        </span>
        <span className="max-md:hidden">
          <AudienceBadge artifact={artifact} />
        </span>
      </p>
    </div>
  )
}

interface ActsProps extends ArtifactHeaderProps {
  onAsk(dialog: 'share' | 'delete'): void
}

const Acts = ({ artifact, downloadUrl, onCompare, onFull, onAsk }: ActsProps) => (
  <div className="flex shrink-0 items-center gap-1 max-sm:ms-auto max-sm:w-full">
    {artifact.mine && (
      <Button
        look="primary"
        icon={<Share2 aria-hidden />}
        onClick={() => onAsk('share')}
        className="max-sm:flex-1"
      >
        {texts.share}
      </Button>
    )}
    {isComparable(artifact) && (
      <IconButton label={compareTexts.compare} onClick={onCompare}>
        <FileDiff aria-hidden />
      </IconButton>
    )}
    <a
      href={downloadUrl}
      download
      {...tooltip(`${texts.download} · ${formatSize(artifact.size)}`)}
      aria-label={texts.download}
      className="inline-flex size-hit items-center justify-center rounded-m text-muted hover:bg-hover hover:text-text [&_svg]:size-4"
    >
      <Download aria-hidden />
    </a>
    <IconButton label={viewer.full} onClick={onFull}>
      <Maximize2 aria-hidden />
    </IconButton>
    {artifact.mine && (
      <Menu
        trigger={
          <IconButton label={texts.actsFor(artifact.title)}>
            <Ellipsis aria-hidden />
          </IconButton>
        }
      >
        <MenuItem danger icon={<Trash2 aria-hidden />} onSelect={() => onAsk('delete')}>
          {texts.delete}
        </MenuItem>
      </Menu>
    )}
  </div>
)

const Dot = () => (
  <span aria-hidden className="text-faint">
    ·
  </span>
)
