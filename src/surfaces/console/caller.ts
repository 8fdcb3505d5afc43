import type { AccessStanding } from '#core/access/standing.ts'
import type { FastifyRequest } from 'fastify'
import type { ConsoleCaller } from '#ground/api/console-app.ts'
import type { Level } from '#ground/api/contract.ts'
import { ApiRefused } from '#ground/api/errors.ts'
import type { Result } from '#ground/base/result.ts'
import { KEYS_REFUSED, type IdentityRefusal } from '#ground/identity/session.ts'
import { narrowToKeyScope } from './key-scope.ts'

export interface CallerIdentity {
  /** Verified, trimmed, lower case. */
  email: string
  name: string
  role: string
  userId: string
  via: 'session' | 'key'
  /** Null without a personal API key. `hubs` null: all Hubs. */
  key: { hubs: readonly string[] | null } | null
}

export interface CallerDeps {
  /** Must not read identity headers, which a client could forge. */
  identify(
    headers: FastifyRequest['headers'],
    options: { acceptBearerToken: boolean },
  ): Promise<Result<CallerIdentity, IdentityRefusal>>
  standingOf(email: string): Promise<AccessStanding>
  /** Makes the person organization administrator, unless an organization administrator has ever existed. */
  bootstrap(email: string): Promise<void>
}

/** @throws ApiRefused if the caller is unknown or blocked, or the web chat is unavailable. */
export async function callerOf(
  { identify, standingOf, bootstrap }: CallerDeps,
  headers: FastifyRequest['headers'],
  options: { acceptBearerToken: boolean },
): Promise<ConsoleCaller> {
  const identified = await identify(headers, options)
  if (!identified.ok) throw UNIDENTIFIED[identified.refusal]()
  const { role, key, ...identity } = identified.value
  const keyHubs = key?.hubs ?? null
  if (role === 'pending') throw UNIDENTIFIED.pending()
  if (role === 'admin') await bootstrap(identity.email)
  const { isBlocked, ...standing } = narrowToKeyScope(await standingOf(identity.email), keyHubs)
  if (isBlocked) throw UNIDENTIFIED.blocked()
  return { ...identity, keyHubs, ...standing }
}

export function checkLevel(caller: ConsoleCaller, level: Level): void {
  if (level === 'organization' && !caller.isOrganizationAdmin)
    throw new ApiRefused('forbidden', 'Only an organization administrator may do this.')
  if (level === 'admin' && !caller.isOrganizationAdmin && caller.manages.length === 0)
    throw new ApiRefused('forbidden', 'You manage no access: neither of a Hub nor of the organization.')
}

const UNIDENTIFIED = {
  unauthenticated: () => new ApiRefused('unauthenticated', 'Sign in to the web chat, or send an API key.'),
  pending: () =>
    new ApiRefused(
      'forbidden',
      'Your account waits for an administrator’s approval, or for a second step that you set up in the web chat.',
    ),
  blocked: () => new ApiRefused('blocked', 'Your account is blocked. Ask an organization administrator.'),
  keys_refused: () => new ApiRefused('unauthenticated', KEYS_REFUSED),
  unavailable: () =>
    new ApiRefused(
      'unavailable',
      'The web chat does not respond, so you can’t be identified. Try again soon.',
    ),
} as const
