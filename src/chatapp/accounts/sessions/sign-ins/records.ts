import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Clock } from '#ground/base/clock.ts'
import { newId } from '#ground/base/ids.ts'
import { networkOf } from '#ground/base/network/coarse.ts'
import type { Store } from '#ground/store/store.ts'
import { deviceOf } from './device.ts'
import { signInFactsOf } from './facts.ts'

export type SignInWay = 'password' | 'second_factor' | 'passkey' | 'provider' | 'sign_up'

export interface SignInAttempt {
  way: SignInWay
  provider?: string
  /** E-mail of the account, or the text that the person entered; null if unknown. */
  email: string | null
  /** `signed_in`, or the code of the refusal. */
  outcome: string
  detail?: string | null
}

const MAX_DETAIL = 500

export const SIGN_IN_RETENTION_MS = 90 * 86_400_000
/** Limits the disk space that password guessing can fill. */
const MAX_REFUSED_SIGN_INS = 20_000
const PRUNE_INTERVAL_MS = 10 * 60_000

export type SignInRecords = ReturnType<typeof createSignInRecords>

export function createSignInRecords({ store: { db }, clock }: { store: Store; clock: Pick<Clock, 'now'> }) {
  let prunedAt = -Infinity
  return {
    async record(request: FastifyRequest, attempt: SignInAttempt): Promise<void> {
      const { address, userAgent } = signInFactsOf(request)
      const now = clock.now()
      await db
        .insertInto('chatapp_sign_in_records')
        .values({
          id: newId(),
          at_ms: now,
          email: emailOf(attempt.email),
          way: attempt.way,
          provider: attempt.provider ?? null,
          outcome: attempt.outcome,
          detail: attempt.detail ? attempt.detail.slice(0, MAX_DETAIL) : null,
          network: isIP(address) ? networkOf(address) : null,
          ...deviceOf(userAgent),
        })
        .execute()
      if (now - prunedAt < PRUNE_INTERVAL_MS) return
      prunedAt = now
      await prune(db, now)
    },
  }
}

/** Null for a text that is not an e-mail, because people also type passwords into the e-mail field. */
function emailOf(text: string | null): string | null {
  const email = text?.trim().toLowerCase() ?? ''
  return email.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? email : null
}

async function prune(db: Store['db'], now: number): Promise<void> {
  await db
    .deleteFrom('chatapp_sign_in_records')
    .where('at_ms', '<', now - SIGN_IN_RETENTION_MS)
    .execute()
  const oldest = await db
    .selectFrom('chatapp_sign_in_records')
    .select('at_ms')
    .where('outcome', '!=', 'signed_in')
    .orderBy('at_ms', 'desc')
    .offset(MAX_REFUSED_SIGN_INS)
    .limit(1)
    .executeTakeFirst()
  if (!oldest) return
  await db
    .deleteFrom('chatapp_sign_in_records')
    .where('outcome', '!=', 'signed_in')
    .where('at_ms', '<=', oldest.at_ms)
    .execute()
}
