import { File } from 'lucide-react'
import type { AttachedFile } from '#chatapp/chats/schema.ts'
import { formatSize } from '../../ui/size.ts'
import { fileAddress } from '../api/files.ts'

/** Pictures that every browser shows and none runs. */
const SHOWN = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])

export function MessageFiles({ files }: { files: readonly AttachedFile[] }) {
  return (
    <ul className="flex max-w-[85%] flex-wrap justify-end gap-2">
      {files.map((file) => (
        <li key={file.id} className="min-w-0">
          <a
            href={fileAddress(file.id)}
            target="_blank"
            rel="noopener"
            className="block overflow-hidden rounded-l border border-line bg-raised hover:bg-hover"
          >
            {SHOWN.has(file.content_type) ? (
              <img
                src={fileAddress(file.id)}
                alt={file.name}
                loading="lazy"
                className="h-40 max-w-full min-w-24 object-cover"
              />
            ) : (
              <FileLine file={file} />
            )}
          </a>
        </li>
      ))}
    </ul>
  )
}

function FileLine({ file }: { file: AttachedFile }) {
  return (
    <span className="flex max-w-64 items-center gap-2 px-3 py-2">
      <File aria-hidden className="size-5 shrink-0 text-muted" />
      <span className="min-w-0">
        <span className="block truncate text-14" title={file.name}>
          {file.name}
        </span>
        <span className="block text-12 text-faint">{formatSize(file.size)}</span>
      </span>
    </span>
  )
}
