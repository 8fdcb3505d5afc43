import { Download, Share2 } from 'lucide-react'
import { useState } from 'react'
import { ARTIFACT_KINDS } from '../../ui/artifact-kinds.ts'
import { ArtifactBody } from '../../ui/artifacts/body/body.tsx'
import { artifactTexts } from '../../ui/artifacts/messages.ts'
import { downloadText } from '../../ui/download.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import type { OpenedCode } from '../../ui/markdown/opening.ts'
import { SidePanel } from '../../ui/side-panel.tsx'
import { titleOfDraft } from './draft-title.ts'
import { artifacts as texts } from './messages.ts'
import { PanelHeader } from './panel-header.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { publishText } from './queries.ts'

export interface DraftPanelProps {
  draft: OpenedCode
  hub: string | undefined
  onClose(): void
}

export function DraftPanel({ draft, hub, onClose }: DraftPanelProps) {
  const { text, filename, preview } = draft
  const [publishing, setPublishing] = useState(false)
  const suggested = titleOfDraft(draft)
  const title = suggested ?? filename
  // An `<img>` runs no scripts, loads no resources and follows no links of an SVG.
  const address = `data:${preview === 'svg' ? 'image/svg+xml' : 'text/plain'};charset=utf-8,${encodeURIComponent(text.toWellFormed())}`
  return (
    <SidePanel title={title} resizeLabel={artifactTexts.resize} shown={text} onClose={onClose}>
      <PanelHeader
        title={title}
        facts={
          <span>
            {ARTIFACT_KINDS[preview]} · {texts.draft}
          </span>
        }
        onClose={onClose}
      >
        {hub !== undefined && (
          <IconButton label={texts.publish} onClick={() => setPublishing(true)}>
            <Share2 aria-hidden />
          </IconButton>
        )}
        <IconButton label={artifactTexts.download} onClick={() => downloadText(filename, text)}>
          <Download aria-hidden />
        </IconButton>
      </PanelHeader>
      <div className="min-h-0 flex-1">
        <ArtifactBody
          source={{
            preview,
            title,
            filename,
            size: new Blob([text]).size,
            contentUrl: address,
            downloadUrl: address,
            text,
          }}
        />
      </div>
      {publishing && hub !== undefined && (
        <PublishDialog
          filename={filename}
          suggested={suggested}
          publish={(chosen) => publishText(hub, filename, text, chosen)}
          onClose={() => setPublishing(false)}
        />
      )}
    </SidePanel>
  )
}
