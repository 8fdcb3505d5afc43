import { type ComponentType, useState } from 'react'
import type { PreviewKind } from '#features/artifacts/schema.ts'
import { DownloadCard } from './download-card.tsx'
import { HtmlFrame, PdfFrame } from './frames.tsx'
import { lazyView } from './lazy-view.tsx'
import { ArtifactPicture } from './picture.tsx'
import type { ArtifactSource } from './source.ts'
import { bodyTexts as body } from '../messages.ts'

export function ArtifactBody({ source }: { source: ArtifactSource }) {
  const View = VIEWS[source.preview] ?? DownloadCard
  return <View source={source} />
}

export type View = ComponentType<{ source: ArtifactSource }>

const Markdown = lazyView(async () => (await import('./markdown-view.tsx')).MarkdownView)
const Code = lazyView(async () => (await import('./code-view.tsx')).CodeView)
const Csv = lazyView(async () => (await import('./csv-view.tsx')).CsvView)
const Json = lazyView(async () => (await import('./json-view.tsx')).JsonView)

const VIEWS: Readonly<Record<PreviewKind, View>> = {
  html: HtmlFrame,
  pdf: PdfFrame,
  svg: ArtifactPicture,
  image: ArtifactPicture,
  audio: Player,
  video: Player,
  markdown: Markdown,
  code: Code,
  text: Code,
  csv: Csv,
  json: Json,
  none: DownloadCard,
}

function Player({ source }: { source: ArtifactSource }) {
  const [failed, setFailed] = useState<string | null>(null)
  const { contentUrl, preview, title } = source
  if (failed === contentUrl) return <DownloadCard source={source} title={body.notPlayable} />
  const media = {
    src: contentUrl,
    controls: true,
    preload: 'metadata',
    'aria-label': body.frame(title),
    onError: () => setFailed(contentUrl),
  } as const
  return (
    <div className="flex h-full min-h-40 items-center justify-center p-4">
      {preview === 'audio' ? (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- the file has no captions
        <audio {...media} className="w-full max-w-lg" />
      ) : (
        // oxlint-disable-next-line jsx-a11y/media-has-caption
        <video {...media} className="max-h-full max-w-full rounded-m bg-code" />
      )}
    </div>
  )
}
