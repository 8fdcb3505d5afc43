import { normalEmail } from '#ground/identity/caller.ts'
import type { Store } from '#ground/store/store.ts'
import type { SignInRecord, SignInsQuery } from './schema.ts'

/** Counting stops at this number of rows, because a full count would read all matching rows. */
const MAX_COUNTED_ROWS = 10_000

export async function readSignIns({ db }: Pick<Store, 'db'>, query: SignInsQuery) {
  const { limit, offset } = query
  const rows = await matching(db, query)
    .selectAll()
    .orderBy('at_ms', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  const counted = matching(db, query)
    .select('id')
    .limit(MAX_COUNTED_ROWS + 1)
    .as('counted')
  const { count } = await db
    .selectFrom(counted)
    .select((select) => select.fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow()
  const total = Number(count)
  const items = rows.map(({ at_ms: at, way: by, ...row }): SignInRecord => ({
    ...row,
    way: by as SignInRecord['way'],
    at: new Date(at).toISOString(),
  }))
  return {
    items,
    total: Math.min(total, MAX_COUNTED_ROWS),
    total_is_exact: total <= MAX_COUNTED_ROWS,
    offset,
    limit,
  }
}

function matching(db: Store['db'], { user, way, outcome, since, until }: SignInsQuery) {
  let rows = db.selectFrom('chatapp_sign_in_records')
  if (user) rows = rows.where('email', '=', normalEmail(user))
  if (way) rows = rows.where('way', '=', way)
  if (outcome === 'signed_in') rows = rows.where('outcome', '=', outcome)
  // The query uses two ranges, because a condition with `<>` would not use the index.
  if (outcome === 'refused')
    rows = rows.where(({ or, eb }) => or([eb('outcome', '<', 'signed_in'), eb('outcome', '>', 'signed_in')]))
  if (since !== undefined) rows = rows.where('at_ms', '>=', since)
  if (until !== undefined) rows = rows.where('at_ms', '<', until)
  return rows
}
