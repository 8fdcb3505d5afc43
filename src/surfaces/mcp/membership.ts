import { cached } from '#ground/base/cached.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { Result } from '#ground/base/result.ts'

export interface MembershipDeps {
  /** The web chat's groups that an account is in. */
  groupsOf(accountId: string): Promise<Result<readonly { id: string; name: string }[], { code: string }>>
  /** Name or id. Names are not unique: each group of that name counts. */
  group: string
  clock: Pick<Clock, 'now'>
}

/** With the time between two checks of a running call, within the five seconds that a lost right may last. */
const TTL_MS = 2000

/**
 * True if accounts are in a group. The web chat is queried for each at most every two seconds, and once for
 * concurrent requests.
 *
 * @throws when the web chat does not respond.
 */
export const createMembership = ({ groupsOf, group, clock }: MembershipDeps) =>
  cached({ clock, ms: TTL_MS }, async (accountId): Promise<boolean> => {
    const groups = await groupsOf(accountId)
    if (groups.ok) return groups.value.some(({ id, name }) => id === group || name === group)
    if (groups.refusal.code === 'missing') return false
    throw new Error(`failed to read the groups of an account: ${groups.refusal.code}`)
  })
