import type { Transaction as StoreTransaction } from 'kysely'
import { newToken, sha256 } from '#ground/base/ids.ts'
import { sign } from '#ground/base/signing.ts'
import type { Tables } from '#ground/store/tables.ts'

export type Transaction = StoreTransaction<Tables>

export interface OauthTokens {
  accessToken: string
  refreshToken: string
  seconds: number
  resource: string
}

/** Prefixes that people and secret scanners recognize. */
export const ACCESS_PREFIX = 'hub-at-'
const REFRESH_PREFIX = 'hub-rt-'

const ACCESS_LIFE_SECONDS = 3600
/** A program without requests for this time needs a new consent. */
export const REFRESH_LIFE_MS = 30 * 24 * 60 * 60_000

export async function issueTokens(
  tx: Transaction,
  signIn: { id: string; resource: string },
  now: number,
  { accessToken, refreshToken } = randomPair(),
): Promise<OauthTokens> {
  const row = (token: string, kind: 'access' | 'refresh', lifeMs: number) => ({
    hash: sha256(token),
    sign_in_id: signIn.id,
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
  return { accessToken, refreshToken, seconds: ACCESS_LIFE_SECONDS, resource: signIn.resource }
}

export type Pair = Pick<OauthTokens, 'accessToken' | 'refreshToken'>

const randomPair = (): Pair => ({
  accessToken: ACCESS_PREFIX + newToken(),
  refreshToken: REFRESH_PREFIX + newToken(),
})

/** Tokens are derived from the refresh token and a secret, so each instance can repeat a response. */
export const rotateTokenPair = (refreshToken: string, secret: string): Pair => ({
  accessToken: ACCESS_PREFIX + sign(secret, `access\n${refreshToken}`),
  refreshToken: REFRESH_PREFIX + sign(secret, `refresh\n${refreshToken}`),
})

export async function endSignIn(tx: Transaction, id: string): Promise<void> {
  await tx.deleteFrom('mcp_tokens').where('sign_in_id', '=', id).execute()
  await tx.deleteFrom('mcp_sign_ins').where('id', '=', id).execute()
}
