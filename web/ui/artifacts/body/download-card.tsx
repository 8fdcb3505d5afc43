import { Download, FileBox } from 'lucide-react'
import { formatSize } from '../../size.ts'
import { bodyTexts as body } from '../messages.ts'
import { Instead } from './body-states.tsx'
import type { ArtifactSource } from './source.ts'

export const DownloadCard = ({ source, title }: { source: ArtifactSource; title?: string }) => (
  <Instead icon={<FileBox aria-hidden />} title={title ?? body.noPreview} text={body.noPreviewText}>
    <a
      href={source.downloadUrl}
      download
      className="inline-flex min-h-hit max-w-full items-center gap-2 rounded-m bg-accent px-3 py-1 text-14 font-medium text-on-accent hover:bg-accent-hover"
    >
      <Download aria-hidden className="size-4 shrink-0" />
      <span className="truncate">
        {body.download} · {source.filename} · {formatSize(source.size)}
      </span>
    </a>
  </Instead>
)
