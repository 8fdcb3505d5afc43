import { nullWhenMissing } from '#ground/base/missing-file.ts'
import { constants } from 'node:fs'
import { link, lstat, open, readdir, stat, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '#ground/base/clock.ts'
import { syncFolder, writeFileDurably } from '#ground/base/durable-file.ts'
import { createEventNames, isEventName } from './event-name.ts'
import type { EventBeginning, EventState, StoredEvents } from './inbox.ts'
import { eventsMade } from './journal/progress.ts'
import { ensureFolders, inboxesLayout, layoutOf } from './layout.ts'

/**
 * Maximum size of an event's file. The body has at most 64 MiB, but JSON escapes make it longer, and the file may also
 * contain the body in base64.
 */
export const MAX_EVENT_BYTES = 256 * 1024 * 1024

export function storedEvents(hubFolder: string, name: string, clock: Pick<Clock, 'now'>): StoredEvents {
  const { chain, events, unmatched } = layoutOf(hubFolder, name)
  const { journal } = inboxesLayout(hubFolder)
  const pathOf = (state: EventState, event: string): string => {
    if (!isEventName(event)) throw new TypeError(`“${event}” is not the name of an event file`)
    return join(events[state], event)
  }
  const list = async (state: EventState): Promise<string[]> => {
    await eventsMade(journal)
    const entries = await readdir(events[state], { withFileTypes: true }).catch(emptyWhenMissing)
    return entries
      .filter((entry) => entry.isFile() && isEventName(entry.name))
      .map((entry) => entry.name)
      .toSorted()
  }

  const move: StoredEvents['move'] = async (names, from, to) => {
    if (names.length === 0) return
    ensureFolders(...chain, events[from], events[to])
    for (const event of names) await moveOne(pathOf(from, event), pathOf(to, event))
    await syncFolder(events[to])
    await syncFolder(events[from])
  }
  const notes = (): Promise<string[]> =>
    readdir(unmatched)
      .catch(emptyWhenMissing)
      .then((found) => found.filter(isEventName))

  return {
    folderOf: (state) => events[state],
    fileOf: pathOf,
    makeFiles: async () => {},
    listCached: createKnown({
      folderOf: (state) => events[state],
      list,
      clock,
      allMade: () => eventsMade(journal),
    }),
    async find(event) {
      if (!isEventName(event)) return null
      await eventsMade(journal)
      for (const state of STATES) {
        const facts = await lstat(pathOf(state, event)).catch(() => null)
        if (facts?.isFile()) return state
      }
      return null
    },
    beginning: (state, event, bytes) => beginningOf(pathOf(state, event), bytes).catch(() => null),
    list: async (state, limit) => (await list(state)).slice(0, limit),
    count: async (state) => (await list(state)).length,
    read: async (state, event, maxBytes = MAX_EVENT_BYTES) => readRegular(pathOf(state, event), maxBytes),
    async move(names, from, to) {
      await move(names, from, to)
      const noted = to === 'processed' ? new Set(await notes()) : NONE
      for (const event of names) if (noted.has(event)) await unlink(join(unmatched, event))
    },
    async markUnmatched(names) {
      if (names.length === 0) return
      ensureFolders(...chain, events.processed, unmatched)
      for (const event of names) await writeFile(join(unmatched, event), '', { mode: 0o600 })
      await syncFolder(unmatched)
      await move(names, 'pending', 'processed')
    },
    unmatched: notes,
    async replay(state, event) {
      const content = await readRegular(pathOf(state, event), MAX_EVENT_BYTES)
      if (content === null) return null
      ensureFolders(...chain)
      const again = createEventNames([...(await list('pending')), event]).next(clock.now())
      await writeFileDurably(pathOf('pending', again), content)
      return again
    },
    async remove(state, names) {
      for (const event of names) await unlink(pathOf(state, event)).catch(nullWhenMissing)
    },
  }
}

const STATES = ['pending', 'quarantined', 'processed'] as const
const NONE: ReadonlySet<string> = new Set()

/** A folder that changed within this time may change again and keep the same modification time. */
const SETTLED_MS = 100

/** Caches names, because a folder may have a million files. */
function createKnown({
  folderOf,
  list,
  clock,
  allMade,
}: Pick<StoredEvents, 'folderOf' | 'list'> & { clock: Pick<Clock, 'now'>; allMade(): Promise<void> }) {
  const kept = new Map<EventState, { changedAt: bigint; names: readonly string[] }>()
  return async (state: EventState): Promise<readonly string[]> => {
    await allMade()
    const facts = await stat(folderOf(state), { bigint: true }).catch(() => null)
    if (facts === null) return []
    const known = kept.get(state)
    if (known?.changedAt === facts.mtimeNs) return known.names
    const names = await list(state)
    if (clock.now() - Number(facts.mtimeMs) > SETTLED_MS) kept.set(state, { changedAt: facts.mtimeNs, names })
    return names
  }
}

async function beginningOf(path: string, bytes: number): Promise<EventBeginning | null> {
  await using file = await open(path, READ_REGULAR)
  const facts = await file.stat()
  if (!facts.isFile()) return null
  const buffer = Buffer.alloc(Math.min(bytes, facts.size))
  const { bytesRead } = await file.read(buffer, 0, buffer.length, 0)
  return { text: buffer.toString('utf8', 0, bytesRead), size: facts.size, writtenAt: facts.mtimeMs }
}

/** Unlike rename, link never overwrites. */
async function moveOne(from: string, to: string): Promise<void> {
  for (let copy = 1; ; copy++) {
    const target = copy === 1 ? to : to.replace(/\.json$/, `.${copy}.json`)
    try {
      await link(from, target)
      break
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'ENOENT') return // an earlier call moved the file
      if (code !== 'EEXIST') throw error
      if (await isSameFile(from, target)) break
    }
  }
  await unlink(from).catch(nullWhenMissing)
}

const isSameFile = async (a: string, b: string): Promise<boolean> => {
  const [one, other] = await Promise.all([inodeOf(a), inodeOf(b)])
  return one !== null && one === other
}

const inodeOf = async (path: string): Promise<string | null> => {
  const file = await open(path, READ_REGULAR).catch(nullWhenMissing)
  if (file === null) return null
  await using opened = file
  const { dev, ino } = await opened.stat()
  return `${dev}:${ino}`
}

/** Follows no symbolic link and does not wait for the writer of a FIFO. */
const READ_REGULAR = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK

async function readRegular(path: string, maxBytes: number): Promise<Buffer | null> {
  const file = await open(path, READ_REGULAR).catch(nullWhenMissing)
  if (file === null) return null
  await using opened = file
  const facts = await opened.stat()
  if (!facts.isFile()) throw new Error(`${path} is not a regular file`)
  if (facts.size > maxBytes) throw new Error(`${path} is larger than ${maxBytes} bytes`)
  return opened.readFile()
}

const emptyWhenMissing = (error: unknown): [] => {
  nullWhenMissing(error)
  return []
}
