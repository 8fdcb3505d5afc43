import { relative } from 'node:path'
import { nanosecondsOf } from './event-name.ts'
import type { EventStory } from './event-story.ts'
import { summaryOf } from './event-summary.ts'
import { eventView, previewOf } from './event-view.ts'
import type { EventState, StoredEvents } from './inbox.ts'
import type { InboxCounts, InboxEvent, InboxEventDetail, InboxState } from './schema.ts'

export interface EventClaim {
  runId: string
  status: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled'
  attempt: number
}

export interface BrowseDeps {
  hub: string
  hubFolder: string
  name: string
  stored: StoredEvents
  secret: string | null
  readClaims(): Promise<ReadonlyMap<string, EventClaim>>
  readLastRuns(names: readonly string[]): Promise<ReadonlyMap<string, EventClaim>>
}

export interface OneInboxBrowser {
  counts(): Promise<InboxCounts>
  newest(state: InboxState | undefined, many: number): Promise<{ events: FoundEvent[]; total: number }>
  lines(events: readonly FoundEvent[]): Promise<InboxEvent[]>
  find(event: string): Promise<FoundEvent | null>
  open(event: FoundEvent): Promise<OpenedEvent | null>
}

export type OpenedEvent = Omit<InboxEventDetail, keyof EventStory>

export interface FoundEvent {
  event: string
  stored: StoredEvents
  folder: EventState
  state: InboxState
  claim: EventClaim | null
}

const FOLDERS = ['pending', 'quarantined', 'processed'] as const
const SHOWN_BYTES = 1024 * 1024
const PREVIEW_BYTES = 16 * 1024

export function createOneInboxBrowser(deps: BrowseDeps): OneInboxBrowser {
  const { hubFolder, stored, secret, readClaims } = deps
  const readFacts = async (): Promise<Facts> => ({
    claims: await readClaims(),
    unmatched: new Set(await stored.unmatched()),
  })

  const newest: OneInboxBrowser['newest'] = async (state, many) => {
    const facts = await readFacts()
    const folders = state === undefined ? FOLDERS : [FOLDER_OF[state]]
    let total = 0
    const events: FoundEvent[] = []
    for (const folder of folders) {
      const all = await stored.listCached(folder)
      const names = state === undefined ? all : ofState(all, state, facts)
      total += names.length
      for (const event of names.slice(-many)) events.push(foundIn(stored, event, folder, facts))
    }
    return { events: events.toSorted(byNewest), total }
  }

  const find = async (event: string): Promise<FoundEvent | null> => {
    const folder = await stored.find(event)
    return folder && foundIn(stored, event, folder, await readFacts())
  }

  const lines: OneInboxBrowser['lines'] = async (found) => {
    const last = await deps.readLastRuns(found.flatMap(({ event, claim }) => (claim ? [] : [event])))
    const all = await Promise.all(
      found.map((one) => lineOf(deps, { ...one, claim: one.claim ?? last.get(one.event) ?? null })),
    )
    return all.filter((line) => line !== null)
  }

  return {
    newest,
    find,
    lines,
    async counts() {
      const facts = await readFacts()
      const [pending, quarantined, processed] = await Promise.all(FOLDERS.map(stored.listCached))
      const claimed = ofState(pending!, 'claimed', facts).length
      const unmatched = ofState(processed!, 'unmatched', facts).length
      return {
        pending: pending!.length - claimed,
        claimed,
        processed: processed!.length - unmatched,
        unmatched,
        quarantined: quarantined!.length,
      }
    },
    async open(one) {
      const [line] = await lines([one])
      if (!line) return null
      const file = stored.fileOf(one.folder, one.event)
      const content = line.size <= SHOWN_BYTES ? await stored.read(one.folder, one.event) : null
      const view = content ? eventView(content.toString(), secret) : TOO_LARGE
      return {
        ...line,
        file: file && relative(hubFolder, file),
        content_type: view.contentType,
        query: view.query,
        headers: view.headers,
        body_kind: view.kind,
        body: view.body,
      }
    },
  }
}

interface Facts {
  claims: ReadonlyMap<string, EventClaim>
  unmatched: ReadonlySet<string>
}

function foundIn(
  stored: StoredEvents,
  event: string,
  folder: EventState,
  { claims, unmatched }: Facts,
): FoundEvent {
  const claim = folder === 'pending' ? (claims.get(event) ?? null) : null
  const state = stateOf(folder, { claim, isUnmatched: unmatched.has(event) })
  return { event, stored, folder, state, claim }
}

async function lineOf({ hub, name, secret }: BrowseDeps, one: FoundEvent): Promise<InboxEvent | null> {
  const start = await one.stored.beginning(one.folder, one.event, PREVIEW_BYTES)
  if (start === null) return null
  const nanoseconds = nanosecondsOf(one.event)
  const summary = summaryOf(start.text, secret)
  const at = nanoseconds === null ? start.writtenAt : Number(nanoseconds / 1_000_000n)
  return {
    event: one.event,
    hub,
    endpoint: name,
    state: one.state,
    received_at: new Date(at).toISOString(),
    size: start.size,
    preview: previewOf(start.text, secret),
    event_type: summary.type,
    title: summary.title,
    run_id: one.claim?.runId ?? null,
    run_status: one.claim?.status ?? null,
    attempt: one.claim?.attempt ?? null,
  }
}

const FOLDER_OF: Record<InboxState, EventState> = {
  pending: 'pending',
  claimed: 'pending',
  processed: 'processed',
  unmatched: 'processed',
  quarantined: 'quarantined',
}

const ofState = (
  names: readonly string[],
  state: InboxState,
  { claims, unmatched }: Facts,
): readonly string[] => {
  const marked = FOLDER_OF[state] === 'pending' ? claims : unmatched
  if (state === 'quarantined' || (marked.size === 0 && state === FOLDER_OF[state])) return names
  return names.filter((event) => marked.has(event) === (state !== FOLDER_OF[state]))
}

const stateOf = (
  folder: EventState,
  { claim, isUnmatched }: { claim: EventClaim | null; isUnmatched: boolean },
): InboxState => {
  if (folder === 'pending') return claim ? 'claimed' : 'pending'
  return folder === 'processed' && isUnmatched ? 'unmatched' : folder
}

export const byNewest = (a: Pick<FoundEvent, 'event'>, b: Pick<FoundEvent, 'event'>): number =>
  a.event < b.event ? 1 : -1

const TOO_LARGE = { contentType: '', query: {}, headers: {}, kind: 'binary', body: null } as const
