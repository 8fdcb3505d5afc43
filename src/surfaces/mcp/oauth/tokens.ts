import type { Transaction as StoreTransaction } from 'kysely'
import { newToken, sha256 } from '#ground/base/ids.ts'
import { sign } from '#ground/base/signing.ts'
import type { Tables } from '#ground/store/tables.ts'

export type Transaction = StoreTransaction<Tables>

/** Tokens of a sign-in, as a program gets them: once. */
export interface OauthTokens {
  accessToken: string
  refreshToken: string
  /** Lifetime of the access token. */
  seconds: number
  /** Resource of the tokens. */
  resource: string
}

/** Recognisable in logs and by scanners for secrets. */
export const ACCESS_PREFIX = 'hub-at-'
const REFRESH_PREFIX = 'hub-rt-'

const ACCESS_LIFE_SECONDS = 3600
/** A program without requests for this long needs a new consent. */
export const REFRESH_LIFE_MS = 30 * 24 * 60 * 60_000

/** A new pair of tokens for a sign-in. */
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

/**
 * The pair that follows a refresh token. It depends on a secret of the Hub, so only the Hub can compute it,
 * and on the token, so each instance can repeat the same response although the store only has hashes.
 */
export const rotateTokenPair = (refreshToken: string, secret: string): Pair => ({
  accessToken: ACCESS_PREFIX + sign(secret, `access\n${refreshToken}`),
  refreshToken: REFRESH_PREFIX + sign(secret, `refresh\n${refreshToken}`),
})

/** Ends a sign-in: its program loses access. */
export async function endSignIn(tx: Transaction, id: string): Promise<void> {
  await tx.deleteFrom('mcp_tokens').where('sign_in_id', '=', id).execute()
  await tx.deleteFrom('mcp_sign_ins').where('id', '=', id).execute()
}
