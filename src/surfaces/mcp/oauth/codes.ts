import { hash } from 'node:crypto'
import type { Clock, EpochMs } from '#ground/base/clock.ts'
import { newId, newToken, sha256 } from '#ground/base/ids.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { Store } from '#ground/store/store.ts'
import { endSignIn, issueTokens, REFRESH_LIFE_MS, type OauthTokens, type Transaction } from './tokens.ts'

export interface Consent {
  programId: string
  userId: string
  hub: string
  resource: string
  redirectUri: string
  /** PKCE, S256. */
  codeChallenge: string
}

export interface CodeRequest {
  programId: string
  hub: string
  /** Null if the program sent none. */
  resource: string | null
}

export interface CodeExchange extends CodeRequest {
  redirectUri: string
  verifier: string
}

const CODE_LIFE_MS = 60_000
/** Used codes are stored for this time, so that a second use is detected. */
const CODE_RETENTION_MS = 60 * 60_000
const MAX_SIGN_INS_PER_PERSON = 100

export function createCodes({ store, clock }: { store: Store; clock: Pick<Clock, 'now'> }) {
  return {
    async allow(consent: Consent): Promise<string> {
      const now = clock.now()
      const code = newToken()
      await store.db
        .deleteFrom('mcp_codes')
        .where('expires_at_ms', '<', now - CODE_RETENTION_MS)
        .execute()
      await store.db
        .insertInto('mcp_codes')
        .values({
          hash: sha256(code),
          sign_in_id: newId(),
          program_id: consent.programId,
          user_id: consent.userId,
          hub: consent.hub,
          resource: consent.resource,
          redirect_uri: consent.redirectUri,
          code_challenge: consent.codeChallenge,
          expires_at_ms: now + CODE_LIFE_MS,
          used_at_ms: null,
        })
        .execute()
      return code
    },

    /** A second use of a code ends the sign-in, because the code may have been stolen. */
    redeem: (
      code: string,
      by: CodeExchange,
    ): Promise<Result<OauthTokens, 'invalid_grant' | 'invalid_target'>> => {
      const now = clock.now()
      return store.transaction((tx) => redeem(tx, code, by, now))
    },
  }
}

async function redeem(
  tx: Transaction,
  code: string,
  { programId, hub, resource, redirectUri, verifier }: CodeExchange,
  now: EpochMs,
): Promise<Result<OauthTokens, 'invalid_grant' | 'invalid_target'>> {
  const row = await tx.selectFrom('mcp_codes').selectAll().where('hash', '=', sha256(code)).executeTakeFirst()
  if (!row) return refused('invalid_grant')
  const { numUpdatedRows: claimed } = await tx
    .updateTable('mcp_codes')
    .set({ used_at_ms: now })
    .where('hash', '=', sha256(code))
    .where('used_at_ms', 'is', null)
    .executeTakeFirst()
  if (claimed === 0n) {
    await endSignIn(tx, row.sign_in_id)
    return refused('invalid_grant')
  }
  if (
    row.expires_at_ms <= now ||
    row.program_id !== programId ||
    row.hub !== hub ||
    row.redirect_uri !== redirectUri ||
    row.code_challenge !== hash('sha256', verifier, 'base64url')
  )
    return refused('invalid_grant')
  if (resource !== null && resource !== row.resource) return refused('invalid_target')
  const program = await tx
    .selectFrom('mcp_programs')
    .select('name')
    .where('id', '=', programId)
    .executeTakeFirst()
  if (!program) return refused('invalid_grant')
  await tx
    .insertInto('mcp_sign_ins')
    .values({
      id: row.sign_in_id,
      program_id: programId,
      program_name: program.name,
      user_id: row.user_id,
      hub: row.hub,
      resource: row.resource,
      created_at_ms: now,
      last_used_at_ms: null,
      expires_at_ms: now + REFRESH_LIFE_MS,
    })
    .execute()
  for (const id of await surplusSignIns(tx, row.user_id)) await endSignIn(tx, id)
  return accepted(await issueTokens(tx, { id: row.sign_in_id, resource: row.resource }, now))
}

async function surplusSignIns(tx: Transaction, userId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('mcp_sign_ins')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('expires_at_ms', 'desc')
    .orderBy('created_at_ms', 'desc')
    .offset(MAX_SIGN_INS_PER_PERSON)
    .limit(MAX_SIGN_INS_PER_PERSON)
    .execute()
  return rows.map(({ id }) => id)
}
