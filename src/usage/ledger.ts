import type { Store } from '#store/store.ts'

/** What one finished turn used. Tokens are whole numbers; `input` includes the cached ones. */
export interface TurnRecord {
  hub: string
  /** Null when the turn named nobody. */
  email: string | null
  surface: string
  chatId: string
  /** The run the turn was part of, if any. */
  runId?: string | null
  model: string
  input: number
  output: number
  cached: number
  reasoning: number
  outcome: string
  /** Milliseconds since the Unix epoch. */
  startedAt: number
  durationMs: number
}

export interface UsageLedger extends AsyncDisposable {
  /** Note a turn. It is written soon after, together with the others of the same moment. */
  record(turn: TurnRecord): void
  /** Write what was noted so far; rejects when the store can't take it. What is not written stays noted. */
  flush(): Promise<void>
}

export interface UsageLedgerDeps {
  store: Pick<Store, 'transaction'>
  newId(): string
  /** Writing failed; it is tried again with the next turn and when the ledger closes. */
  onFailure?(error: unknown): void
}

/** Rows of one insert. A statement holds a limited number of values. */
const ROWS_AT_ONCE = 500

/** The book of what every turn used. Closing it writes the rest. */
export function createUsageLedger({ store, newId, onFailure = () => {} }: UsageLedgerDeps): UsageLedger {
  const noted = new Map<string, ReturnType<typeof toRow>>()
  let writing: Promise<void> = Promise.resolve()
  let scheduled: NodeJS.Immediate | undefined

  const write = async () => {
    const rows = [...noted.values()]
    if (rows.length === 0) return
    await store.transaction(async (tx) => {
      for (let start = 0; start < rows.length; start += ROWS_AT_ONCE)
        await tx
          .insertInto('usage_turns')
          .values(rows.slice(start, start + ROWS_AT_ONCE))
          .onConflict((conflict) => conflict.column('id').doNothing()) // written before, but we were not told
          .execute()
    })
    for (const { id } of rows) noted.delete(id)
  }
  const flush = () => {
    clearImmediate(scheduled)
    scheduled = undefined
    const result = writing.then(write)
    writing = result.catch(onFailure)
    return result
  }

  return {
    record(turn) {
      const row = toRow(newId(), turn)
      noted.set(row.id, row)
      scheduled ??= setImmediate(() => flush().catch(() => {})) // `onFailure` has been told
    },
    flush,
    [Symbol.asyncDispose]: flush,
  }
}

const toRow = (id: string, turn: TurnRecord) => ({
  id,
  hub: turn.hub,
  email: turn.email,
  surface: turn.surface,
  chat_id: turn.chatId,
  run_id: turn.runId ?? null,
  model: turn.model,
  input_tokens: turn.input,
  output_tokens: turn.output,
  cached_tokens: turn.cached,
  reasoning_tokens: turn.reasoning,
  outcome: turn.outcome,
  started_at_ms: turn.startedAt,
  duration_ms: turn.durationMs,
})
