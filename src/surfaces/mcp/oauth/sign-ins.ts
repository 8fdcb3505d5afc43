import type { Clock, EpochMs } from '#ground/base/clock.ts'
import { sha256 } from '#ground/base/ids.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { Store } from '#ground/store/store.ts'
import { createCodes, type Exchange } from './codes.ts'
import {
  ACCESS_PREFIX,
  endSignIn,
  issueTokens,
  REFRESH_LIFE_MS,
  type Tokens,
  type Transaction,
} from './tokens.ts'

/** A program that somebody let use a Hub in their name. */
export interface SignIn {
  id: string
  programName: string
  hub: string
  createdAt: number
  lastUsedAt: number | null
}

/** Whose an access token is and what it is for. */
export interface TokenOwner {
  userId: string
  programName: string
  hub: string
  resource: string
}

export type SignIns = ReturnType<typeof createSignIns>

const LAST_USE_STEP_MS = 60_000

/** Codes, tokens and the sign-ins they belong to. Only hashes are stored. */
export function createSignIns(deps: { store: Store; clock: Pick<Clock, 'now'> }) {
  const { store, clock } = deps
  return {
    ...createCodes(deps),

    /** New tokens for a refresh token, which is good once: used a second time, it ends the whole sign-in. */
    renew(refreshToken: string, by: Exchange): Promise<Result<Tokens, 'invalid_grant' | 'invalid_target'>> {
      const now = clock.now()
      return store.transaction((tx) => renew(tx, refreshToken, by, now))
    },

    /** Whose an access token is; null when it is none, is over or was revoked. Remembers the use to the minute. */
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

    /** The programs that somebody let in and that could still come, the newest first. */
    async list(userId: string): Promise<SignIn[]> {
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

    /** Somebody no longer wants a program to come. */
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

    /** A program gives a token back, with all that belongs to it. One that is none is no error. */
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

async function renew(
  tx: Transaction,
  refreshToken: string,
  { programId, resource }: Exchange,
  now: EpochMs,
): Promise<Result<Tokens, 'invalid_grant' | 'invalid_target'>> {
  const row = await tx
    .selectFrom('mcp_tokens')
    .innerJoin('mcp_sign_ins', 'mcp_sign_ins.id', 'mcp_tokens.sign_in_id')
    .select(['sign_in_id', 'program_id', 'resource', 'mcp_tokens.expires_at_ms as until'])
    .where('hash', '=', sha256(refreshToken))
    .where('kind', '=', 'refresh')
    .executeTakeFirst()
  if (!row) return refused('invalid_grant')
  if (resource !== null && resource !== row.resource) return refused('invalid_target')
  const { numUpdatedRows: claimed } = await tx
    .updateTable('mcp_tokens')
    .set({ used_at_ms: now })
    .where('hash', '=', sha256(refreshToken))
    .where('used_at_ms', 'is', null)
    .executeTakeFirst()
  if (claimed === 0n || row.program_id !== programId || row.until <= now) {
    await endSignIn(tx, row.sign_in_id)
    return refused('invalid_grant')
  }
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
  return accepted(await issueTokens(tx, row.sign_in_id, now))
}
