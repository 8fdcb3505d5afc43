import { ImageOff } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AttachedFile } from '#chatapp/chats/schema.ts'
import { FileIcon } from '../../ui/file-icon.tsx'
import { InlinePicture } from '../../ui/picture.tsx'
import { formatSize } from '../../ui/size.ts'
import { fileAddress } from '../api/files.ts'

/** Picture formats that every browser shows and that contain no scripts. */
const SHOWN = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])

const ICON = 'size-5 shrink-0 text-muted'

const FRAME = 'block overflow-hidden rounded-l border border-line bg-raised hover:bg-hover'

export interface MessageFilesProps {
  files: readonly AttachedFile[]
  addressOf?: (id: string) => string
}

export function MessageFiles({ files, addressOf = fileAddress }: MessageFilesProps) {
  return (
    <ul data-pictures className="flex max-w-[85%] flex-wrap justify-end gap-2">
      {files.map((file) => (
        <li key={file.id} className="min-w-0">
          {SHOWN.has(file.content_type) ? (
            <InlinePicture
              src={addressOf(file.id)}
              name={file.name}
              className={FRAME}
              imageClassName="h-40 max-w-full min-w-24 object-cover"
              fallback={
                <FileLink
                  file={file}
                  address={addressOf(file.id)}
                  icon={<ImageOff aria-hidden className={ICON} />}
                />
              }
            />
          ) : (
            <FileLink
              file={file}
              address={addressOf(file.id)}
              icon={<FileIcon name={file.name} type={file.content_type} className={ICON} />}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

interface FileLinkProps {
  file: AttachedFile
  address: string
  icon: ReactNode
}

const FileLink = ({ address, ...line }: FileLinkProps) => (
  <a href={address} target="_blank" rel="noopener" className={FRAME}>
    <FileLine {...line} />
  </a>
)

function FileLine({ file, icon }: Omit<FileLinkProps, 'address'>) {
  return (
    <span className="flex max-w-64 items-center gap-2 px-3 py-2">
      {icon}
      <span className="flex min-w-0 flex-col items-start">
        <bdi className="max-w-full truncate text-14" title={file.name}>
          {file.name}
        </bdi>
        <bdi className="text-12 text-faint">{formatSize(file.size)}</bdi>
      </span>
    </span>
  )
}
