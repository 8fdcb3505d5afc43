import { listArchivedChats, listChats, readChat } from '#chatapp/chats/contract.ts'
import { importChats as importEntries } from '#chatapp/imports/contract.ts'
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

export interface RefusedChat {
  /** Empty if the entry has no title. */
  title: string
  /** Position in the file, from 1. */
  position: number
  reason: string
}

export interface ImportOutcome {
  stored: number
  refused: RefusedChat[]
}

/**
 * Imports chats of this or a compatible web chat. The server reads each entry.
 *
 * @throws ApiError when the file contains no chats.
 */
export async function importChats(
  file: File,
  onProgress: (done: number, of: number) => void,
): Promise<ImportOutcome> {
  const entries = entriesIn(await file.text())
  const refused: RefusedChat[] = []
  for (const [done, entry] of entries.entries()) {
    onProgress(done, entries.length)
    try {
      await call(importEntries, { body: { chats: [withoutBranch(entry)] } })
    } catch (error) {
      // A refusal affects one chat. An unavailable server stops the import.
      if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) throw error
      refused.push({ title: titleOf(entry), position: done + 1, reason: error.message })
    }
  }
  return { stored: entries.length - refused.length, refused }
}

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Accepts a list, one chat, and one chat a line (NDJSON). */
function entriesIn(text: string): unknown[] {
  const read = parsed(text) ?? linesOf(text)
  const entries: unknown[] = Array.isArray(read) ? read : [read]
  if (
    !entries.some(
      (entry) => isFields(entry) && ('chat' in entry || 'history' in entry || 'messages' in entry),
    )
  )
    throw new ApiError(422, '', texts.noChatsInFile)
  return entries
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const linesOf = (text: string): unknown[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(parsed)

const titleOf = (entry: unknown): string => {
  const title = isFields(entry) ? (entry.title ?? (isFields(entry.chat) ? entry.chat.title : '')) : ''
  return typeof title === 'string' ? title.trim().slice(0, 80) : ''
}

/** `messages` repeats the visible branch, which `history` also contains. A long chat with both would be too large. */
function withoutBranch(entry: unknown): unknown {
  if (!isFields(entry) || !isFields(entry.chat) || !isFields(entry.chat.history)) return entry
  if (!isFields(entry.chat.history.messages)) return entry
  const { messages: _branch, ...chat } = entry.chat
  return { ...entry, chat }
}
