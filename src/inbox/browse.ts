import { constants } from 'node:fs'
import { lstat, open, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Clock } from '#base/clock.ts'
import { isEventName, nanosecondsOf } from './event-name.ts'
import { eventView, previewOf } from './event-view.ts'
import type { EventState, StoredEvents } from './inbox.ts'
import type { InboxCounts, InboxEvent, InboxEventDetail, InboxState } from './schema.ts'
import { storedEvents } from './stored-events.ts'

/** The run that an event belongs to. */
export interface EventClaim {
  runId: string
  status: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled'
  attempt: number
}

export interface BrowseDeps {
  /** Slug. */
  hub: string
  hubFolder: string
  /** Endpoint name. */
  name: string
  /** Hidden wherever it shows up. */
  secret: string | null
  clock: Pick<Clock, 'now'>
  /** Events of this inbox that runs have claimed, by name. */
  readClaims(): Promise<ReadonlyMap<string, EventClaim>>
}

/** An inbox as people look at it. What is being stored or moved meanwhile shows up once or not at all. */
export interface InboxBrowser {
  readonly hub: string
  readonly stored: StoredEvents
  counts(): Promise<InboxCounts>
  /** Newest first; without a state, of all. */
  list(
    state: InboxState | undefined,
    page: { limit: number; offset: number },
  ): Promise<{ items: InboxEvent[]; total: number }>
  /** Where an event is now, and who has it; null when it is nowhere. */
  find(event: string): Promise<FoundEvent | null>
  open(event: string): Promise<InboxEventDetail | null>
}

export interface FoundEvent {
  event: string
  folder: EventState
  state: InboxState
  claim: EventClaim | null
}

const FOLDERS = ['pending', 'quarantined', 'processed'] as const
/** Bytes of an event that are read to show it. */
const SHOWN_BYTES = 1024 * 1024
const PREVIEW_BYTES = 4096

export function createInboxBrowser(deps: BrowseDeps): InboxBrowser {
  const { hub, hubFolder, name, secret, clock, readClaims } = deps
  const stored = storedEvents(hubFolder, name, clock)
  const namesIn = createNames(stored, clock)

  /** Names of the newest events, newest first, and how many there are. */
  const newest = async (
    state: InboxState | undefined,
    many: number,
  ): Promise<{ events: FoundEvent[]; total: number }> => {
    const claims = await readClaims()
    const folders = state === undefined ? FOLDERS : [state === 'claimed' ? 'pending' : state]
    let total = 0
    const events: FoundEvent[] = []
    for (const folder of folders) {
      const all = await namesIn(folder)
      const isSplit = folder === 'pending' && state !== undefined
      const names = isSplit ? all.filter((event) => claims.has(event) === (state === 'claimed')) : all
      total += names.length
      for (const event of names.slice(-many)) events.push(found(event, folder, claims.get(event) ?? null))
    }
    return { events: events.toSorted((a, b) => (a.event < b.event ? 1 : -1)), total }
  }

  const find = async (event: string): Promise<FoundEvent | null> => {
    if (!isEventName(event)) return null
    for (const folder of FOLDERS) {
      const facts = await lstat(join(stored.folderOf(folder), event)).catch(() => null)
      if (facts?.isFile()) return found(event, folder, (await readClaims()).get(event) ?? null)
    }
    return null
  }

  const lineOf = async (one: FoundEvent): Promise<InboxEvent | null> => {
    const start = await startOf(join(stored.folderOf(one.folder), one.event)).catch(() => null)
    if (start === null) return null
    const nanoseconds = nanosecondsOf(one.event)
    const at = nanoseconds === null ? start.writtenAt : Number(nanoseconds / 1_000_000n)
    return {
      event: one.event,
      hub,
      state: one.state,
      received_at: new Date(at).toISOString(),
      size: start.size,
      preview: previewOf(start.text, secret),
      run_id: one.claim?.runId ?? null,
      run_status: one.claim?.status ?? null,
      attempt: one.claim?.attempt ?? null,
    }
  }

  return {
    hub,
    stored,
    find,
    async counts() {
      const claims = await readClaims()
      const [pending, quarantined, processed] = await Promise.all(FOLDERS.map(namesIn))
      const claimed = claims.size === 0 ? 0 : pending!.filter((event) => claims.has(event)).length
      return {
        pending: pending!.length - claimed,
        claimed,
        processed: processed!.length,
        quarantined: quarantined!.length,
      }
    },
    async list(state, { limit, offset }) {
      const { events, total } = await newest(state, offset + limit)
      const lines = await Promise.all(events.slice(offset, offset + limit).map(lineOf))
      return { items: lines.filter((line) => line !== null), total }
    },
    async open(event) {
      const one = await find(event)
      const line = one && (await lineOf(one))
      if (!one || !line) return null
      const file = relative(hubFolder, join(stored.folderOf(one.folder), event))
      const content = line.size <= SHOWN_BYTES ? await stored.read(one.folder, event) : null
      const view = content ? eventView(content.toString(), secret) : TOO_LARGE
      return {
        ...line,
        file,
        content_type: view.contentType,
        query: view.query,
        body_kind: view.kind,
        body: view.body,
      }
    },
  }
}

const TOO_LARGE = { contentType: '', query: {}, kind: 'binary', body: null } as const

const found = (event: string, folder: EventState, claim: EventClaim | null): FoundEvent =>
  folder === 'pending'
    ? { event, folder, state: claim ? 'claimed' : 'pending', claim }
    : { event, folder, state: folder, claim: null }

/** Within this time of a change, another one may leave a folder's time of change as it is. */
const SETTLED_MS = 100

/** Names of events, oldest first, read again only when something changed: a folder may hold a million of them. */
function createNames(stored: StoredEvents, clock: Pick<Clock, 'now'>) {
  const kept = new Map<EventState, { changedAt: bigint; names: readonly string[] }>()
  return async (state: EventState): Promise<readonly string[]> => {
    const facts = await stat(stored.folderOf(state), { bigint: true }).catch(() => null)
    if (facts === null) return []
    const known = kept.get(state)
    if (known?.changedAt === facts.mtimeNs) return known.names
    const names = await stored.list(state)
    if (clock.now() - Number(facts.mtimeMs) > SETTLED_MS) kept.set(state, { changedAt: facts.mtimeNs, names })
    return names
  }
}

/** The first bytes of a regular file, and what is known of it; neither through a link nor waiting for a FIFO. */
async function startOf(path: string): Promise<{ text: string; size: number; writtenAt: number } | null> {
  await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  const facts = await file.stat()
  if (!facts.isFile()) return null
  const buffer = Buffer.alloc(Math.min(PREVIEW_BYTES, facts.size))
  const { bytesRead } = await file.read(buffer, 0, buffer.length, 0)
  return { text: buffer.toString('utf8', 0, bytesRead), size: facts.size, writtenAt: facts.mtimeMs }
}
