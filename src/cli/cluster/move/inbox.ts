import { moveOut } from '#cluster/inbox/move-out.ts'
import { systemClock } from '#ground/base/clock.ts'
import { readSharedConfig } from '#processes/config/shared.ts'
import { CommandFailure } from '../../failure.ts'
import { hubFolderOf } from '../../hub-folder.ts'
import { beginMove } from './begin.ts'
import { alignColumns, print, printJson } from '../../print.ts'
import { readCommandSettings } from '../../settings.ts'

interface Options {
  hub?: string
  json?: boolean
  dryRun?: boolean
  verify?: boolean
}

interface Counts {
  pending: number
  quarantined: number
  processed: number
  there: number
  in_the_way: number
  moved_bytes: number
}

export async function moveInboxBack({ hub, json, dryRun, verify }: Options): Promise<void> {
  const hubFolder = hubFolderOf(hub)
  const shared = readSharedConfig((await readCommandSettings(hubFolder)).environment, hubFolder)
  if (shared.inbox === 'store')
    throw new CommandFailure(
      'SVC_INBOX=store would move the events to the database again: remove the variable first',
      2,
    )
  await using move = await beginMove(shared, 'inbox')
  const counts = new Map<string, Counts>()
  const isDry = dryRun ?? false
  const deps = { store: move.store, clock: systemClock, isDry, verifies: verify ?? false }
  const moving = moveOut({ ...deps, hub: shared.hubSlug, hubFolder })
  for (;;) {
    const { done, value } = await moving.next()
    if (done) {
      if (json) printJsonOf(counts, value)
      else printCounts(counts, { isDry, marks: value })
      break
    }
    const { inbox, event, state, size, result: came } = value
    const known = counts.get(inbox) ?? none()
    counts.set(inbox, known)
    known[came === 'moved' ? state : came]++
    if (came === 'moved') known.moved_bytes += size
    if (came !== 'in_the_way') continue
    if (json) printJson({ inbox, event, state, problem: came })
    else print(`the Hub’s folder already has a different file in place of the event ${event} (${inbox})`)
  }
  const inTheWay = [...counts.values()].reduce((sum, { in_the_way }) => sum + in_the_way, 0)
  if (inTheWay > 0)
    throw new CommandFailure(
      `nothing was moved out of the database, because the target already has ${inTheWay} different files of the same names: move them away and run the command again`,
    )
}

const none = (): Counts => ({
  pending: 0,
  quarantined: 0,
  processed: 0,
  there: 0,
  in_the_way: 0,
  moved_bytes: 0,
})

function printJsonOf(counts: ReadonlyMap<string, Counts>, marks: number | null): void {
  for (const [inbox, facts] of counts) printJson({ inbox, ...facts })
  printJson({ repeats_known: marks })
}

function printCounts(
  counts: ReadonlyMap<string, Counts>,
  { isDry, marks }: { isDry: boolean; marks: number | null },
): void {
  const heads = [
    '',
    'pending',
    'quarantined',
    'processed',
    'bytes',
    'already in the folder',
    'other file of this name in the folder',
  ]
  const rows = [...counts].map(([inbox, facts]) => [
    inbox,
    ...[facts.pending, facts.quarantined, facts.processed].map(String),
    ...[facts.moved_bytes, facts.there, facts.in_the_way].map(String),
  ])
  print(alignColumns([heads, ...rows], ''))
  if (marks !== null)
    print(`moved the ids of ${marks} deliveries, so the Hub’s folder still detects their duplicates`)
  else if (isDry) print('nothing was moved')
}
