import { useQuery } from '@tanstack/react-query'
import { Share2 } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ToolActivity } from '#ground/turn/schema.ts'
import type { ArtifactView } from '#features/artifacts/schema.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { FileIcon } from '../../ui/file-icon.tsx'
import { lazyOpened } from '../../ui/lazy-opened.tsx'
import { OpenArtifact } from './open-artifact.tsx'
import { artifacts as texts } from './messages.ts'
import { publishedFilesQuery, publishSaved } from './queries.ts'
import { fileAddress, savedFiles, type AnswerSavedFile } from './saved-files.ts'

const PublishDialog = lazyOpened(async () => (await import('./publish-dialog.tsx')).PublishDialog)

export interface SavedFileListProps {
  answer: string
  tools: readonly ToolActivity[]
  hub: string
}

export function SavedFileList({ answer, tools, hub }: SavedFileListProps) {
  const files = savedFiles(answer, window.location.origin, tools)
  if (files.length === 0) return null
  return (
    <ul aria-label={texts.files} className="flex flex-wrap gap-2">
      {files.map((file) => (
        <li key={fileAddress(hub, file)} className="min-w-0 max-w-full">
          <SavedFileCard file={file} hub={hub} />
        </li>
      ))}
    </ul>
  )
}

function SavedFileCard({ file, hub }: { file: AnswerSavedFile; hub: string }) {
  const { data, isPending } = useQuery(publishedFilesQuery(hub, file.chatId))
  const [publishing, setPublishing] = useState(false)
  const published = data?.items.find(({ filename }) => filename === file.filename)?.artifact
  const card = useRef<HTMLDivElement>(null)
  function close() {
    setPublishing(false)
    // A link may have replaced the button that opened the dialog; the link then takes the focus.
    requestAnimationFrame(
      () => isFocusFree() && card.current?.querySelector<HTMLElement>('a:last-of-type')?.focus(),
    )
  }
  return (
    <div
      ref={card}
      className="flex max-w-full items-center gap-1 rounded-m border border-line bg-raised py-1 ps-3 pe-1 max-sm:flex-wrap"
    >
      <a
        href={fileAddress(hub, file)}
        target="_blank"
        rel="noopener"
        title={file.filename}
        className="flex min-h-hit min-w-0 items-center gap-2 text-14 underline-offset-4 hover:underline"
      >
        <FileIcon name={file.filename} className="size-4 shrink-0 text-muted" />
        <bdi className="truncate">{file.filename}</bdi>
      </a>
      {published ? (
        <OpenPublished filename={file.filename} artifact={published} />
      ) : (
        <Button
          look="quiet"
          icon={<Share2 aria-hidden />}
          aria-label={texts.publishFile(file.filename)}
          onClick={() => setPublishing(true)}
          className={cx('shrink-0', isPending && 'invisible')}
        >
          {texts.publish}
        </Button>
      )}
      {publishing && (
        <PublishDialog
          filename={file.filename}
          publish={(title) => publishSaved(hub, file, title)}
          onClose={close}
        />
      )}
    </div>
  )
}

function OpenPublished({ filename, artifact }: { filename: string; artifact: ArtifactView }) {
  const whom = audienceWords(artifact)
  return (
    <OpenArtifact id={artifact.id} look="quiet" label={texts.openFile(filename, artifact.version, whom)}>
      {texts.openAs(artifact.version, whom)}
    </OpenArtifact>
  )
}

const isFocusFree = () => document.activeElement === document.body

function audienceWords({ audience: { kind, people, groups }, link }: ArtifactView): string {
  const whom =
    kind === 'owner'
      ? texts.forMe
      : kind === 'hub'
        ? texts.forHub
        : texts.forSome(people.length + groups.length)
  return link?.active ? `${whom} · ${texts.isPublic}` : whom
}
