import type { AccessChange } from '#core/audit/access-changes.ts'
import { csv, jsonLines } from '#ground/api/csv.ts'
import type { Chain } from '#core/audit/reader.ts'
import type { ToolDecision } from '#core/audit/tool-decisions.ts'
import { type EpochMs, isoTime } from '#ground/base/clock.ts'
import { CommandFailure } from './failure.ts'
import { openAccess } from './open-access.ts'
import { alignColumns, print, printJson } from './print.ts'

type LedgerName = 'access' | 'tools'

interface Options {
  ledger?: LedgerName
  hub?: string
  json?: boolean
}

export interface FilterOptions extends Options {
  user?: string
  actor?: string
  action?: string
  tool?: string
  outcome?: string
  since?: EpochMs
  until?: EpochMs
}

export async function listAudit({ limit, ...options }: FilterOptions & { limit: number }): Promise<void> {
  const ledgers = ledgersOf(options)
  await using opened = await openAccess(options.hub)
  const page = { limit, offset: 0 }
  const changes = ledgers.has('access') ? (await opened.changes.list(changeFilter(options), page)).items : []
  const decisions = ledgers.has('tools')
    ? (await opened.decisions.list(decisionFilter(options), page)).items
    : []
  const newest = [
    ...changes.map((entry) => ({ ledger: 'access', entry, row: changeRow(entry) })),
    ...decisions.map((entry) => ({ ledger: 'tools', entry, row: decisionRow(entry) })),
  ]
    .toSorted((a, b) => b.entry.at - a.entry.at)
    .slice(0, limit)
  if (options.json)
    return newest.forEach(({ ledger, entry }) => printJson({ ledger, ...shown<Recorded>(entry) }))
  return print(
    newest.length === 0
      ? `no entries among ${[...ledgers].map((ledger) => LEDGERS[ledger]).join(' and ')}`
      : alignColumns(
          newest.map(({ ledger, entry, row }) => [isoTime(entry.at), ledger, ...row]),
          '',
        ),
  )
}

const LEDGERS = { access: 'access changes', tools: 'restricted tool calls' }

function ledgersOf({ ledger, actor, action, tool, outcome }: FilterOptions): ReadonlySet<LedgerName> {
  if (ledger) return new Set([ledger])
  const ofAccess = actor !== undefined || action !== undefined
  const ofTools = tool !== undefined || outcome !== undefined
  if (ofAccess && ofTools)
    throw new CommandFailure(
      '--actor and --action filter access changes, --tool and --outcome filter tool calls: use one pair',
      2,
    )
  return new Set(ofAccess ? ['access'] : ofTools ? ['tools'] : ['access', 'tools'])
}

const changeRow = ({ action, subject, permission, hub, actor }: AccessChange): string[] => [
  action,
  subject ?? '',
  permission ?? '',
  hub ?? '',
  `by ${actor}`,
]

const decisionRow = ({ outcome, subject, tool, hub, reason }: ToolDecision): string[] => [
  outcome,
  subject ?? '(nobody)',
  tool,
  hub,
  reason,
]

export async function exportAudit(options: FilterOptions): Promise<void> {
  await using opened = await openAccess(options.hub)
  const write = async <Entry extends Recorded>(
    columns: readonly (keyof Entry & string)[],
    entries: AsyncIterable<Entry>,
  ) => {
    async function* rows() {
      for await (const entry of entries) yield shown(entry)
    }
    for await (const text of options.json ? jsonLines(rows()) : csv(columns, rows()))
      process.stdout.write(text)
  }
  return await (options.ledger === 'access'
    ? write(CHANGE_COLUMNS, opened.changes.stream(changeFilter(options)))
    : write(DECISION_COLUMNS, opened.decisions.stream(decisionFilter(options))))
}

type Recorded = (AccessChange | ToolDecision) & Chain

/** `hub audit verify`: checks the hash chains. Exit code 1 if a ledger was tampered with. */
export async function verifyAudit({ ledger, hub, json }: Options): Promise<void> {
  await using opened = await openAccess(hub)
  const ledgers = { access: opened.changes, tools: opened.decisions }
  for (const name of ledger ? [ledger] : (['access', 'tools'] as const)) {
    const verdict = await ledgers[name].verify()
    if (!verdict.intact) process.exitCode = 1
    if (json) printJson({ ledger: name, ...verdict })
    else if (verdict.intact)
      print(`${name}: ${verdict.rows} entries, intact${verdict.hash && `, the last hash is ${verdict.hash}`}`)
    else
      print(
        `${name}: entry ${verdict.seq} was ${verdict.tampering}; the ${verdict.rows} before it are intact`,
      )
  }
}

const CHANGE_COLUMNS = [
  'seq',
  'at',
  'actor',
  'action',
  'subject',
  'hub',
  'permission',
  'before',
  'after',
  'reason',
  'request',
  'revision',
  'hash',
] as const
const DECISION_COLUMNS = [
  'seq',
  'at',
  'hub',
  'subject',
  'tool',
  'capability',
  'outcome',
  'surface',
  'reason',
  'grant',
  'chat_id',
  'run_id',
  'revision',
  'hash',
] as const

const changeFilter = ({ user, actor, action, since, until }: FilterOptions) => ({
  user: user ?? null,
  actor: actor ?? null,
  action: action ?? null,
  ...period(since, until),
})

const decisionFilter = ({ user, tool, outcome, since, until }: FilterOptions) => ({
  user: user ?? null,
  tool: tool ?? null,
  outcome: outcome ?? null,
  ...period(since, until),
})

const period = (since: EpochMs | undefined, until: EpochMs | undefined) => ({
  since: since ?? null,
  until: until ?? null,
})

const shown = <Entry extends Recorded>(entry: Entry): Omit<Entry, 'at'> & { at: string } => ({
  ...entry,
  at: isoTime(entry.at),
})
