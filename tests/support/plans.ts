import { sql, type Kysely } from 'kysely'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'

export interface QueryPlan {
  sql: string
  scanned: string[]
  steps: string[]
}

export async function plansOf(
  store: Store,
  work: (db: Kysely<Tables>) => Promise<unknown>,
): Promise<QueryPlan[]> {
  const statements = new Map<string, string>()
  await work(
    store.db.withPlugin({
      transformQuery: ({ node }) => {
        const query = store.db.getExecutor().compileQuery(node, { queryId: 'explained' })
        if (/^\s*(select|with)\b/i.test(query.sql)) statements.set(query.sql, withValues(query))
        return node
      },
      transformResult: async ({ result }) => result,
    }),
  )
  const plans: QueryPlan[] = []
  for (const text of statements.values()) plans.push(await planOf(store, text))
  return plans
}

export const planOf = (store: Pick<Store, 'kind' | 'db'>, text: string): Promise<QueryPlan> =>
  store.kind === 'sqlite' ? sqlitePlan(store, text) : postgresPlan(store, text)

async function sqlitePlan({ db }: Pick<Store, 'db'>, text: string): Promise<QueryPlan> {
  const { rows } = await sql<{ detail: string }>`explain query plan ${sql.raw(text)}`.execute(db)
  const steps = rows.map(({ detail }) => detail)
  const derived = new Set(steps.flatMap((step) => DERIVED.exec(step)?.[1] ?? []))
  // SQLite also writes `SCAN` for a full-text search, with `VIRTUAL TABLE INDEX …:M`, and for a constant row. Neither
  // scans a table.
  const scanned = steps.flatMap(
    (step) => /^SCAN (?!CONSTANT ROW)(\S+)(?!\S| VIRTUAL TABLE INDEX \d+:M)/.exec(step)?.[1] ?? [],
  )
  return { sql: text, steps, scanned: scanned.filter((name) => !derived.has(name)) }
}

const DERIVED = /^(?:CO-ROUTINE|MATERIALIZE) (\S+)$/

/** Postgres scans small tables in any case. With `enable_seqscan` off, it scans only if no index fits. */
async function postgresPlan({ db }: Pick<Store, 'db'>, text: string): Promise<QueryPlan> {
  const steps = await db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    const { rows } = await sql<Record<string, string>>`explain (costs off) ${sql.raw(text)}`.execute(tx)
    return rows.map((row) => Object.values(row)[0]!)
  })
  const scanned = steps.flatMap((step, n) => {
    const whole = /Seq Scan on (\w+)/.exec(step) ?? (hasCondition(steps, n) ? null : INDEX_SCAN.exec(step))
    return whole?.[1] ?? []
  })
  return { sql: text, steps, scanned }
}

const INDEX_SCAN = /Index (?:Only )?Scan (?:Backward )?using \S+ on (\w+)/

const hasCondition = (steps: readonly string[], n: number): boolean =>
  steps[n + 1]?.includes('Index Cond:') ?? false

export const withValues = ({
  sql: text,
  parameters,
}: {
  sql: string
  parameters: readonly unknown[]
}): string => {
  let n = 0
  return text.replace(/\?|\$\d+/g, () => literal(parameters[n++]))
}

const literal = (value: unknown): string =>
  typeof value === 'number' ? String(value) : `'${String(value).replaceAll("'", "''")}'`
