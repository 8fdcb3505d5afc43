import { processTurns } from '#ground/base/turn-budget.ts'
import type { Account } from '#chatapp/accounts/account.ts'
import type { StoredChats } from '#chatapp/chats/chats.ts'
import type { ChatFolders } from '#chatapp/chats/folders/folders.ts'
import { chatView } from '#chatapp/chats/present.ts'
import type { About } from '#chatapp/models/about.ts'
import type { ChatappFiles, StoredFile } from '#chatapp/files/files.ts'
import type { Prompts } from '#chatapp/prompts/prompts.ts'
import type { Schedules } from '#chatapp/schedules/schedules.ts'

export interface OwnDataParts {
  chats: Pick<StoredChats, 'idsOf' | 'read'>
  folders: Pick<ChatFolders, 'list'>
  files: Pick<ChatappFiles, 'list' | 'open'>
  prompts: Pick<Prompts, 'list'>
  schedules: Pick<Schedules, 'list'>
  about: Pick<About, 'notesAbout'>
  instructions: { readFor(accountId: string): Promise<string | null> }
}

const FILES_PER_PAGE = 50

/** Reads one chat at a time, and files part by part, to limit memory. */
export async function* ownDataLines(
  { chats, folders, files, prompts, schedules, instructions, about }: OwnDataParts,
  account: Account,
): AsyncGenerator<string> {
  const { id, name, email, role, createdAt } = account
  yield line('account', { id, name, email, role, created_at: createdAt })
  yield line('instructions', { text: (await instructions.readFor(id)) ?? '' })
  for (const prompt of await prompts.list(id)) yield line('prompt', prompt)
  for (const { user_id: _, ...schedule } of await schedules.list(id)) yield line('schedule', schedule)
  yield* memoryLines(about, account)
  for (const folder of await folders.list(id)) yield line('folder', folder)
  for (const chatId of await chats.idsOf(id)) {
    const chat = await chats.read(id, chatId)
    if (chat) yield line('chat', await chatView(chat, processTurns))
  }
  for (let offset = 0; ; offset += FILES_PER_PAGE) {
    const page = await files.list(id, { offset, limit: FILES_PER_PAGE })
    for (const file of page) yield* fileLine(files, file)
    if (page.length < FILES_PER_PAGE) return
  }
}

const line = (type: string, fields: object): string => `${JSON.stringify({ type, ...fields })}\n`

/** Does not name agents that do not answer, because the person may not know that they exist. */
async function* memoryLines(about: Pick<About, 'notesAbout'>, account: Account): AsyncGenerator<string> {
  let isComplete = true
  for await (const { hub, notes } of about.notesAbout(account)) {
    if (notes === null) isComplete = false
    for (const { id, text, saved_at_ms: ms } of notes ?? [])
      yield line('memory', { id, hub, text, saved_at: Math.floor(ms / 1000) })
  }
  if (!isComplete) yield line('missing', { part: 'memory', detail: NOT_ALL_NOTES })
}

const NOT_ALL_NOTES = 'Some agents do not answer, so their notes are missing. Export again later.'

/** A file that was deleted meanwhile is left out. */
async function* fileLine(
  files: Pick<ChatappFiles, 'open'>,
  { id, ownerId, filename: name, contentType: content_type, size, createdAt: created_at }: StoredFile,
): AsyncGenerator<string> {
  const opened = await files.open(ownerId, id)
  if (!opened) return
  const head = JSON.stringify({ type: 'file', id, name, content_type, size, created_at })
  yield `${head.slice(0, -1)},"base64":"`
  let rest = Buffer.alloc(0)
  for await (const piece of opened.content.read() as AsyncIterable<Uint8Array>) {
    const bytes = Buffer.concat([rest, piece])
    const whole = bytes.length - (bytes.length % 3) // base64 encodes groups of three bytes
    yield bytes.toString('base64', 0, whole)
    rest = bytes.subarray(whole)
  }
  yield `${rest.toString('base64')}"}\n`
}
