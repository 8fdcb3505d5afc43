import type { AccessChanges } from '#core/audit/access-changes.ts'
import type { EventRun, InboxEventDetail, InboxState } from './schema.ts'

export interface StoryDeps {
  hub: string
  accessChanges: Pick<AccessChanges, 'list'>
  readRuns(event: string, reader: string): Promise<EventRun[]>
}

export type EventStory = Pick<InboxEventDetail, 'runs' | 'reason' | 'put_by'>

export async function readStory(
  { hub, accessChanges, readRuns }: StoryDeps,
  { event, state, receivedAt }: { event: string; state: InboxState; receivedAt: number },
  reader: string,
): Promise<EventStory> {
  const runs = await readRuns(event, reader)
  const put = state === 'quarantined' ? await lastPut({ hub, accessChanges }, event, receivedAt) : null
  const ended = runs[0]?.ended_at ?? null
  const isByHand = put !== null && (ended === null || put.at >= Date.parse(ended))
  return { runs, reason: reasonOf(state, runs[0], isByHand), put_by: isByHand ? put.actor : null }
}

function reasonOf(state: InboxState, last: EventRun | undefined, isByHand: boolean): EventStory['reason'] {
  if (state === 'claimed')
    return last?.status === 'queued' || last?.status === 'running' ? 'at_work' : 'tried_again'
  if (state === 'quarantined') return isByHand || last === undefined ? 'by_hand' : 'failed_too_often'
  return ({ pending: 'waits', processed: 'handled', unmatched: 'unwanted' } as const)[state]
}

const MAX_RECORDS = 200

async function lastPut(
  { hub, accessChanges }: Pick<StoryDeps, 'hub' | 'accessChanges'>,
  event: string,
  since: number,
): Promise<{ actor: string; at: number } | null> {
  const page = { limit: MAX_RECORDS, offset: 0 }
  const puts = await accessChanges.list({ hub, action: 'inbox.quarantine', since }, page)
  return (
    puts.items.find(({ after }) => {
      const named = (after as { events?: unknown } | null)?.events
      return Array.isArray(named) && named.includes(event)
    }) ?? null
  )
}
