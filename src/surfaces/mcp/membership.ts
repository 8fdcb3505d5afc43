import { cached } from '#ground/base/cached.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { Result } from '#ground/base/result.ts'

export interface MembershipDeps {
  groupsOf(accountId: string): Promise<Result<readonly { id: string; name: string }[], { code: string }>>
  group: string
  clock: Pick<Clock, 'now'>
}

/** A call must end within five seconds after its caller is removed from the group. */
const TTL_MS = 2000

/** @throws if the web chat does not respond. */
export const createMembership = ({ groupsOf, group, clock }: MembershipDeps) =>
  cached({ clock, ms: TTL_MS }, async (accountId): Promise<boolean> => {
    const groups = await groupsOf(accountId)
    if (groups.ok) return groups.value.some(({ id, name }) => id === group || name === group)
    if (groups.refusal.code === 'missing') return false
    throw new Error(`failed to read the groups of an account: ${groups.refusal.code}`)
  })
