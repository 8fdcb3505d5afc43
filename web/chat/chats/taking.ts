import { changeChats, createChat, listArchivedChats, listChats, readChat } from '#chatapp/chats/contract.ts'
import type { ChatView } from '#chatapp/chats/schema.ts'
import { downloadText } from '../../ui/download.ts'
import { ApiError } from '../../ui/call.ts'
import { call } from '../api/client.ts'
import { chats as texts } from './messages.ts'
import { chatAsMarkdown, fileNameOf } from './written.ts'

export async function exportChat(id: string, form: 'markdown' | 'json'): Promise<void> {
  const chat = await call(readChat, { params: { id } })
  if (form === 'markdown') downloadText(fileNameOf(chat.title, 'md'), chatAsMarkdown(chat), 'text/markdown')
  else downloadText(fileNameOf(chat.title, 'json'), JSON.stringify([chat], null, 2), 'application/json')
}

/** @returns Number of chats. */
export async function exportAll(onProgress: (done: number, of: number) => void): Promise<number> {
  const listed = [...(await call(listChats, {})), ...(await call(listArchivedChats, {}))]
  const whole: string[] = []
  for (const [done, { id }] of listed.entries()) {
    onProgress(done, listed.length)
    // The chat was deleted after this export had listed it.
    const chat = await call(readChat, { params: { id } }).catch(unlessGone)
    if (chat) whole.push(JSON.stringify(chat))
  }
  downloadText('chats.json', `[${whole.join(',\n')}]\n`, 'application/json')
  return whole.length
}

function unlessGone(error: unknown): null {
  if (error instanceof ApiError && (error.status === 401 || error.status === 404)) return null
  throw error
}

/**
 * Imports chats of this or a compatible web chat.
 *
 * @returns Numbers of stored and refused chats.
 * @throws ApiError when the file contains no chats.
 */
export async function importChats(
  file: File,
  onProgress: (done: number, of: number) => void,
): Promise<{ stored: number; failed: number }> {
  const entries = entriesIn(await file.text())
  let stored = 0
  for (const [done, entry] of entries.entries()) {
    onProgress(done, entries.length)
    try {
      await store(entry)
      stored++
    } catch (error) {
      // A refusal affects one chat. An unavailable server stops the import.
      if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) throw error
    }
  }
  return { stored, failed: entries.length - stored }
}

/** A chat of the file. The server validates the other fields. */
interface Entry {
  title?: string
  chat: ChatView['chat']
  archived?: boolean
  pinned?: boolean
}

function entriesIn(text: string): unknown[] {
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    throw noChats()
  }
  const entries: unknown[] = Array.isArray(read) ? read : [read]
  if (!entries.some(isEntry)) throw noChats()
  return entries
}

const noChats = () => new ApiError(422, '', texts.noChatsInFile)

const isEntry = (entry: unknown): entry is Entry =>
  typeof entry === 'object' &&
  entry !== null &&
  'chat' in entry &&
  typeof entry.chat === 'object' &&
  entry.chat !== null &&
  'history' in entry.chat

async function store(entry: unknown): Promise<void> {
  if (!isEntry(entry)) throw new ApiError(422, '', '')
  const { title, chat, archived, pinned } = entry
  // `messages` repeats the visible branch, which `history` also contains. The server ignores `messages`, and a long
  // chat with both would be too large.
  const { messages: _branch, ...rest } = chat as typeof chat & { messages?: unknown }
  const made = await call(createChat, {
    body: { chat: { ...rest, ...(typeof title === 'string' ? { title } : {}) } },
  })
  for (const act of [archived && 'archive', pinned && 'pin'] as const)
    if (act) await call(changeChats, { body: { act, ids: [made.id] } })
}
