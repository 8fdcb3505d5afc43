import { normalEmail } from '#ground/identity/caller.ts'
import type { Store } from '#ground/store/store.ts'
import type { SignInRecord, SignInsQuery } from './schema.ts'

/** A page of the web chat's record of sign-ins, newest first. */
export async function readSignIns({ db }: Pick<Store, 'db'>, query: SignInsQuery) {
  const { user, way, outcome, since, until, limit, offset } = query
  let matching = db.selectFrom('chatapp_sign_in_records')
  if (user) matching = matching.where('email', '=', normalEmail(user))
  if (way) matching = matching.where('way', '=', way)
  if (outcome) matching = matching.where('outcome', outcome === 'signed_in' ? '=' : '!=', 'signed_in')
  if (since !== undefined) matching = matching.where('at_ms', '>=', since)
  if (until !== undefined) matching = matching.where('at_ms', '<', until)
  const [rows, { total }] = await Promise.all([
    matching.selectAll().orderBy('at_ms', 'desc').orderBy('id', 'desc').limit(limit).offset(offset).execute(),
    matching.select((select) => select.fn.countAll<number | string>().as('total')).executeTakeFirstOrThrow(),
  ])
  const items = rows.map(({ at_ms: at, way: by, ...row }): SignInRecord => ({
    ...row,
    way: by as SignInRecord['way'],
    at: new Date(at).toISOString(),
  }))
  return { items, total: Number(total), offset, limit }
}
