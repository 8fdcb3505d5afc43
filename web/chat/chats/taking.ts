import { listArchivedChats, listChats, readChat } from '#chatapp/chats/contract.ts'
import { importChats as importEntries } from '#chatapp/imports/contract.ts'
import { downloadText } from '../../ui/download.ts'
import { ApiError } from '../../ui/call.ts'
import type { ImportOutcome, OnProgress } from '../api/chat-imports.ts'
import { call, errorText } from '../api/client.ts'
import { chats as texts } from './messages.ts'
import { chatAsMarkdown, fileNameOf } from './written.ts'

export async function exportChat(id: string, form: 'markdown' | 'json'): Promise<void> {
  const chat = await call(readChat, { params: { id } })
  if (form === 'markdown') downloadText(fileNameOf(chat.title, 'md'), chatAsMarkdown(chat), 'text/markdown')
  else downloadText(fileNameOf(chat.title, 'json'), JSON.stringify([chat], null, 2), 'application/json')
}

export async function exportAll(onProgress: OnProgress): Promise<number> {
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
  if (error instanceof ApiError && error.code === 'chat_missing') return null
  throw error
}

/** @throws ApiError when the file contains no chats. */
export async function importChats(file: File, onProgress: OnProgress): Promise<ImportOutcome> {
  return importFrom(0, entriesIn(await file.text()), [], onProgress)
}

async function importFrom(
  first: number,
  entries: readonly unknown[],
  refusedBefore: ImportOutcome['refused'],
  onProgress: OnProgress,
): Promise<ImportOutcome> {
  const refused = [...refusedBefore]
  for (let done = first; done < entries.length; done++) {
    onProgress(done, entries.length)
    const entry = entries[done]
    try {
      await importEntry(entry)
    } catch (error) {
      const [position, reason] = [done + 1, errorText(error)]
      if (isLasting(error)) {
        const resume = (onward: OnProgress) => importFrom(done, entries, refused, onward)
        return {
          stored: done - refused.length,
          refused,
          stopped: { position, of: entries.length, reason, resume },
        }
      }
      refused.push({ title: titleOf(entry), position, reason })
    }
  }
  return { stored: entries.length - refused.length, refused, stopped: null }
}

const MAX_WAITS = 10
const DEFAULT_WAIT_MS = 2_000
const MAX_WAIT_MS = 60_000

/** The rate limit for large requests is below the speed of an import, so the import waits. */
async function importEntry(entry: unknown): Promise<void> {
  for (let waits = 0; ; waits++)
    try {
      await call(importEntries, { body: { chats: [withoutBranch(entry)] } })
      return
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 429 || waits === MAX_WAITS) throw error
      const waitMs = Math.min(error.retryAfterMs ?? DEFAULT_WAIT_MS, MAX_WAIT_MS)
      await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
}

const isLasting = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.status === 0 ||
    error.status === 401 ||
    // A 403 without a code is from a proxy that rejects the text of this entry.
    (error.status === 403 && error.code !== '') ||
    error.status === 429 ||
    error.status > 500)

type Fields = Record<string, unknown>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

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

/** Removes `messages`, which `history` also contains, because a long chat with both would be too large. */
function withoutBranch(entry: unknown): unknown {
  if (!isFields(entry) || !isFields(entry.chat) || !isFields(entry.chat.history)) return entry
  if (!isFields(entry.chat.history.messages)) return entry
  const { messages: _branch, ...chat } = entry.chat
  return { ...entry, chat }
}
