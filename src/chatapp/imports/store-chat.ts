import { Readable } from 'node:stream'
import mime from 'mime'
import { sha256 } from '#ground/base/ids.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { StoredChats } from '#chatapp/chats/chats.ts'
import type { ChatWithMessages } from '#chatapp/chats/chat.ts'
import { decodeDataUrl, type Attachment } from '#chatapp/chats/imported/attachments.ts'
import { attachmentsOf, importedForm, type ImportedChat } from '#chatapp/chats/imported/imported-chat.ts'
import type { AttachedFile } from '#chatapp/chats/schema.ts'
import { attachedFile, type ChatappFiles } from '#chatapp/files/files.ts'

export interface ImportParts {
  chats: Pick<StoredChats, 'create' | 'merge'>
  files: Pick<ChatappFiles, 'find' | 'save' | 'remove'>
  maxFileBytes: number
}

export interface ImportTarget {
  ownerId: string
  chatId?: string
  folderId: string | null
  fileIdOf?(id: string): string
  /** Returns the same id for the same data URL, so that a second import finds the file. Default: a new id. */
  contentIdOf?(dataUrl: string): string
  /** Ids of the files that were stored with the chat are added here. */
  storedFileIds?: string[]
  /** Adds the messages to the stored chat `chatId` instead of creating a chat. */
  isStored?: boolean
}

type ImportRefusal = 'file_too_large' | 'session_gone'

/** Stores the contents of pictures first, then the chat. If the chat cannot be stored, removes these files again. */
export async function storeImportedChat(
  { chats, ...parts }: ImportParts,
  chat: ImportedChat,
  target: ImportTarget,
): Promise<Result<ChatWithMessages, ImportRefusal>> {
  const { ownerId, chatId, folderId } = target
  const saved: string[] = []
  try {
    const attached = await attachAll(parts, chat, { target, saved })
    if (!attached.ok) {
      await parts.files.remove(ownerId, saved)
      return attached
    }
    const form = importedForm(chat, ({ attachments }) =>
      attachments.flatMap((attachment) => attached.value.get(keyOf(attachment)) ?? []),
    )
    const { createdAt, updatedAt, archived, pinned } = chat
    const origin = { createdAt, updatedAt, archived, pinned, folderId }
    const stored =
      target.isStored && chatId !== undefined
        ? await chats.merge(ownerId, chatId, form)
        : await chats.create(ownerId, form, { ...(chatId !== undefined && { id: chatId }), origin })
    if (!stored) {
      await parts.files.remove(ownerId, saved)
      return refused('session_gone')
    }
    target.storedFileIds?.push(...saved)
    return accepted(stored)
  } catch (error) {
    await parts.files.remove(ownerId, saved)
    throw error
  }
}

const keyOf = (attachment: Attachment): string =>
  attachment.kind === 'file' ? attachment.file.id : attachment.kind === 'content' ? attachment.dataUrl : ''

async function attachAll(
  { files, maxFileBytes }: Omit<ImportParts, 'chats'>,
  chat: ImportedChat,
  { target, saved }: { target: ImportTarget; saved: string[] },
): Promise<Result<Map<string, AttachedFile>, ImportRefusal>> {
  const { ownerId, fileIdOf = (id) => id, contentIdOf } = target
  const attached = new Map<string, AttachedFile>()
  for (const attachment of attachmentsOf(chat)) {
    const key = keyOf(attachment)
    if (attached.has(key) || attachment.kind === 'link') continue
    if (attachment.kind === 'file') {
      const id = fileIdOf(attachment.file.id)
      const file = await files.find(ownerId, id)
      attached.set(key, file ? attachedFile(file) : { ...attachment.file, id })
      continue
    }
    const id = contentIdOf?.(attachment.dataUrl)
    const known = id === undefined ? null : await files.find(ownerId, id)
    const content = known ? null : decodeDataUrl(attachment.dataUrl)
    if (known) attached.set(key, attachedFile(known))
    else if (!content) attached.set(key, missingPicture(attachment))
    if (!content) continue
    const stored = await files.save(ownerId, {
      bytes: Readable.from([content.bytes]),
      filename: nameWithEnding(attachment.name, content.contentType),
      declaredType: content.contentType,
      isWhole: () => content.bytes.length <= maxFileBytes,
      ...(id !== undefined && { id }),
      createdAt: chat.createdAt,
    })
    if (!stored.ok) return refused(stored.refusal)
    saved.push(stored.value.id)
    attached.set(key, attachedFile(stored.value))
  }
  return accepted(attached)
}

/** Shown like a deleted file, so that the person sees that a picture is missing. */
const missingPicture = ({ name, dataUrl }: { name: string; dataUrl: string }): AttachedFile => ({
  id: `missing-${sha256(dataUrl).slice(0, 32)}`,
  name,
  content_type: 'image/png',
  size: 0,
})

const nameWithEnding = (name: string, contentType: string): string => {
  const ending = mime.getExtension(contentType)
  return ending === null || /\.\w{1,5}$/.test(name) ? name : `${name}.${ending}`
}
