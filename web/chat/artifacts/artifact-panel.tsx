import { FileDiff, Share2 } from 'lucide-react'
import { useState } from 'react'
import type { ArtifactDetail } from '#features/artifacts/schema.ts'
import { downloadAddress, viewerAddress } from '../../ui/artifacts/addresses.ts'
import { AudienceBadge } from '../../ui/artifacts/audience-badge.tsx'
import { BodyLoading } from '../../ui/artifacts/body/body-states.tsx'
import { isComparable, previousOf } from '../../ui/artifacts/compare/use-changes.ts'
import { artifactTexts as texts, compareTexts } from '../../ui/artifacts/messages.ts'
import { NotOpen } from '../../ui/artifacts/not-open.tsx'
import { useArtifact, type SeenArtifact } from '../../ui/artifacts/use-artifact.ts'
import type { ArtifactNews } from '../../ui/artifacts/use-artifact-live.ts'
import { VersionContent } from '../../ui/artifacts/version-content.tsx'
import { VersionMenu } from '../../ui/artifacts/version-menu.tsx'
import { VersionNews } from '../../ui/artifacts/version-news.tsx'
import { Button } from '../../ui/button.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SidePanel } from '../../ui/side-panel.tsx'
import { formatSize } from '../../ui/size.ts'
import { errorText } from '../api/client.ts'
import { common } from '../messages.ts'
import { artifacts } from './messages.ts'
import { PanelHeader, PanelLink } from './panel-header.tsx'
import { lazyOpened } from '../../ui/lazy-opened.tsx'

const ShareDialog = lazyOpened(
  async () => (await import('../../ui/artifacts/share/share-dialog.tsx')).ShareDialog,
)
export interface ArtifactPanelProps {
  id: string
  onClose(): void
}

export function ArtifactPanel({ id, onClose }: ArtifactPanelProps) {
  const seen = useArtifact(id)
  const title = seen.state === 'open' ? seen.artifact.title : artifacts.artifact
  const [look, setLook] = useState<Look>(FIRST)
  if (look.id !== id) setLook({ ...FIRST, id })
  return (
    <SidePanel title={title} resizeLabel={texts.resize} shown={id} onClose={onClose}>
      {seen.state === 'open' ? (
        <Opened artifact={seen.artifact} news={seen.news} look={look} onLook={setLook} onClose={onClose} />
      ) : (
        <>
          <PanelHeader title={title} onClose={onClose} />
          <div className="min-h-0 flex-1">
            <Waiting seen={seen} onClose={onClose} />
          </div>
        </>
      )}
    </SidePanel>
  )
}

interface Look {
  id: string
  chosen: number | null
  compared: number | null
}

const FIRST: Look = { id: '', chosen: null, compared: null }

function Waiting({ seen, onClose }: { seen: Exclude<SeenArtifact, { state: 'open' }>; onClose(): void }) {
  if (seen.state === 'loading') return <BodyLoading />
  if (seen.state === 'failed')
    return (
      <div className="p-4">
        <Notice kind="failure" actions={<Button onClick={seen.retry}>{common.retry}</Button>}>
          {errorText(seen.error)}
        </Notice>
      </div>
    )
  return (
    <NotOpen state={seen.state}>
      <Button onClick={onClose}>{common.close}</Button>
    </NotOpen>
  )
}

interface OpenedProps {
  artifact: ArtifactDetail
  news: ArtifactNews
  look: Look
  onLook(look: Look): void
  onClose(): void
}

function Opened({ artifact, news, look, onLook, onClose }: OpenedProps) {
  const { chosen, compared } = look
  function setChosen(version: number | null) {
    news.dismiss()
    onLook({ ...look, chosen: version })
  }
  const setCompared = (version: number | null) => onLook({ ...look, compared: version })
  const [sharing, setSharing] = useState(false)
  const shown =
    artifact.versions.find(({ version }) => version === chosen) ?? artifact.versions[0] ?? artifact
  return (
    <>
      <PanelHeader
        title={artifact.title}
        facts={
          <>
            <VersionMenu artifact={artifact} version={shown.version} onVersion={setChosen} />
            <AudienceBadge artifact={artifact} />
          </>
        }
        onClose={onClose}
      >
        {artifact.mine && (
          <IconButton label={texts.share} onClick={() => setSharing(true)}>
            <Share2 aria-hidden />
          </IconButton>
        )}
        {isComparable(artifact) && (
          <IconButton
            label={compareTexts.compare}
            aria-pressed={compared !== null}
            onClick={() => setCompared(compared === null ? previousOf(artifact, shown.version) : null)}
          >
            <FileDiff aria-hidden />
          </IconButton>
        )}
        <PanelLink
          href={downloadAddress(artifact.id, shown.version)}
          label={texts.download}
          hint={formatSize(shown.size)}
          isDownload
        />
        <PanelLink href={viewerAddress(artifact.id)} label={texts.openPage} />
      </PanelHeader>
      <VersionNews artifact={artifact} version={shown.version} news={news} onNewest={() => setChosen(null)} />
      <div className="min-h-0 flex-1">
        <VersionContent
          artifact={artifact}
          shown={shown}
          compared={compared}
          onShown={setChosen}
          onCompared={setCompared}
        />
      </div>
      {sharing && <ShareDialog artifact={artifact} onClose={() => setSharing(false)} />}
    </>
  )
}
