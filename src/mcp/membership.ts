import type { Clock } from '#base/clock.ts'
import type { Result } from '#base/result.ts'

export interface MembershipDeps {
  /** The web chat's groups that an account is in. */
  groupsOf(accountId: string): Promise<Result<readonly { id: string; name: string }[], { code: string }>>
  /** Name or id. Names are not unique: each group of that name counts. */
  group: string
  clock: Pick<Clock, 'now'>
}

/** With the time between two checks of a running call, within the five seconds that a lost right may last. */
const GOOD_FOR_MS = 2000
/** Answers kept; the oldest make room. */
const MOST_KEPT = 10_000

/**
 * Whether accounts are in a group. The web chat is asked about each at most every two seconds, and once by many
 * requests that come together.
 *
 * @throws when the web chat does not answer.
 */
export function createMembership({ groupsOf, group, clock }: MembershipDeps) {
  const kept = new Map<string, { isMember: boolean; until: number }>()
  const running = new Map<string, Promise<boolean>>()

  const ask = async (accountId: string): Promise<boolean> => {
    const until = clock.now() + GOOD_FOR_MS
    const groups = await groupsOf(accountId)
    if (!groups.ok) {
      if (groups.refusal.code === 'missing') return false
      throw new Error(`the web chat did not say which groups an account is in: ${groups.refusal.code}`)
    }
    const isMember = groups.value.some(({ id, name }) => id === group || name === group)
    kept.delete(accountId)
    kept.set(accountId, { isMember, until })
    if (kept.size > MOST_KEPT) kept.delete(kept.keys().next().value!)
    return isMember
  }

  return async (accountId: string): Promise<boolean> => {
    const known = kept.get(accountId)
    if (known && clock.now() < known.until) return known.isMember
    const started = running.get(accountId) ?? ask(accountId).finally(() => running.delete(accountId))
    running.set(accountId, started)
    return started
  }
}
