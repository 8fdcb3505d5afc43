import { existsSync } from 'node:fs'
import { mkdtemp, open, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import type { AgentMemory } from '#core/agent/memory/memory.ts'
import { folderMemory } from '#core/agent/memory/folder-memory.ts'
import { systemClock } from '#ground/base/clock.ts'
import { newId } from '#ground/base/ids.ts'
import { silentLog } from '#ground/base/log.ts'
import { chatFilesIn } from '#ground/blobs/areas.ts'
import { openKnownStore, readStoreId } from '#ground/store/known-store.ts'
import { StoreNotMigrated } from '#ground/store/errors.ts'
import { openStore, type Store } from '#ground/store/store.ts'
import { createChatappAccounts } from '#chatapp/accounts/accounts.ts'
import { storedSetting } from '#chatapp/accounts/settings/stored-setting.ts'
import {
  importDatabase,
  importExport,
  type ImportedMemory,
} from '#chatapp/imports/open-webui/import-database.ts'
import { KINDS, printable, type ImportReport } from '#chatapp/imports/open-webui/report.ts'
import { openWebuiDatabase } from '#chatapp/imports/open-webui/source.ts'
import { openBlobs } from '#processes/blobs.ts'
import { readBridgeConfig } from '#processes/config/bridge.ts'
import { readSharedConfig, type SharedConfig } from '#processes/config/shared.ts'
import { CommandFailure } from './failure.ts'
import { hubFolderOf } from './hub-folder.ts'
import { importFailure } from './import-failure.ts'
import { lockImports } from './import-lock.ts'
import { openAccess } from './open-access.ts'
import { alignColumns, print, printJson, printRemark, printWarning } from './print.ts'
import { readCommandSettings } from './settings.ts'

export interface ImportOptions {
  hub?: string
  files?: string
  email?: string
  dryRun?: boolean
  json?: boolean
}

export async function importOpenWebui(file: string, options: ImportOptions): Promise<void> {
  const hubFolder = hubFolderOf(options.hub)
  const { environment } = await readCommandSettings(hubFolder)
  const shared = readSharedConfig(environment, hubFolder)
  const isDryRun = options.dryRun ?? false
  try {
    await importFile(resolve(file), options, {
      shared,
      maxFileBytes: readBridgeConfig(environment).maxUploadBytes,
    })
  } catch (error) {
    throw importFailure(error, { folder: isDryRun ? tmpdir() : shared.dataFolder, isDryRun })
  }
}

async function importFile(
  path: string,
  options: ImportOptions,
  { shared, maxFileBytes }: { shared: SharedConfig; maxFileBytes: number },
): Promise<void> {
  const uploads = options.files === undefined ? join(dirname(path), 'uploads') : resolve(options.files)
  const isDatabase = await isSqlite(path)
  const isDryRun = options.dryRun ?? false
  await using target = await openTarget(shared, { isDryRun })
  const { store, blobs } = target
  const deps = { store, blobs, clock: systemClock, maxFileBytes, isDryRun }
  if (isDatabase && options.email !== undefined)
    throw new CommandFailure('--email is for a JSON export only: a database names the owners of its chats', 2)
  if (!isDatabase) return printReport(await importEntries(path, deps, options), options)
  if (options.files !== undefined && !existsSync(uploads))
    throw new CommandFailure(`--files: there is no folder ${uploads}`, 2)
  using source = openWebuiDatabase(path)
  if (!isDryRun) await bootstrapPrimary(store, options.hub)
  const { report, memories } = await importDatabase(source, { ...deps, uploads }).finally(() =>
    isDryRun ? undefined : bootstrapPrimary(store, options.hub),
  )
  await importMemories(memories, { report, shared, store, isDryRun })
  const keysAreOn = (await storedSetting(store, 'auth.enable_api_keys')) ?? shared.mcpServer
  if (report.counts.keys.found > 0 && !keysAreOn)
    report.remarks.push(
      'API keys are off: turn them on in the Console, or set MCP_SERVER=true, before programs use the imported keys.',
    )
  printReport(report, options)
}

/**
 * Makes the primary account administrator of the organization. Otherwise, the first imported administrator who opens
 * the Console would become the organization's administrator. Runs before the import and again after it, because an
 * import into a Hub without accounts creates the primary account.
 */
async function bootstrapPrimary(store: Store, hub: string | undefined): Promise<void> {
  const accounts = createChatappAccounts({ store, clock: systemClock })
  const id = await accounts.primaryId()
  const account = id === null ? null : await accounts.find(id)
  if (!account) return
  await using opened = await openAccess(hub)
  await opened.access.bootstrap(account.email)
}

async function openTarget(shared: SharedConfig, { isDryRun }: { isDryRun: boolean }) {
  await using parts = new AsyncDisposableStack()
  const dataFolder = isDryRun ? parts.use(await temporaryFolder()).path : shared.dataFolder
  const store = parts.use(await (isDryRun ? openUnchanged(shared, dataFolder) : openKnownStore(shared)))
  if (!isDryRun) parts.use(lockImports(shared.dataFolder))
  const deps = { store, clock: systemClock, log: silentLog() }
  const blobs = parts.use(await openBlobs(shared, chatFilesIn({ dataFolder }), deps))
  const opened = parts.move()
  return { store, blobs, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

async function temporaryFolder(): Promise<{ path: string } & AsyncDisposable> {
  const path = await mkdtemp(join(tmpdir(), 'hub-import-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

/**
 * Opens the Hub's database for a dry run, without migrating it. If the database is missing or empty, opens a new
 * database in `folder` instead.
 */
async function openUnchanged(shared: SharedConfig, folder: string): Promise<Store> {
  const { store, dataFolder } = shared
  const isMissing = store.kind === 'sqlite' && !existsSync(store.path)
  if (!isMissing || (await readStoreId(dataFolder)) !== null)
    try {
      return await openKnownStore(shared, { mayMigrate: false })
    } catch (error) {
      if (!(error instanceof StoreNotMigrated && error.isEmpty)) throw error
    }
  return openStore({ kind: 'sqlite', path: join(folder, 'store.db') })
}

const HEADER = 'SQLite format 3\0'

async function isSqlite(path: string): Promise<boolean> {
  try {
    await using handle = await open(path)
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEADER.length), 0, HEADER.length, 0)
    if (bytesRead === 0) throw new Error('the file is empty')
    return buffer.toString('latin1', 0, bytesRead) === HEADER
  } catch (error) {
    throw new CommandFailure(`cannot read ${path}: ${(error as Error).message}`, 2)
  }
}

async function importEntries(
  path: string,
  deps: Omit<Parameters<typeof importExport>[1], 'ownerId'>,
  { email }: ImportOptions,
): Promise<ImportReport> {
  const entries = await entriesIn(path)
  if (email === undefined)
    throw new CommandFailure(
      'an export does not name its owner: add --email with the account that gets the chats',
      2,
    )
  const account = await createChatappAccounts({ store: deps.store, clock: systemClock }).findByEmail(email)
  if (!account) throw new CommandFailure(`no account has the e-mail ${email}; check --email`)
  return importExport(entries, { ...deps, ownerId: account.id })
}

const MAX_EXPORT_BYTES = 512 * 1024 * 1024

/** Reads a list of chats, one chat, or one chat per line (NDJSON). */
async function entriesIn(path: string): Promise<unknown[]> {
  if ((await stat(path)).size > MAX_EXPORT_BYTES)
    throw new CommandFailure(
      `${path} is larger than 512 MB; import webui.db, or export fewer chats at a time`,
    )
  const text = (await readFile(path, 'utf8')).replace(/^\uFEFF/, '')
  try {
    const read: unknown = JSON.parse(text)
    return Array.isArray(read) ? read : [read]
  } catch {
    const lines = text.split('\n').filter((line) => line.trim() !== '')
    try {
      return lines.map((line): unknown => JSON.parse(line))
    } catch (error) {
      throw new CommandFailure(
        `${path} is neither a database of Open WebUI nor a JSON export: ${printable((error as Error).message)}`,
      )
    }
  }
}

/** Stores memories as notes of this Hub's agent. Skips a memory whose text is already a note. */
async function importMemories(
  memories: readonly ImportedMemory[],
  {
    report,
    isDryRun,
    ...places
  }: { report: ImportReport; shared: SharedConfig; store: Store; isDryRun: boolean },
): Promise<void> {
  if (memories.length === 0) return
  const memory = await openMemory(places)
  const count = report.counts.memories
  const counted = new Set<string>() // a dry run stores no note
  for (const { email, text } of memories) {
    count.found++
    const key = JSON.stringify([email, text.trim()])
    const isKnown =
      (isDryRun && counted.has(key)) || (await memory.list(email)).some((note) => note.text === text.trim())
    counted.add(key)
    const saved = isKnown || isDryRun ? null : await memory.save(email, text)
    if (isKnown) count.known++
    else if (saved === null || saved.ok) count.added++
    else {
      const reason = saved.refusal
      const same = report.leftOut.find((left) => left.what === 'memories' && left.reason === reason)
      if (same) same.count++
      else report.leftOut.push({ what: 'memories', count: 1, reason, names: [email] })
    }
  }
}

async function openMemory({ shared, store }: { shared: SharedConfig; store: Store }): Promise<AgentMemory> {
  if (shared.chats === 'folder')
    return folderMemory({ folder: join(shared.hubFolder, '.memory'), clock: systemClock, newId })
  const { storeMemory } = await import('#cluster/chats/memory.ts')
  return storeMemory({ hub: shared.hubSlug, store, clock: systemClock, newId })
}

/** @param things Plural of a word, such as `second factors` or `ends of titles`. */
const oneOf = (things: string): string =>
  things.replace(/s(?= of )|ies$|s$/, (ending) => (ending === 'ies' ? 'y' : ''))

function printReport(report: ImportReport, { json, dryRun }: ImportOptions): void {
  if (json)
    return printJson({ dry_run: dryRun ?? false, ...report, leftOut: undefined, left_out: report.leftOut })
  const added = dryRun ? 'would be added' : 'added'
  print(
    alignColumns(
      [
        ['', 'in the file', added, 'here already'],
        ...KINDS.map((kind) => {
          const { found, added: count, known } = report.counts[kind]
          return [kind, String(found), String(count), String(known)]
        }),
      ],
      '',
    ),
  )
  for (const { what, count, reason, names } of report.leftOut) {
    const more = count > names.length && names.length > 0 ? ` and ${count - names.length} more` : ''
    print(
      `left out: ${count} ${count === 1 ? oneOf(what) : what}: ${reason}${names.length > 0 ? ` (${names.join(', ')}${more})` : ''}`,
    )
  }
  for (const remark of report.remarks) printWarning(remark)
  if (dryRun) printRemark('nothing was written; run the command without --dry-run to import')
}
