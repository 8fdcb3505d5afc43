import type { Transaction as StoreTransaction } from 'kysely'
import { newToken, sha256 } from '#ground/base/ids.ts'
import type { Tables } from '#ground/store/tables.ts'

export type Transaction = StoreTransaction<Tables>

/** Tokens of a sign-in, as a program gets them: once. */
export interface Tokens {
  accessToken: string
  refreshToken: string
  /** Of the access token. */
  seconds: number
}

/** Recognisable in logs and by scanners for secrets. */
export const ACCESS_PREFIX = 'hub-at-'
const REFRESH_PREFIX = 'hub-rt-'

const ACCESS_LIFE_SECONDS = 3600
/** A program that did not come for so long asks its person again. */
export const REFRESH_LIFE_MS = 30 * 24 * 60 * 60_000

/** A new pair of tokens for a sign-in. */
export async function issueTokens(tx: Transaction, signInId: string, now: number): Promise<Tokens> {
  const accessToken = ACCESS_PREFIX + newToken()
  const refreshToken = REFRESH_PREFIX + newToken()
  const row = (token: string, kind: 'access' | 'refresh', lifeMs: number) => ({
    hash: sha256(token),
    sign_in_id: signInId,
    kind,
    expires_at_ms: now + lifeMs,
    used_at_ms: null,
  })
  await tx
    .insertInto('mcp_tokens')
    .values([
      row(accessToken, 'access', ACCESS_LIFE_SECONDS * 1000),
      row(refreshToken, 'refresh', REFRESH_LIFE_MS),
    ])
    .execute()
  return { accessToken, refreshToken, seconds: ACCESS_LIFE_SECONDS }
}

/** The program of a sign-in may come no more. */
export async function endSignIn(tx: Transaction, id: string): Promise<void> {
  await tx.deleteFrom('mcp_tokens').where('sign_in_id', '=', id).execute()
  await tx.deleteFrom('mcp_sign_ins').where('id', '=', id).execute()
}
