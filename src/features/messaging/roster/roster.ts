import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '#ground/base/clock.ts'
import type { Environment } from '#ground/base/environment.ts'
import { createWarden } from '#ground/base/programs/warden.ts'
import { CHANNEL_NAMES, type ChannelName } from '#ground/hub/channels.ts'
import type { HubProblem } from '#ground/hub/hub.ts'
import { readHubText, readErrorReason } from '#ground/hub/read-text.ts'
import { keepReloaded, type FolderNews, type Reloaded } from '#ground/hub/reloaded.ts'
import { createSignatures } from '#ground/hub/signature.ts'
import type { RosterProblem } from './parse.ts'
import { keyOn, type RosterRow } from './row.ts'
import { runRosterScript } from './script.ts'

export interface RosterOptions {
  hubFolder: string
  environment: Environment
  clock: Clock
  log?: (problem: HubProblem) => void
  news?: FolderNews
  /** Default: true. */
  watch?: boolean
}

/** A roster with an error counts as empty, because a part of it could assign permissions to the wrong person. */
export interface Roster extends Reloaded {
  /** The person with any of these handles; null without such a person, or if the handles belong to several people. */
  emailOf(this: void, surface: ChannelName, handles: readonly string[]): RosterPerson | null
  rows(): readonly RosterRow[]
  /** Path relative to the Hub's folder; null without a roster. */
  file(): string | null
  /** Time of the last read in epoch milliseconds; null without a roster. */
  readAt(): number | null
}

export interface RosterPerson {
  email: string
  name: string | null
}

const FOLDER = 'identity'
const TABLE = 'access.csv'
const SCRIPT = 'access.py'
/** The script may read remote data, so watching files is not enough. */
const SCRIPT_EVERY_MS = 5 * 60_000

/** Opens a Hub's roster: `identity/access.csv`, or the output of `identity/access.py`. Both are optional. */
export async function openRoster(options: RosterOptions): Promise<Roster> {
  const { hubFolder, clock } = options
  const folder = join(hubFolder, FOLDER)
  const signatures = createSignatures()
  const closing = new AbortController()
  const deps = { ...options, warden: createWarden() }
  let names: readonly string[] = []
  let ranAt = 0
  let readAt: number | null = null
  let current: Reading = NOTHING

  const read = async (): Promise<Reading> => {
    const [hasTable, hasScript] = [names.includes(TABLE), names.includes(SCRIPT)]
    if (hasTable || hasScript) readAt = clock.now()
    if (hasTable && hasScript)
      return broken(SCRIPT, [{ line: null, message: `exists beside ${TABLE}: keep one of them` }])
    if (hasTable) return readTable(join(folder, TABLE))
    if (!hasScript) return NOTHING
    ranAt = clock.now()
    const printed = await runRosterScript(join(folder, SCRIPT), deps, closing.signal)
    if (!printed.ok) return broken(SCRIPT, [printed.refusal])
    const parsed = await parse(printed.value)
    return parsed.ok ? whole(parsed.value) : broken(SCRIPT, parsed.refusal.map(ofPrinted))
  }
  const reloaded = await keepReloaded({
    ...options,
    async refresh() {
      const found = await readdir(folder).catch((error: NodeJS.ErrnoException) => error)
      const unreadable = found instanceof Error && found.code !== 'ENOENT' ? found : null
      const present = found instanceof Error ? [] : found
      const changed = signatures.changed(
        [...new Set([...names, ...present])].map((name) => join(folder, name)),
      )
      names = present
      const isDue = names.includes(SCRIPT) && clock.now() - ranAt >= SCRIPT_EVERY_MS
      if (changed.length === 0 && !isDue && !unreadable && !current.isUnreadable) return false
      current = unreadable ? unreadableFolder(unreadable) : await read()
      return true
    },
    folders: () => new Set([hubFolder, folder]), // the Hub's folder is watched to detect that `identity/` is created or deleted
    problems: () => current.problems,
    place: FOLDER,
    regularly: { clock, everyMs: SCRIPT_EVERY_MS },
  })
  return {
    ...reloaded,
    emailOf: (surface, handles) => personOf(current.byHandle, surface, handles),
    rows: () => current.rows,
    file: () => fileOf(names),
    readAt: () => readAt,
    async [Symbol.asyncDispose]() {
      closing.abort()
      await reloaded[Symbol.asyncDispose]()
    },
  }
}

function fileOf(names: readonly string[]): string | null {
  const name = [TABLE, SCRIPT].find((one) => names.includes(one))
  return name === undefined ? null : `${FOLDER}/${name}`
}

interface Reading {
  rows: readonly RosterRow[]
  byHandle: ReadonlyMap<string, RosterRow>
  problems: readonly HubProblem[]
  isUnreadable?: boolean
}

const NOTHING: Reading = { rows: [], byHandle: new Map(), problems: [] }

const whole = (rows: readonly RosterRow[]): Reading => ({
  rows,
  byHandle: new Map(
    // Rows of a single channel come last, so they override rows of all channels.
    [...rows.filter(isOfEvery), ...rows.filter((row) => !isOfEvery(row))].flatMap((row) =>
      CHANNEL_NAMES.filter((name) => row.surface === name || isOfEvery(row)).map((name) => [
        keyOf(name, row.handle),
        row,
      ]),
    ),
  ),
  problems: [],
})

const isOfEvery = ({ surface }: RosterRow): boolean => surface === '*'

const broken = (name: string, problems: readonly RosterProblem[]): Reading => ({
  ...NOTHING,
  problems: problems.map(({ line, message }) => ({ file: `${FOLDER}/${name}`, line, column: null, message })),
})

const unreadableFolder = (error: NodeJS.ErrnoException): Reading => ({
  ...NOTHING,
  problems: [{ file: FOLDER, line: null, column: null, message: readErrorReason(error) }],
  isUnreadable: true,
})

const readTable = (file: string): Promise<Reading> =>
  readHubText(file).then(
    async (content) => {
      const parsed = await parse(content)
      return parsed.ok ? whole(parsed.value) : broken(TABLE, parsed.refusal)
    },
    (error: NodeJS.ErrnoException) => broken(TABLE, [{ line: null, message: readErrorReason(error) }]),
  )

/** Loads the CSV reader on demand, because most Hubs have no roster. */
const parse = async (content: string) => (await import('./parse.ts')).parseRoster(content)

const ofPrinted = ({ line, message }: RosterProblem): RosterProblem => ({
  line: null,
  message: line === null ? `what it printed ${message}` : `line ${line} of what it printed: ${message}`,
})

function personOf(
  byHandle: Reading['byHandle'],
  surface: ChannelName,
  handles: readonly string[],
): RosterPerson | null {
  const found = handles.flatMap((handle) => byHandle.get(keyOf(surface, handle)) ?? [])
  const [first, ...rest] = found
  if (!first || rest.some(({ email }) => email !== first.email)) return null
  return { email: first.email, name: first.name }
}

const keyOf = (surface: ChannelName, handle: string): string => `${surface} ${keyOn(surface, handle)}`
