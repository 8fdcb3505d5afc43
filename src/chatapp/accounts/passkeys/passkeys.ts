import type { Selectable, Transaction } from 'kysely'
import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import { sha256 } from '#ground/base/ids.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import { lockAccount } from '../lock.ts'
import type { PasskeyStep } from './steps.ts'
import type { Key } from './webauthn.ts'

/** Times are epoch seconds. */
export interface Passkey extends Key {
  /** Credential id of WebAuthn, base64url. */
  id: string
  ownerId: string
  name: string
  /** WebAuthn transports that the browser reported, such as `usb`. */
  transports: readonly string[]
  /** Signature counter; 0 if the authenticator does not count. */
  counter: number
  createdAt: number
  lastUsedAt: number | null
}

export type PasskeyRefusal = 'too_many_passkeys' | 'passkey_exists' | 'passkey_late'

const MAX_PASSKEYS = 20

export type Passkeys = ReturnType<typeof createPasskeys>

export const createPasskeys = ({ store, clock }: { store: Store; clock: Clock }) => ({
  async list(ownerId: string): Promise<Passkey[]> {
    const rows = await store.db
      .selectFrom('chatapp_passkeys')
      .selectAll()
      .where('user_id', '=', ownerId)
      .execute()
    return rows.map(passkeyOf).toSorted((a, b) => b.createdAt - a.createdAt)
  },

  async find(id: string): Promise<Passkey | null> {
    const row = await store.db
      .selectFrom('chatapp_passkeys')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst()
    return row ? passkeyOf(row) : null
  },

  add: (
    draft: Omit<Passkey, 'createdAt' | 'lastUsedAt'>,
    step: PasskeyStep,
  ): Promise<Result<Passkey, PasskeyRefusal>> =>
    store.transaction(async (tx) => {
      await lockAccount(tx, draft.ownerId)
      if (!(await useUp(tx, step, clock))) return refused('passkey_late')
      const { known } = await tx
        .selectFrom('chatapp_passkeys')
        .select((select) => select.fn.countAll<number | string>().as('known'))
        .where('user_id', '=', draft.ownerId)
        .executeTakeFirstOrThrow()
      if (Number(known) >= MAX_PASSKEYS) return refused('too_many_passkeys')
      const passkey = { ...draft, createdAt: epochSeconds(clock), lastUsedAt: null }
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto('chatapp_passkeys')
        .values(rowOf(passkey))
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirst()
      return numInsertedOrUpdatedRows ? accepted(passkey) : refused('passkey_exists')
    }),

  /**
   * @returns False if the challenge was used before, or if another request has changed the stored counter since the
   * passkey was read.
   */
  use: ({ id, counter: before }: Passkey, counter: number, step: PasskeyStep): Promise<boolean> =>
    store.transaction(async (tx) => {
      if (!(await useUp(tx, step, clock))) return false
      const { numUpdatedRows } = await tx
        .updateTable('chatapp_passkeys')
        .set({ counter, last_used_at: epochSeconds(clock) })
        .where('id', '=', id)
        .where('counter', '=', before)
        .executeTakeFirst()
      return numUpdatedRows > 0n
    }),

  async rename(ownerId: string, id: string, name: string): Promise<Passkey | null> {
    const row = await store.db
      .updateTable('chatapp_passkeys')
      .set({ name })
      .where('id', '=', id)
      .where('user_id', '=', ownerId)
      .returningAll()
      .executeTakeFirst()
    return row ? passkeyOf(row) : null
  },

  async remove(ownerId: string, id: string): Promise<boolean> {
    const { numDeletedRows } = await store.db
      .deleteFrom('chatapp_passkeys')
      .where('id', '=', id)
      .where('user_id', '=', ownerId)
      .executeTakeFirst()
    return numDeletedRows > 0n
  },
})

async function useUp(tx: Transaction<Tables>, step: PasskeyStep, clock: Clock): Promise<boolean> {
  await tx.deleteFrom('chatapp_used_challenges').where('expires_at', '<=', epochSeconds(clock)).execute()
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('chatapp_used_challenges')
    .values({ challenge_hash: sha256(step.challenge), expires_at: step.expiresAt })
    .onConflict((conflict) => conflict.column('challenge_hash').doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

const passkeyOf = (row: Selectable<Tables['chatapp_passkeys']>): Passkey => ({
  id: row.id,
  ownerId: row.user_id,
  name: row.name,
  algorithm: row.algorithm,
  publicKey: row.public_key,
  transports: JSON.parse(row.transports) as string[],
  counter: row.counter,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
})

const rowOf = (passkey: Passkey) => ({
  id: passkey.id,
  user_id: passkey.ownerId,
  name: passkey.name,
  algorithm: passkey.algorithm,
  public_key: passkey.publicKey,
  transports: JSON.stringify(passkey.transports),
  counter: passkey.counter,
  created_at: passkey.createdAt,
  last_used_at: passkey.lastUsedAt,
})
