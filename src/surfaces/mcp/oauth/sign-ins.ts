import type { Clock, EpochMs } from '#ground/base/clock.ts'
import { sha256 } from '#ground/base/ids.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { Store } from '#ground/store/store.ts'
import { createCodes, type CodeRequest } from './codes.ts'
import {
  ACCESS_PREFIX,
  endSignIn,
  issueTokens,
  rotateTokenPair,
  REFRESH_LIFE_MS,
  type Pair,
  type OauthTokens,
  type Transaction,
} from './tokens.ts'

export interface ProgramSignIn {
  id: string
  programName: string
  hub: string
  createdAt: number
  lastUsedAt: number | null
}

export interface TokenOwner {
  userId: string
  programName: string
  hub: string
  resource: string
}

export type ProgramSignIns = ReturnType<typeof createProgramSignIns>

const LAST_USE_STEP_MS = 60_000

/** A refresh token may be used again for this time: longer than a client's retry timeout, too short to help a thief. */
const REPEAT_MS = 20_000

export interface SignInsDeps {
  store: Store
  clock: Pick<Clock, 'now'>
  /** Must be the same on all instances of a Hub. */
  secret: string
}

export function createProgramSignIns(deps: SignInsDeps) {
  const { store, clock, secret } = deps
  return {
    ...createCodes(deps),

    renew(
      refreshToken: string,
      by: CodeRequest,
    ): Promise<Result<OauthTokens, 'invalid_grant' | 'invalid_target'>> {
      const now = clock.now()
      return store.transaction((tx) => renew(tx, refreshToken, by, { secret, now }))
    },

    async ownerOf(accessToken: string): Promise<TokenOwner | null> {
      if (!accessToken.startsWith(ACCESS_PREFIX)) return null
      const now = clock.now()
      const row = await store.db
        .selectFrom('mcp_tokens')
        .innerJoin('mcp_sign_ins', 'mcp_sign_ins.id', 'mcp_tokens.sign_in_id')
        .select(['id', 'program_name', 'user_id', 'hub', 'resource', 'last_used_at_ms'])
        .select('mcp_tokens.expires_at_ms as until')
        .where('hash', '=', sha256(accessToken))
        .where('kind', '=', 'access')
        .executeTakeFirst()
      if (!row || row.until <= now) return null
      if (row.last_used_at_ms === null || now - row.last_used_at_ms >= LAST_USE_STEP_MS)
        await store.db
          .updateTable('mcp_sign_ins')
          .set({ last_used_at_ms: now })
          .where('id', '=', row.id)
          .execute()
      return { userId: row.user_id, programName: row.program_name, hub: row.hub, resource: row.resource }
    },

    async list(userId: string): Promise<ProgramSignIn[]> {
      const rows = await store.db
        .selectFrom('mcp_sign_ins')
        .selectAll()
        .where('user_id', '=', userId)
        .where('expires_at_ms', '>', clock.now())
        .orderBy('created_at_ms', 'desc')
        .orderBy('id')
        .execute()
      return rows.map((row) => ({
        id: row.id,
        programName: row.program_name,
        hub: row.hub,
        createdAt: row.created_at_ms,
        lastUsedAt: row.last_used_at_ms,
      }))
    },

    async revoke(userId: string, id: string): Promise<Result<void, 'missing'>> {
      return store.transaction(async (tx) => {
        const own = await tx
          .selectFrom('mcp_sign_ins')
          .select('id')
          .where('id', '=', id)
          .where('user_id', '=', userId)
          .executeTakeFirst()
        if (!own) return refused('missing')
        await endSignIn(tx, id)
        return accepted(undefined)
      })
    },

    /** An unknown token is not an error. */
    async giveBack(token: string): Promise<void> {
      await store.transaction(async (tx) => {
        const row = await tx
          .selectFrom('mcp_tokens')
          .select('sign_in_id')
          .where('hash', '=', sha256(token))
          .executeTakeFirst()
        if (row) await endSignIn(tx, row.sign_in_id)
      })
    },
  }
}

interface Renewal {
  secret: string
  now: EpochMs
}

/**
 * 1. The first use of a refresh token claims it and issues the next pair.
 * 2. A repetition within `REPEAT_MS` gets the same pair, because its response may have been lost, or two processes of a
 *    program may renew at once.
 * 3. A later repetition, or a repetition after the next pair was used, ends the sign-in, because the token may have
 *    been stolen.
 */
async function renew(
  tx: Transaction,
  refreshToken: string,
  { programId, hub, resource }: CodeRequest,
  { secret, now }: Renewal,
): Promise<Result<OauthTokens, 'invalid_grant' | 'invalid_target'>> {
  const row = await refreshRow(tx, refreshToken)
  if (!row || row.hub !== hub) return refused('invalid_grant')
  if (resource !== null && resource !== row.resource) return refused('invalid_target')
  const end = async () => {
    await endSignIn(tx, row.sign_in_id)
    return refused('invalid_grant' as const)
  }
  if (row.program_id !== programId || row.until <= now) return end()
  const signIn = { id: row.sign_in_id, resource: row.resource }
  const pair = rotateTokenPair(refreshToken, secret)
  const { numUpdatedRows: claimed } = await tx
    .updateTable('mcp_tokens')
    .set({ used_at_ms: now })
    .where('hash', '=', sha256(refreshToken))
    .where('used_at_ms', 'is', null)
    .executeTakeFirst()
  if (claimed === 0n) return (await repeated(tx, { refreshToken, signIn, pair }, now)) ?? end()
  await tx
    .deleteFrom('mcp_tokens')
    .where('sign_in_id', '=', row.sign_in_id)
    .where((token) => token.or([token('kind', '=', 'access'), token('expires_at_ms', '<=', now)]))
    .execute()
  await tx
    .updateTable('mcp_sign_ins')
    .set({ expires_at_ms: now + REFRESH_LIFE_MS })
    .where('id', '=', row.sign_in_id)
    .execute()
  return accepted(await issueTokens(tx, signIn, now, pair))
}

const refreshRow = (tx: Transaction, refreshToken: string) =>
  tx
    .selectFrom('mcp_tokens')
    .innerJoin('mcp_sign_ins', 'mcp_sign_ins.id', 'mcp_tokens.sign_in_id')
    .select([
      'sign_in_id',
      'program_id',
      'hub',
      'resource',
      'used_at_ms',
      'mcp_tokens.expires_at_ms as until',
    ])
    .where('hash', '=', sha256(refreshToken))
    .where('kind', '=', 'refresh')
    .executeTakeFirst()

async function repeated(
  tx: Transaction,
  {
    refreshToken,
    signIn,
    pair,
  }: { refreshToken: string; signIn: { id: string; resource: string }; pair: Pair },
  now: EpochMs,
): Promise<Result<OauthTokens, never> | null> {
  const used = await refreshRow(tx, refreshToken) // read again: another transaction may have used the token
  if (!used || used.used_at_ms === null || now - used.used_at_ms >= REPEAT_MS) return null
  const issued = await tx
    .selectFrom('mcp_tokens')
    .select(['hash', 'kind', 'expires_at_ms', 'used_at_ms'])
    .where('sign_in_id', '=', signIn.id)
    .where('hash', 'in', [sha256(pair.accessToken), sha256(pair.refreshToken)])
    .execute()
  const access = issued.find(({ kind }) => kind === 'access')
  const refresh = issued.find(({ kind }) => kind === 'refresh')
  if (!access || !refresh || refresh.used_at_ms !== null) return null
  const seconds = Math.max(1, Math.ceil((access.expires_at_ms - now) / 1000))
  return accepted({ ...pair, seconds, resource: signIn.resource })
}
