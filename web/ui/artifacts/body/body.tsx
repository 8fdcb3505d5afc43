import type { ComponentType } from 'react'
import type { PreviewKind } from '#features/artifacts/schema.ts'
import { DownloadCard } from './download-card.tsx'
import { HtmlFrame, PdfFrame } from './frames.tsx'
import { lazyView } from './lazy-view.tsx'
import { Player } from './player.tsx'
import { Picture } from './picture.tsx'
import type { BodySource } from './source.ts'

/** The content of a file, as its kind is best looked at. It fills the place it is put in. */
export function Body({ source }: { source: BodySource }) {
  const View = VIEWS[source.preview] ?? DownloadCard
  return <View source={source} />
}

export type View = ComponentType<{ source: BodySource }>

const Markdown = lazyView(async () => (await import('./markdown-view.tsx')).MarkdownView)
const Code = lazyView(async () => (await import('./code-view.tsx')).CodeView)
const Csv = lazyView(async () => (await import('./csv-view.tsx')).CsvView)
const Json = lazyView(async () => (await import('./json-view.tsx')).JsonView)

const VIEWS: Readonly<Record<PreviewKind, View>> = {
  html: HtmlFrame,
  pdf: PdfFrame,
  svg: Picture,
  image: Picture,
  audio: Player,
  video: Player,
  markdown: Markdown,
  code: Code,
  text: Code,
  csv: Csv,
  json: Json,
  none: DownloadCard,
}
