import type { Store } from '#ground/store/store.ts'
import { sha256 } from '#ground/base/ids.ts'
import { processTurns } from '#ground/base/turn-budget.ts'
import { readJson } from '#ground/base/json/read.ts'
import { removeChat } from '#chatapp/chats/removing.ts'
import { decodeDataUrl } from '#chatapp/chats/imported/attachments.ts'
import {
  attachmentsOf,
  MAX_TITLE_LENGTH,
  readImportedChat,
  type ImportedChat,
} from '#chatapp/chats/imported/imported-chat.ts'
import { fieldsOf, firstText, isFields, listOf, type Fields } from '#chatapp/chats/imported/plain.ts'
import type { ChatappFiles } from '#chatapp/files/files.ts'
import { storeImportedChat, type ImportParts } from '../store-chat.ts'
import { importedId, keyOf } from './ids.ts'
import { jsonOf } from './json.ts'
import type { People } from './people.ts'
import type { Reporting } from './report.ts'
import type { Row, WebuiDatabase } from './source.ts'

export interface ContentParts extends Omit<ImportParts, 'files'> {
  store: Store
  source: WebuiDatabase
  report: Reporting
  isDryRun: boolean
  now: number
  files: Pick<ChatappFiles, 'find' | 'save' | 'remove'>
  uploads: string
  /** Ids of the chats that this import has read. */
  seen: Set<string>
}

export async function importChats(
  parts: ContentParts,
  {
    people,
    folders,
    files,
  }: { people: People; folders: ReadonlyMap<string, string>; files: ReadonlyMap<string, string> },
): Promise<void> {
  const { source } = parts
  const tags = tagNames(source)
  for (const id of source.ids('chat')) {
    const [row] = [...source.rows('chat', { id })]
    if (!row) continue
    const owner = people.ids.get(String(row.user_id))
    const entry = await entryOf(parts, row, tags)
    await importChat(parts, entry, {
      owner,
      folderId: folders.get(keyOf(row.user_id, row.folder_id)) ?? null,
      fileIds: files,
    })
  }
}

export async function importChat(
  parts: ContentParts,
  entry: unknown,
  {
    owner,
    folderId,
    fileIds,
  }: { owner: string | undefined; folderId: string | null; fileIds?: ReadonlyMap<string, string> },
): Promise<void> {
  const { report, isDryRun, now } = parts
  const read = readImportedChat(entry, now)
  const name = firstText(fieldsOf(entry).title, fieldsOf(entry).id) || 'without a title'
  const leave = (reason: string) => {
    report.count('chats', 'left')
    report.leave('chats', reason, name)
  }
  if (owner === undefined) return leave('the account is missing')
  if (!read.ok) return leave(REASONS[read.refusal])
  const { chatId, isKnown } = await findChatTarget(parts, owner, { sourceId: read.value.sourceId, entry })
  if (parts.seen.has(chatId)) return leave('another chat in the file has the same id')
  parts.seen.add(chatId)
  const chat = isKnown ? await newerPart(parts, read.value, { chatId, name }) : read.value
  if (chat === null) return report.count('chats', 'known')
  for (const attachment of attachmentsOf(chat))
    if (attachment.kind === 'content' && !decodeDataUrl(attachment.dataUrl))
      report.leave('pictures', 'the chat has no readable content of them', name)
  const title = firstText(fieldsOf(entry).title)
  if (!isKnown && title.replaceAll(/\s+/g, ' ').trim().length > MAX_TITLE_LENGTH)
    report.leave('ends of titles', `titles have at most ${MAX_TITLE_LENGTH} characters`, title)
  const count = () => {
    report.count('chats', isKnown ? 'known' : 'added')
    if (isKnown) report.addToChat(chat.messages.length)
  }
  if (isDryRun) return count()
  const stored = await storeImportedChat(parts, chat, {
    ownerId: owner,
    chatId,
    isStored: isKnown,
    folderId,
    fileIdOf: (id) => fileIds?.get(keyOf(owner, id)) ?? importedId('file', id),
    contentIdOf: (dataUrl) => importedId('picture', `${chatId} ${sha256(dataUrl)}`),
  }).catch((error: unknown) => {
    if ((error as Error).name !== 'Refused' && (error as Error).name !== 'InvalidRequest') throw error
    return { ok: false as const, refusal: (error as Error).message }
  })
  if (stored.ok) count()
  else
    leave(
      stored.refusal === 'file_too_large' ? 'a picture is larger than SVC_MAX_UPLOAD_BYTES' : stored.refusal,
    )
}

async function findChatTarget(
  { store, isDryRun }: ContentParts,
  owner: string,
  { sourceId, entry }: { sourceId: string; entry: unknown },
) {
  const named = sourceId || sha256(JSON.stringify(entry))
  const wanted = importedId('chat', named)
  const find = (id: string) =>
    store.db
      .selectFrom('chatapp_chats')
      .select(['user_id', 'deleted_at'])
      .where('id', '=', id)
      .executeTakeFirst()
  const other = await find(wanted)
  const chatId = other && other.user_id !== owner ? importedId('chat', `${owner} ${named}`) : wanted
  const here = chatId === wanted ? other : await find(chatId)
  if (here && here.deleted_at !== null && !isDryRun) await removeChat(store, owner, chatId)
  return { chatId, isKnown: here !== undefined && here.deleted_at === null }
}

/**
 * New messages, and answers that were unfinished at the first import. Null if there are none, or if the chat was
 * continued here and so has messages that the file lacks.
 */
async function newerPart(
  { store, report }: ContentParts,
  chat: ImportedChat,
  { chatId, name }: { chatId: string; name: string },
): Promise<ImportedChat | null> {
  const rows = await store.db
    .selectFrom('chatapp_messages')
    .select(['id', 'state'])
    .where('chat_id', '=', chatId)
    .execute()
  const here = new Map(rows.map(({ id, state }) => [id, state]))
  const there = new Set(chat.messages.map(({ id }) => id))
  const messages = chat.messages.filter(
    ({ id, form }) => !here.has(id) || (here.get(id) === 'interrupted' && form.state !== 'interrupted'),
  )
  if (messages.length === 0) return null
  if (rows.every(({ id }) => there.has(id))) return { ...chat, title: '', tags: [], extra: {}, messages }
  report.leave(
    'chats with newer messages',
    'the chat was continued here, so newer messages of Open WebUI were not imported',
    `${messages.length} of ${name}`,
  )
  return null
}

const REASONS = {
  import_not_a_chat: 'the row has no readable chat',
  import_message_too_long: 'a message is longer than 1,048,576 characters',
  too_many_messages: 'the chat has more than 10,000 messages',
  chat_fields_too_large: 'the fields of the chat or of a message have more than 1 MB',
} as const

const tagNames = (source: WebuiDatabase) =>
  new Map([...source.rows('tag')].map((row) => [keyOf(row.user_id, row.id), firstText(row.name)]))

async function entryOf(
  { source }: ContentParts,
  row: Row,
  tags: ReadonlyMap<string, string>,
): Promise<Fields> {
  const meta = fieldsOf(jsonOf(row.meta))
  const chat = await blobOf(row)
  const names = listOf(meta.tags).map((id) => tags.get(keyOf(row.user_id, id)) ?? id)
  const blob = isFields(chat) && !hasMessages(chat) ? { ...chat, ...messagesInTable(source, row) } : chat
  return {
    ...row,
    chat: isFields(blob) ? { ...blob, tags: [...names, ...listOf(blob.tags)] } : blob,
    meta: {},
  }
}

async function blobOf(row: Row): Promise<unknown> {
  if (typeof row.chat !== 'string') return null
  try {
    return await readJson(row.chat, { turns: processTurns, maxValues: Infinity })
  } catch {
    return null // malformed, or nested too deeply
  }
}

const hasMessages = (chat: Fields): boolean =>
  Object.keys(fieldsOf(fieldsOf(chat.history).messages)).length > 0 || listOf(chat.messages).length > 0

/** Since release 0.9, Open WebUI also stores messages in a table. Some programs write messages only to this table. */
function messagesInTable(source: WebuiDatabase, row: Row): Fields {
  const prefix = `${String(row.id)}-`
  const messages: [string, Fields][] = []
  for (const message of source.rows('chat_message', { chat_id: String(row.id) })) {
    const id = String(message.id)
    const parent = firstText(message.parent_id)
    messages.push([
      id.replace(prefix, ''),
      {
        parentId: parent ? parent.replace(prefix, '') : null,
        role: message.role,
        content: jsonOf(message.content) ?? message.content,
        output: jsonOf(message.output),
        files: jsonOf(message.files),
        model: message.model_id,
        timestamp: message.created_at,
        done: message.done !== 0,
        error: jsonOf(message.error),
      },
    ])
  }
  return messages.length > 0
    ? { history: { currentId: row.current_message_id, messages: Object.fromEntries(messages) } }
    : {}
}
