import type { EpochMs } from '#ground/base/clock.ts'
import type { ListOrder } from '#ground/api/list-start.ts'
import type { Store } from '#ground/store/store.ts'
import { canonicalJson, type JsonValue } from './canonical-json.ts'
import type { ChainedRow, ChainFields } from './chain.ts'
import { createGroupCommit } from './group-commit.ts'
import { createLedger } from './ledger.ts'
import { presented, type Chain, type LedgerReader } from './reader.ts'

export interface ToolDecision {
  at: EpochMs
  hub: string
  /** Null when the request names no subject. */
  subject: string | null
  tool: string
  capability: string
  /** `failed`: access could not be checked, so the tool did not run. */
  outcome: 'allowed' | 'denied' | 'failed'
  surface: string
  reason: string
  grant: JsonValue
  chat_id: string | null
  run_id: string | null
  revision: number | null
}

export interface ToolDecisionFilter {
  hub?: string | readonly string[] | null
  user?: string | null
  outcome?: string | null
  tool?: string | null
  surface?: string | null
  since?: EpochMs | null
  until?: EpochMs | null
  order?: ListOrder<'at'>
}

export interface ToolDecisions
  extends LedgerReader<ToolDecision & Chain, ToolDecisionFilter>, AsyncDisposable {
  /** Resolves once the decision is committed; only then may the tool run. */
  record(decision: ToolDecision): Promise<void>
}

export function createToolDecisions(store: Pick<Store, 'db' | 'kind' | 'transaction'>): ToolDecisions {
  const ledger = createLedger({ store, name: 'tool_decisions' })
  const commits = createGroupCommit<ToolDecision>((decisions) =>
    store.transaction((tx) => ledger.append(tx, decisions.map(toFields))),
  )
  return {
    record: (decision) => commits.add(decision),
    [Symbol.asyncDispose]: () => commits.settled(),
    ...presented(ledger, {
      entryOf: toEntry,
      filterOf: ({ since, until, order, user, ...equals }) => ({
        equals: { ...equals, subject: user },
        since,
        until,
        ...(order && { order }),
      }),
    }),
  }
}

const toFields = ({ at, grant, ...rest }: ToolDecision): ChainFields => ({
  ...rest,
  at_ms: at,
  grant: grant === null ? null : canonicalJson(grant),
})

const toEntry = (row: ChainedRow): ToolDecision & Chain => {
  const { seq, hash, prev_hash: _, at_ms, grant, ...rest } = row
  return {
    ...(rest as unknown as Omit<ToolDecision, 'at' | 'grant'>),
    seq,
    hash,
    at: at_ms as number,
    grant: grant == null ? null : (JSON.parse(grant as string) as JsonValue),
  }
}
