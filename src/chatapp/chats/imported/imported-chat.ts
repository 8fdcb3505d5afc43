import { cutText } from '#ground/base/cut-text.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import {
  MAX_CONTENT_CHARS,
  MAX_FIELDS_BYTES,
  MAX_MESSAGES,
  type AttachedFile,
  type ChatForm,
} from '../schema.ts'
import { readTagNames, tagId } from '../tags/names.ts'
import { titleFrom } from '../title.ts'
import type { Attachment } from './attachments.ts'
import { countMessages, readMessages, safeId, type ImportedMessage } from './messages.ts'
import { newestLeaf } from './order.ts'
import { fieldsOf, firstText, isFields, listOf, plainText, readSeconds, type Fields } from './plain.ts'

/** A chat of another web chat or of an export. Times are epoch seconds; null if unknown. */
export interface ImportedChat {
  sourceId: string
  title: string
  createdAt: number | null
  updatedAt: number | null
  archived: boolean
  pinned: boolean
  /** Names of the tags. If the imported chat lacks the name of a tag, the list contains the tag's id. */
  tags: string[]
  folderId: string | null
  extra: Fields
  currentId: string | null
  /** Sorted by time; parents precede their children. */
  messages: ImportedMessage[]
}

export type ImportRefusal =
  | 'import_not_a_chat'
  | 'too_many_messages'
  | 'import_message_too_long'
  | 'chat_fields_too_large'

export const MAX_TITLE_LENGTH = 200
const MAX_TAGS = 50
/** Clocks differ, so a date may be up to a day in the future. A later date is ignored. */
const DAY_SECONDS = 86_400

/**
 * Accepts exports and database rows of Open WebUI and of this web chat. Missing and invalid fields get defaults.
 * @param now Epoch seconds, the time of messages without a time.
 */
export function readImportedChat(entry: unknown, now: number): Result<ImportedChat, ImportRefusal> {
  const chat = chatIn(entry)
  if (!chat) return refused('import_not_a_chat')
  if (countMessages(chat) > MAX_MESSAGES) return refused('too_many_messages')
  const row = entry === chat ? {} : fieldsOf(entry)
  const latest = now + DAY_SECONDS
  const readDate = (value: unknown) => readSeconds(value, latest)
  const createdAt = readDate(row.created_at) ?? readDate(chat.timestamp)
  const { messages, newIds } = readMessages(chat, createdAt ?? readDate(row.updated_at) ?? now, latest)
  const extra = extraOf(chat)
  const refusal = limitRefusal(messages)
  if (refusal) return refused(refusal)
  const times = messages.map(({ form }) => form.timestamp!)
  return accepted({
    sourceId: firstText(row.id, chat.id),
    title: titleOf(row, chat, messages),
    createdAt: createdAt ?? times[0] ?? null,
    updatedAt: readDate(row.updated_at) ?? times.at(-1) ?? createdAt,
    archived: isSet(row.archived),
    pinned: isSet(row.pinned),
    tags: tagsOf(row, chat),
    folderId: firstText(row.folder_id) || null,
    extra,
    currentId:
      currentIdOf(chat, row, newIds) ??
      newestLeaf(messages.map(({ id, form }) => ({ id, parentId: form.parentId ?? null, timestamp: null }))),
    messages,
  })

  function currentIdOf(...[blob, record, ids]: [Fields, Fields, ReadonlyMap<string, string>]): string | null {
    const known = new Set(messages.map(({ id }) => id))
    const named = [fieldsOf(blob.history).currentId, blob.currentId, record.current_message_id]
    const found = named.map((id) => (typeof id === 'string' ? (ids.get(id) ?? safeId(id)) : ''))
    return found.find((id) => known.has(id)) ?? null
  }
}

export function importedForm(
  { title, tags, extra, currentId, messages }: ImportedChat,
  filesOf: (message: ImportedMessage) => readonly AttachedFile[],
): ChatForm {
  const forms = messages.map((message) => {
    const files = filesOf(message)
    return [message.id, files.length > 0 ? { ...message.form, files } : message.form] as const
  })
  return {
    ...extra,
    ...(tags.length > 0 ? { tags } : {}),
    title,
    history: { currentId, messages: Object.fromEntries(forms) },
  }
}

export const attachmentsOf = ({ messages }: Pick<ImportedChat, 'messages'>): Attachment[] =>
  messages.flatMap(({ attachments }) => [...attachments])

function chatIn(entry: unknown): Fields | null {
  if (!isFields(entry)) return null
  if (isFields(entry.chat)) return entry.chat
  return 'chat' in entry || !('history' in entry || Array.isArray(entry.messages)) ? null : entry
}

const isSet = (value: unknown): boolean => value === true || value === 1

function titleOf(row: Fields, chat: Fields, messages: readonly ImportedMessage[]): string {
  const given = firstText(row.title, chat.title).replaceAll(/\s+/g, ' ').trim()
  if (given) return cutText(given, MAX_TITLE_LENGTH)
  const question = messages.find(({ form }) => form.role === 'user')?.form.content ?? ''
  return titleFrom(question.slice(0, 1000))
}

/** Open WebUI lists ids in `meta.tags`; only some releases also list names in `chat.tags`. */
function tagsOf(row: Fields, chat: Fields): string[] {
  const names = [...listOf(chat.tags), ...listOf(fieldsOf(row.meta).tags)].map((tag) =>
    firstText(tag, fieldsOf(tag).name).trim(),
  )
  const byId = new Map<string, string>()
  for (const name of readTagNames(names)) if (!byId.has(tagId(name))) byId.set(tagId(name), name)
  return [...byId.values()].slice(0, MAX_TAGS)
}

const READ_FIELDS = new Set(['id', 'title', 'history', 'messages', 'tags', 'timestamp', 'currentId'])
const MAX_EXTRA_LENGTH = 256 * 1024

/**
 * Omits `files`, which may contain the text of attached knowledge. If the other fields are too long, returns only
 * `models`.
 */
function extraOf(chat: Fields): Fields {
  const models = listOf(chat.models)
    .filter((model) => typeof model === 'string')
    .map(plainText)
  const others = Object.entries(chat).filter(
    ([name]) => !READ_FIELDS.has(name) && name !== 'models' && name !== 'files',
  )
  const extra: Fields = models.length > 0 ? { models } : {}
  const whole = { ...Object.fromEntries(others), ...extra }
  return JSON.stringify(whole).length <= MAX_EXTRA_LENGTH ? whole : extra
}

function limitRefusal(messages: readonly ImportedMessage[]): ImportRefusal | null {
  for (const { form } of messages) {
    const { content = '', ...rest } = form
    if (content.length > MAX_CONTENT_CHARS) return 'import_message_too_long'
    if (JSON.stringify(rest).length > MAX_FIELDS_BYTES) return 'chat_fields_too_large'
  }
  return null
}
