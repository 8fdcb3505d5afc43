import {
  AppWindow,
  Braces,
  FileBox,
  FileCode,
  FileText,
  FileType,
  Film,
  Image,
  Music,
  Shapes,
  Sheet,
  TextQuote,
  type LucideIcon,
} from 'lucide-react'
import type { PreviewKind } from '#features/artifacts/schema.ts'

const ICONS: Readonly<Record<PreviewKind, LucideIcon>> = {
  html: AppWindow,
  svg: Shapes,
  markdown: TextQuote,
  code: FileCode,
  text: FileText,
  csv: Sheet,
  json: Braces,
  image: Image,
  audio: Music,
  video: Film,
  pdf: FileType,
  none: FileBox,
}

export const KindIcon = ({ kind }: { kind: PreviewKind }) => {
  const Icon = ICONS[kind] ?? FileBox
  return (
    <span
      aria-hidden
      className="flex size-8 shrink-0 items-center justify-center rounded-m bg-accent-soft text-accent-text"
    >
      <Icon className="size-4" />
    </span>
  )
}
