import { LIFETIME_SECONDS } from '#core/access-requests/requests.ts'
import { epochSeconds, isoTime } from '#ground/base/clock.ts'
import { item } from './item.ts'
import type { AttentionReader } from './reader.ts'
import type { AttentionItem } from './schema.ts'
import type { AttentionDeps } from './use-troubles.ts'

const MAX_REQUESTS = 50
const KEY_NOTICE_SECONDS = 14 * 86_400

interface Span {
  hubs: readonly string[]
  isOfHub: boolean
}

/**
 * For one Hub, reads only requests for access. The caller's change requests and expiring keys, and sign-ups, are in
 * the list of all Hubs.
 */
export async function readDecisions(
  deps: AttentionDeps,
  caller: AttentionReader,
  { hubs, isOfHub }: Span,
): Promise<AttentionItem[]> {
  const found = await Promise.all([
    accessRequests(deps, hubs),
    ...(isOfHub ? [] : [changeRequests(deps, caller), expiringKeys(deps, caller)]),
    ...(!isOfHub && caller.isOrganizationAdmin ? [signUps(deps)] : []),
  ])
  return found.flat()
}

async function signUps({ store: { db } }: AttentionDeps): Promise<AttentionItem[]> {
  const { count, oldest } = await db
    .selectFrom('people')
    .where('status', '=', 'pending')
    .select(({ fn }) => [fn.countAll().as('count'), fn.min('created_at').as('oldest')])
    .executeTakeFirstOrThrow()
  if (Number(count) === 0) return []
  const since = oldest === null ? null : isoTime(oldest * 1000)
  return [item({ kind: 'sign_ups', level: 'decision', count: Number(count), since })]
}

async function changeRequests(
  { store: { db }, clock }: AttentionDeps,
  { email }: AttentionReader,
): Promise<AttentionItem[]> {
  const { count, oldest } = await db
    .selectFrom('change_requests')
    .where('proposer', '=', email)
    .where('state', '=', 'proposed')
    .where('expires_at_ms', '>', clock.now())
    .select(({ fn }) => [fn.countAll().as('count'), fn.min('created_at_ms').as('oldest')])
    .executeTakeFirstOrThrow()
  if (Number(count) === 0 || oldest === null) return []
  return [item({ kind: 'change_requests', level: 'decision', count: Number(count), since: isoTime(oldest) })]
}

/** Leaves out people who got access in another way since they asked. */
async function accessRequests(
  { store: { db }, clock }: AttentionDeps,
  hubs: readonly string[],
): Promise<AttentionItem[]> {
  if (hubs.length === 0) return []
  const now = clock.now()
  const rows = await db
    .selectFrom('chatapp_access_requests as request')
    .innerJoin('chatapp_users as account', 'account.id', 'request.user_id')
    .where('request.hub', 'in', hubs)
    .where('request.state', '=', 'asked')
    .where('request.asked_at', '>', epochSeconds(clock) - LIFETIME_SECONDS)
    .where('account.role', '!=', 'pending')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('access_grants as grant')
            .whereRef('grant.subject', '=', 'account.email')
            .where('grant.permission', '=', 'use_hub')
            .where(({ eb, or, ref }) =>
              or([eb('grant.hub', '=', ref('request.hub')), eb('grant.hub', '=', '*')]),
            )
            .where(({ eb, or }) =>
              or([eb('grant.expires_at_ms', 'is', null), eb('grant.expires_at_ms', '>', now)]),
            )
            .select('grant.hub'),
        ),
      ),
    )
    .select(['request.hub', 'request.note', 'request.asked_at', 'account.id', 'account.name'])
    .orderBy('request.asked_at', 'desc')
    .limit(MAX_REQUESTS)
    .execute()
  return rows.map(({ hub, note, asked_at: at, id, name }) =>
    item({
      kind: 'access_request',
      level: 'decision',
      hub,
      subject: name,
      subject_id: id,
      since: isoTime(at * 1000),
      detail: note || null,
    }),
  )
}

async function expiringKeys(
  { store: { db }, clock }: AttentionDeps,
  { userId }: AttentionReader,
): Promise<AttentionItem[]> {
  const now = epochSeconds(clock)
  const rows = await db
    .selectFrom('chatapp_api_keys')
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .where('expires_at', '<', now + KEY_NOTICE_SECONDS)
    .select(['id', 'name', 'expires_at'])
    .orderBy('expires_at')
    .execute()
  return rows.map(({ id, name, expires_at: at }) =>
    item({
      kind: 'key_expires',
      level: 'warning',
      subject: name,
      subject_id: id,
      since: isoTime(at! * 1000),
    }),
  )
}
