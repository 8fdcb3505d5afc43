import { chmod, mkdir, readFile, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '#ground/base/clock.ts'
import { writeFileDurably } from '#ground/base/durable-file.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import { BUILT_IN_TABLE, parseModelTable, type ModelTable } from './table.ts'

export interface UsedTable {
  table: ModelTable
  /** Path of the installed file that the table comes from; null for the table of the release. */
  path: string | null
  /** Why the installed file is not used; null if there is none, or if it is used. */
  problem: string | null
}

export interface ModelTables {
  current(): ModelTable
}

const POLL_INTERVAL_MS = 10_000
/** All users may read the table, because it has no secrets. */
const MODE = 0o644
const MAX_BYTES = 4 * 1024 * 1024

/** All Hubs of an installation use the file, so it is in the data folder. */
export const installedTablePath = (dataFolder: string): string => join(dataFolder, 'models.json')

/** A changed file is noticed within ten seconds. */
export async function openModelTables(
  dataFolder: string,
  { clock, onProblem }: { clock: Pick<Clock, 'now'>; onProblem(problem: string): void },
): Promise<ModelTables> {
  const path = installedTablePath(dataFolder)
  let table = BUILT_IN_TABLE
  let signature: string | null = null
  let checkedAt = clock.now()
  const refresh = async () => {
    const now = await signatureOf(path)
    if (now === signature) return
    signature = now
    const used = await readUsedTable(dataFolder)
    if (used.problem !== null) onProblem(used.problem)
    table = used.table
  }
  await refresh()
  return {
    current() {
      if (clock.now() - checkedAt >= POLL_INTERVAL_MS) {
        checkedAt = clock.now()
        void refresh()
      }
      return table
    },
  }
}

/** The newer of the installed table and the table of the release. */
export async function readUsedTable(dataFolder: string): Promise<UsedTable> {
  const path = installedTablePath(dataFolder)
  const read = await readTableFile(path)
  if (!read.ok) return { table: BUILT_IN_TABLE, path: null, problem: `${path}: ${read.refusal}` }
  const isNewer = read.value !== null && read.value.date >= BUILT_IN_TABLE.date
  return isNewer
    ? { table: read.value!, path, problem: null }
    : { table: BUILT_IN_TABLE, path: null, problem: null }
}

/** Null if there is no file. */
export async function readTableFile(path: string): Promise<Result<ModelTable | null, string>> {
  let text: string
  try {
    const { size } = await stat(path)
    if (size > MAX_BYTES) return refused(`is larger than ${MAX_BYTES / 1024 / 1024} MiB`)
    text = new TextDecoder().decode(await readFile(path)) // removes a byte order mark
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOENT' ? accepted(null) : refused(`can't be read (${code})`)
  }
  try {
    const parsed = parseModelTable(JSON.parse(text))
    return parsed.ok ? parsed : refused(listed(parsed.refusal))
  } catch (error) {
    return refused(`is not JSON: ${(error as Error).message}`)
  }
}

/** Replaces the installed table atomically. */
export async function installTable(dataFolder: string, table: ModelTable): Promise<void> {
  await mkdir(dataFolder, { recursive: true, mode: 0o700 })
  const path = installedTablePath(dataFolder)
  await writeFileDurably(path, `${JSON.stringify(fileOf(table), null, 2)}\n`, MODE)
  await chmod(path, MODE) // the umask may have removed permissions
}

/** @returns False if no table was installed. */
export async function removeInstalledTable(dataFolder: string): Promise<boolean> {
  try {
    await unlink(installedTablePath(dataFolder))
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}

const MAX_PROBLEMS = 5

const listed = (problems: readonly string[]): string => {
  const more = problems.length - MAX_PROBLEMS
  return problems.slice(0, MAX_PROBLEMS).join('; ') + (more > 0 ? `; and ${more} more` : '')
}

const fileOf = ({ date, source, models }: ModelTable) => ({
  date,
  source,
  models: Object.fromEntries(
    [...models].map(([name, { price, contextTokens }]) => [
      name,
      {
        ...(price && {
          ...ratesOf(price),
          ...(price.tiers && { tiers: price.tiers.map((tier) => ({ above: tier.above, ...ratesOf(tier) })) }),
        }),
        ...(contextTokens !== null && { context: contextTokens }),
      },
    ]),
  ),
})

const ratesOf = ({
  input,
  output,
  cachedRead,
  cacheWrite,
}: {
  input: number
  output: number
  cachedRead: number
  cacheWrite: number
}) => ({ input, output, cached_read: cachedRead, cache_write: cacheWrite })

async function signatureOf(path: string): Promise<string> {
  try {
    const { ino, size, mtimeMs } = await stat(path)
    return `${ino} ${size} ${mtimeMs}`
  } catch {
    return 'none'
  }
}
