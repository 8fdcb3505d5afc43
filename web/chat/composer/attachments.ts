import { useCallback, useEffect, useRef, useState } from 'react'
import type { AttachedFile } from '#chatapp/chats/schema.ts'
import { deleteFile } from '#chatapp/files/contract.ts'
import { formatSize } from '../../ui/size.ts'
import { call, errorText } from '../api/client.ts'
import { fileAddress, uploadFile } from '../api/files.ts'
import { newId } from '../api/turns.ts'
import { composer as texts } from './messages.ts'
import type { PictureProblem } from './picture-problem.ts'

export type DraftAttachment = {
  key: string
  name: string
  size: number
  /** Media type as the browser reports it; after the upload, as the server detected it. */
  type: string
  preview: string | null
} & (
  | { state: 'uploading'; share: number }
  | { state: 'failed'; error: string; file: File | null }
  | { state: 'ready'; file: AttachedFile }
)

export const readyFiles = (attachments: readonly DraftAttachment[]): AttachedFile[] =>
  attachments.flatMap((attachment) => (attachment.state === 'ready' ? [attachment.file] : []))

/** If `maxBytes` is null, only the server limits the size. */
export function useAttachments(kept: readonly AttachedFile[], maxBytes: number | null) {
  const [attachments, setAttachments] = useState<readonly DraftAttachment[]>(() => kept.map(fromKept))
  const [examined, setExamined] = useState<ReadonlyMap<string, PictureProblem>>(() => new Map())
  const latest = useRef(attachments)
  latest.current = attachments
  const uploads = useRef(new Map<string, AbortController>())

  const replace = useCallback((key: string, next: DraftAttachment) => {
    setAttachments((all) => all.map((other) => (other.key === key ? next : other)))
  }, [])

  const upload = useCallback(
    async (file: File, base: Pick<DraftAttachment, 'key' | 'name' | 'size' | 'type' | 'preview'>) => {
      const abort = new AbortController()
      uploads.current.set(base.key, abort)
      const onProgress = (share: number) => replace(base.key, { ...base, state: 'uploading', share })
      try {
        const { id, filename, meta } = await uploadFile(file, onProgress, abort.signal)
        const ready = { id, name: meta.name || filename, content_type: meta.content_type, size: meta.size }
        replace(base.key, { ...base, type: meta.content_type, state: 'ready', file: ready })
      } catch (error) {
        if (!abort.signal.aborted)
          replace(base.key, { ...base, state: 'failed', error: errorText(error), file })
      } finally {
        uploads.current.delete(base.key)
      }
    },
    [replace],
  )

  const examine = useCallback(async (key: string, read: () => Promise<Blob | null> | Blob) => {
    const picture = await read()
    const problem = picture && (await problemOf(picture))
    if (problem) setExamined((all) => new Map(all).set(key, problem))
  }, [])

  const opened = useRef(new Set<string>())
  useEffect(() => {
    for (const { key, preview, type, ...attachment } of attachments) {
      const isStored = attachment.state === 'ready' && preview === null && PREVIEWED.test(type)
      if (!isStored || opened.current.has(key)) continue
      opened.current.add(key)
      void examine(key, () => storedPicture(attachment.file.id))
    }
  }, [attachments, examine])

  const add = useCallback(
    (files: readonly File[]): string[] =>
      files.map((file) => {
        const { name, size, type } = file
        const base = { key: newId(), name: name || 'file', size, type, preview: previewOf(file) }
        const tooLarge = maxBytes !== null && file.size > maxBytes
        const first: DraftAttachment = tooLarge
          ? { ...base, state: 'failed', error: texts.tooLarge(formatSize(maxBytes)), file: null }
          : { ...base, state: 'uploading', share: 0 }
        setAttachments((all) => [...all, first])
        if (base.preview) void examine(base.key, () => file)
        if (!tooLarge) void upload(file, base)
        return base.key
      }),
    [maxBytes, upload, examine],
  )

  function remove(key: string) {
    const attachment = latest.current.find((other) => other.key === key)
    if (!attachment) return
    uploads.current.get(key)?.abort()
    forgetPreview(attachment)
    setAttachments((all) => all.filter((other) => other.key !== key))
    // The server deletes unused files later, so an error needs no message.
    if (attachment.state === 'ready')
      void call(deleteFile, { params: { id: attachment.file.id } }).catch(() => undefined)
  }

  function retry(attachment: DraftAttachment) {
    if (attachment.state !== 'failed' || !attachment.file) return
    const { key, name, size, type, preview, file } = attachment
    replace(key, { key, name, size, type, preview, state: 'uploading', share: 0 })
    void upload(file, { key, name, size, type, preview })
  }

  useEffect(() => {
    const running = uploads.current
    return () => {
      for (const abort of running.values()) abort.abort()
    }
  }, [])

  return { attachments, examined, add, remove, retry, reset: setAttachments }
}

export type Attachments = ReturnType<typeof useAttachments>

export const fromKept = (file: AttachedFile): DraftAttachment => ({
  key: file.id,
  name: file.name,
  size: file.size,
  type: file.content_type,
  preview: null,
  state: 'ready',
  file,
})

const PREVIEWED = /^image\/(png|jpeg|gif|webp|avif)$/

const previewOf = (file: File): string | null =>
  PREVIEWED.test(file.type) ? URL.createObjectURL(file) : null

/** Null also if the code cannot be fetched: the picture is then sent unexamined. */
const problemOf = async (picture: Blob): Promise<PictureProblem | null> => {
  const code = await import('./examine-picture.ts').catch(() => null)
  return code && code.examinePicture(picture)
}

/** Null if the picture cannot be read now. */
const storedPicture = async (id: string): Promise<Blob | null> => {
  try {
    const answer = await fetch(fileAddress(id))
    return answer.ok ? await answer.blob() : null
  } catch {
    return null
  }
}

function forgetPreview({ preview }: DraftAttachment): void {
  if (preview) URL.revokeObjectURL(preview)
}
