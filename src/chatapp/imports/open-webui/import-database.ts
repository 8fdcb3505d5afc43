import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import { MAX_JSON_DEPTH } from '#ground/base/json/depth.ts'
import type { Blobs } from '#ground/blobs/blobs.ts'
import type { Store } from '#ground/store/store.ts'
import { createFolders } from '#chatapp/chats/folders/folders.ts'
import { createStoredChats } from '#chatapp/chats/chats.ts'
import { fieldsOf, firstText } from '#chatapp/chats/imported/plain.ts'
import { createChatappFiles } from '#chatapp/files/files.ts'
import { createPrompts } from '#chatapp/prompts/prompts.ts'
import { importChat, importChats, type ContentParts } from './contents.ts'
import { importFiles } from './files.ts'
import { importGroups } from './groups.ts'
import { importFolders, importPrompts } from './library.ts'
import { isValueDeeper } from './json.ts'
import { importPeople } from './people.ts'
import { createReport, type ImportReport } from './report.ts'
import type { WebuiDatabase } from './source.ts'

export interface ImportDeps {
  store: Store
  blobs: Blobs
  clock: Clock
  maxFileBytes: number
  isDryRun: boolean
}

export interface ImportedMemory {
  email: string
  text: string
}

export interface ImportedDatabase {
  report: ImportReport
  memories: ImportedMemory[]
}

/*
 * Each step skips data that is already stored here, so an interrupted import continues when it runs again:
 * 1. Accounts with their keys, then groups, each in one transaction.
 * 2. Folders and prompts.
 * 3. Files: the bytes, then the row.
 * 4. Chats: the bytes of pictures, then the chat, which becomes visible when it is complete. If a chat was not
 *    continued here, it gets the messages that were written since an earlier import.
 */
export async function importDatabase(
  source: WebuiDatabase,
  { uploads, ...deps }: ImportDeps & { uploads: string },
): Promise<ImportedDatabase> {
  const reporting = createReport()
  const parts = { ...partsOf(deps), source, report: reporting, uploads }
  const people = await importPeople(parts)
  await importGroups(parts, people)
  const folders = await importFolders(parts, people)
  await importPrompts(parts, people)
  const files = await importFiles(parts, people)
  await importChats(parts, { people, folders, files })
  leaveOthers(source, reporting)
  const memories = [...source.rows('memory')].flatMap((row) => {
    const email = people.emails.get(people.ids.get(String(row.user_id)) ?? '')
    const text = firstText(row.content)
    if (email && text) return [{ email, text }]
    reporting.count('memories', 'left')
    reporting.leave('memories', email ? 'the memory has no text' : 'the account is missing')
    return []
  })
  return { report: reporting.report, memories }
}

export async function importExport(
  entries: readonly unknown[],
  { ownerId, ...deps }: ImportDeps & { ownerId: string },
): Promise<ImportReport> {
  const reporting = createReport()
  const parts = { ...partsOf(deps), report: reporting, source: NO_DATABASE, uploads: '' }
  for (const entry of entries) {
    if (isValueDeeper(entry, MAX_JSON_DEPTH)) {
      reporting.count('chats', 'left')
      reporting.leave(
        'chats',
        `the chat nests more than ${MAX_JSON_DEPTH} levels deep`,
        firstText(fieldsOf(entry).title),
      )
    } else await importChat(parts, entry, { owner: ownerId, folderId: null })
  }
  return reporting.report
}

const NO_DATABASE: WebuiDatabase = {
  has: () => false,
  rows: () => [],
  ids: () => [],
  [Symbol.dispose]() {},
}

const partsOf = ({
  store,
  blobs,
  clock,
  maxFileBytes,
  isDryRun,
}: ImportDeps): Omit<ContentParts, 'source' | 'report' | 'uploads'> & {
  folders: ReturnType<typeof createFolders>
  prompts: ReturnType<typeof createPrompts>
} => {
  const unsaved = { answersOf: () => new Map<string, never>(), saveAnswersOf: async () => {} }
  return {
    store,
    now: epochSeconds(clock),
    isDryRun,
    maxFileBytes,
    seen: new Set<string>(),
    files: createChatappFiles({ store, clock, blobs }),
    chats: createStoredChats({ store, clock, unsaved }),
    folders: createFolders({ store, clock }),
    prompts: createPrompts({ store, clock }),
  }
}

const OTHERS: Readonly<Record<string, string>> = {
  tool: 'tools are Python code',
  function: 'functions are Python code',
  knowledge: 'knowledge belongs in an agent’s folder',
  model: 'custom models become agents',
  skill: 'skills belong in an agent’s folder',
  note: 'there are no notes',
  channel: 'there are no channels',
  automation: 'automations become tasks',
  feedback: 'ratings belong to answers of this Hub',
  shared_chat: 'people must share their chats again',
  calendar_event: 'there are no calendars',
}

function leaveOthers(source: WebuiDatabase, { leave, remark }: ReturnType<typeof createReport>): void {
  for (const [table, reason] of Object.entries(OTHERS))
    for (const row of source.rows(table))
      leave(table.replace('_', ' '), reason, firstText(row.name, row.title))
  const missing = ['group', 'folder', 'tag', 'file', 'prompt', 'memory'].filter((table) => !source.has(table))
  if (missing.length > 0) remark(`This database has no table ${missing.join(', ')}.`)
}
