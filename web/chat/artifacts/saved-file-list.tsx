import { File, Share2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { artifacts as texts } from './messages.ts'
import { PublishDialog } from './publish-dialog.tsx'
import { savedFiles, type SavedFile } from './saved-files.ts'

export interface SavedFileListProps {
  answer: string
  /** The Hub that answered. */
  hub: string
}

/** The files that an answer saved, below it. */
export function SavedFileList({ answer, hub }: SavedFileListProps) {
  const files = savedFiles(answer, window.location.origin)
  if (files.length === 0) return null
  return (
    <ul aria-label={texts.files} className="flex flex-wrap gap-2">
      {files.map((file) => (
        <li key={file.href} className="min-w-0 max-w-full">
          <SavedFileCard file={file} hub={hub} />
        </li>
      ))}
    </ul>
  )
}

function SavedFileCard({ file, hub }: { file: SavedFile; hub: string }) {
  const [publishing, setPublishing] = useState(false)
  return (
    <div className="flex max-w-full items-center gap-1 rounded-m border border-line bg-raised py-1 ps-3 pe-1">
      <a
        href={file.href}
        target="_blank"
        rel="noopener"
        title={file.filename}
        className="flex min-h-hit min-w-0 items-center gap-2 text-14 underline-offset-4 hover:underline"
      >
        <File aria-hidden className="size-4 shrink-0 text-muted" />
        <span className="truncate">{file.filename}</span>
      </a>
      <Button
        look="quiet"
        icon={<Share2 aria-hidden />}
        aria-label={texts.publishFile(file.filename)}
        onClick={() => setPublishing(true)}
        className="shrink-0"
      >
        {texts.publish}
      </Button>
      {publishing && <PublishDialog file={file} hub={hub} onClose={() => setPublishing(false)} />}
    </div>
  )
}
