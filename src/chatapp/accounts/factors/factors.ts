import { randomBytes } from 'node:crypto'
import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import { sha256 } from '#ground/base/ids.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { Sealer } from '#ground/base/sealing.ts'
import type { Store } from '#ground/store/store.ts'
import { removeCodes, removeFactors } from './remove-factors.ts'
import { base32, stepOf } from './totp.ts'

export interface FactorState {
  isOn: boolean
  recoveryCodesLeft: number
}

const SECRET_BYTES = 20
const RECOVERY_CODES = 10
/** 80 bits, so that a code cannot be guessed from its stored hash. */
const RECOVERY_BYTES = 10

export type Factors = ReturnType<typeof createFactors>

export interface FactorDeps {
  store: Pick<Store, 'db' | 'transaction'>
  clock: Clock
  sealer: Sealer
}

export const createFactors = (deps: FactorDeps) => ({ ...enrolmentOf(deps), ...useOf(deps) })

function enrolmentOf(deps: FactorDeps) {
  const { store, clock, sealer } = deps
  const { db } = store
  return {
    /** Sign-in requires codes only after `confirm` has received a valid code. */
    async begin(id: string): Promise<Result<string, 'totp_on'>> {
      const secret = randomBytes(SECRET_BYTES)
      const sealed = sealer.seal(secret.toString('hex'), sealContextOf(id))
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('chatapp_totp')
        .values({ user_id: id, secret: sealed, confirmed_at: null, last_step: null })
        .onConflict((conflict) =>
          conflict
            .column('user_id')
            .doUpdateSet({ secret: sealed, last_step: null })
            .where('chatapp_totp.confirmed_at', 'is', null),
        )
        .executeTakeFirst()
      return (numInsertedOrUpdatedRows ?? 0n) > 0n ? accepted(base32(secret)) : refused('totp_on')
    },

    async confirm(
      id: string,
      code: string,
    ): Promise<Result<string[], 'totp_on' | 'totp_not_begun' | 'wrong_code'>> {
      const row = await rowOf(deps, id)
      if (!row) return refused('totp_not_begun')
      if (row.confirmed_at !== null) return refused('totp_on')
      const step = stepBy(deps, id, row.secret, code)
      if (step === null) return refused('wrong_code')
      const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
      const hashes = codes.map((one) => ({ user_id: id, code_hash: hashOf(id, one), used_at: null }))
      return store.transaction(async (tx) => {
        const { numUpdatedRows } = await tx
          .updateTable('chatapp_totp')
          .set({ confirmed_at: epochSeconds(clock), last_step: step })
          .where('user_id', '=', id)
          .where('secret', '=', row.secret)
          .where('confirmed_at', 'is', null)
          .executeTakeFirst()
        // A concurrent request has confirmed or replaced the secret.
        if (numUpdatedRows === 0n) return refused('wrong_code')
        await tx.insertInto('chatapp_recovery_codes').values(hashes).execute()
        return accepted(codes)
      })
    },
  }
}

function useOf(deps: FactorDeps) {
  const { store, clock } = deps
  const { db } = store
  const isOn = async (id: string) => typeof (await rowOf(deps, id))?.confirmed_at === 'number'
  return {
    isOn,

    async read(id: string): Promise<FactorState> {
      const { left } = await db
        .selectFrom('chatapp_recovery_codes')
        .select((select) => select.fn.countAll<number | string>().as('left'))
        .where('user_id', '=', id)
        .where('used_at', 'is', null)
        .executeTakeFirstOrThrow()
      return { isOn: await isOn(id), recoveryCodesLeft: Number(left) }
    },

    /** A code works once, even in concurrent requests. */
    async use(id: string, typed: string): Promise<Result<void, 'wrong_code'>> {
      const row = await rowOf(deps, id)
      if (typeof row?.confirmed_at !== 'number') return refused('wrong_code')
      const code = typed.replaceAll(/[\s-]/g, '')
      const step = stepBy(deps, id, row.secret, code)
      const { numUpdatedRows } =
        step === null
          ? await db
              .updateTable('chatapp_recovery_codes')
              .set({ used_at: epochSeconds(clock) })
              .where('user_id', '=', id)
              .where('code_hash', '=', hashOf(id, code))
              .where('used_at', 'is', null)
              .executeTakeFirst()
          : await db
              .updateTable('chatapp_totp')
              .set({ last_step: step })
              .where('user_id', '=', id)
              .where('secret', '=', row.secret)
              .where((last) => last.or([last('last_step', 'is', null), last('last_step', '<', step)]))
              .executeTakeFirst()
      return numUpdatedRows > 0n ? accepted(undefined) : refused('wrong_code')
    },

    remove: (id: string) => removeCodes(store, id),

    reset: (id: string) => removeFactors(store, id),
  }
}

const rowOf = ({ store: { db } }: FactorDeps, id: string) =>
  db.selectFrom('chatapp_totp').selectAll().where('user_id', '=', id).executeTakeFirst()

/** Null if the secret cannot be decrypted, as after a change of the session secret. */
function stepBy({ sealer, clock }: FactorDeps, id: string, sealed: string, code: string): number | null {
  const secret = sealer.open(sealed, sealContextOf(id))
  return secret === null ? null : stepOf(Buffer.from(secret, 'hex'), code, epochSeconds(clock))
}

const sealContextOf = (id: string): string => `totp/${id}`

const newRecoveryCode = (): string =>
  base32(randomBytes(RECOVERY_BYTES)).toLowerCase().match(/.{4}/g)!.join('-')

const hashOf = (id: string, code: string): string => sha256(`${id}:${code.replaceAll('-', '').toLowerCase()}`)
