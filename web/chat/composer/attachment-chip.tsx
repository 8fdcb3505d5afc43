import { CircleAlert, ImageOff, RotateCcw, X } from 'lucide-react'
import { useState } from 'react'
import { FileIcon } from '../../ui/file-icon.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { formatSize } from '../../ui/size.ts'
import { composer } from './messages.ts'
import type { DraftAttachment } from './attachments.ts'

export interface AttachmentChipProps {
  attachment: DraftAttachment
  onRemove(): void
  onRetry(): void
}

export function AttachmentChip({ attachment, onRemove, onRetry }: AttachmentChipProps) {
  const { name, state } = attachment
  return (
    <li className="relative flex max-w-72 min-w-0 animate-appear items-center gap-2 overflow-hidden rounded-m border border-line bg-canvas py-1 ps-1.5 pe-1">
      <Picture attachment={attachment} />
      <span className="flex min-w-0 flex-1 flex-col items-start">
        <bdi className="max-w-full truncate text-13" title={name}>
          {name}
        </bdi>
        <Detail attachment={attachment} />
      </span>
      {state === 'failed' && attachment.file && (
        <IconButton label={composer.retryFile(name)} onClick={onRetry}>
          <RotateCcw aria-hidden />
        </IconButton>
      )}
      <IconButton label={composer.remove(name)} onClick={onRemove}>
        <X aria-hidden />
      </IconButton>
      {state === 'uploading' && (
        <span
          aria-hidden
          className="absolute inset-x-0 bottom-0 h-0.5 origin-left bg-accent-text transition-transform rtl:origin-right"
          style={{ transform: `scaleX(${attachment.share})` }}
        />
      )}
    </li>
  )
}

function Picture({ attachment }: { attachment: DraftAttachment }) {
  const [isBroken, setBroken] = useState(false)
  if (attachment.state === 'failed')
    return <CircleAlert aria-hidden className="mx-2 size-5 shrink-0 text-danger" />
  if (attachment.preview && isBroken)
    return <ImageOff aria-hidden className="mx-2 size-5 shrink-0 text-warn" />
  if (attachment.preview)
    return (
      <img
        src={attachment.preview}
        alt=""
        onError={() => setBroken(true)}
        className="size-9 shrink-0 rounded-s object-cover"
      />
    )
  return (
    <FileIcon name={attachment.name} type={attachment.type} className="mx-2 size-5 shrink-0 text-muted" />
  )
}

function Detail({ attachment }: { attachment: DraftAttachment }) {
  if (attachment.state === 'failed') {
    return (
      <span role="alert" className="max-w-full truncate text-12 text-danger" title={attachment.error}>
        {attachment.error}
      </span>
    )
  }
  const uploading = attachment.state === 'uploading' && attachment.share < 1
  return (
    <bdi className="max-w-full truncate text-12 text-faint tabular-nums">
      {uploading ? composer.uploading(Math.round(attachment.share * 100)) : formatSize(attachment.size)}
    </bdi>
  )
}
