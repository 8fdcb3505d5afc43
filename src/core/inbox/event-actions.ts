import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { FoundEvent } from './browse.ts'
import type { InboxBrowser } from './browse-all.ts'

export type InboxAction = 'replay' | 'release' | 'quarantine'

export interface ActionRefusal {
  reason: 'missing' | 'at-work' | 'elsewhere'
  found: string
}

/**
 * Acts on all events or, if one is refused, on none. Calls `record` before the action, so that no action stays
 * unrecorded.
 */
export async function actOnEvents(
  { find }: Pick<InboxBrowser, 'find'>,
  action: InboxAction,
  names: readonly string[],
  record: (events: readonly string[]) => Promise<void>,
): Promise<Result<string[], ActionRefusal>> {
  const events: FoundEvent[] = []
  for (const name of new Set(names)) {
    const event = await find(name)
    if (event === null) return refused({ reason: 'missing', found: name })
    const reason = whyNot(action, event)
    if (reason !== null) return refused({ reason, found: name })
    events.push(event)
  }
  const all = events.map(({ event }) => event)
  await record(all)
  if (action === 'replay') {
    const copies: string[] = []
    for (const { stored, folder, event } of events) {
      const copy = await stored.replay(folder, event)
      if (copy !== null) copies.push(copy)
    }
    return accepted(copies)
  }
  const [from, to] =
    action === 'release' ? (['quarantined', 'pending'] as const) : (['pending', 'quarantined'] as const)
  for (const [stored, some] of Map.groupBy(events, (one) => one.stored))
    await stored.move(
      some.map(({ event }) => event),
      from,
      to,
    )
  return accepted(all)
}

function whyNot(action: InboxAction, { folder, claim }: FoundEvent): ActionRefusal['reason'] | null {
  if (action === 'release') return folder === 'quarantined' ? null : 'elsewhere'
  if (action === 'replay') return null
  if (folder !== 'pending') return 'elsewhere'
  return claim?.status === 'queued' || claim?.status === 'running' ? 'at-work' : null
}

export function explainActionRefusal(action: InboxAction, { reason, found }: ActionRefusal): string {
  if (reason === 'missing') return `There is no event ${found} in this inbox.`
  if (reason === 'at-work') return `A run is handling ${found}. Cancel the run first, or wait until it ends.`
  return action === 'release'
    ? `${found} is not in quarantine, so it can’t be released.`
    : `${found} is not pending any more, so it can’t be quarantined.`
}
