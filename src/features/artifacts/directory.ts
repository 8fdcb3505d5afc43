import { cached } from '#ground/base/cached.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { Result } from '#ground/base/result.ts'
import type { ChatappClient } from '#ground/identity/chatapp-client/client.ts'
import { ChatappUnavailable, type ChatappRefusal } from '#ground/identity/chatapp-client/refusal.ts'

/** An approved account. Accounts that wait for approval are treated as missing. */
export interface DirectoryAccount {
  id: string
  email: string
  name: string
  isAdmin: boolean
}

export type Directory = ReturnType<typeof createDirectory>

const TTL_MS = 5000

/**
 * Data for access decisions is at most five seconds old.
 * All methods throw `ChatappUnavailable` if the web chat does not respond. The caller must then deny access.
 */
export function createDirectory({
  chatapp: { accounts, groups, models },
  clock,
}: {
  chatapp: Pick<ChatappClient, 'accounts' | 'groups' | 'models'>
  clock: Pick<Clock, 'now'>
}) {
  const keeping = { clock, ms: TTL_MS }

  const account = cached(keeping, async (id: string) => activeOf(answered(await accounts.get(id), null)))
  const accountOf = cached(keeping, async (email: string) =>
    activeOf(answered(await accounts.findByEmail(email), null)),
  )
  const groupsOf = cached(keeping, async (id: string) =>
    answered(await groups.of(id), []).map((group) => group.id),
  )
  const viewersOf = cached(keeping, async (hub: string) => {
    const row = answered(await models.find(hub), null)
    return (row?.grants ?? []).map(({ principalType, principalId }) => `${principalType} ${principalId}`)
  })

  return {
    account,
    accountOf,
    groupsOf,
    /** Groups are not cached, because a person may search for a group that was just created. */
    groups: async (): Promise<readonly { id: string; name: string }[]> => answered(await groups.list(), []),
    members: async (group: string): Promise<readonly string[]> =>
      answered(await groups.effectiveMembers(group), []),
    async sees(hub: string, id: string): Promise<boolean> {
      const [known, viewers] = [await account(id), new Set(await viewersOf(hub))]
      if (!known) return false
      if (known.isAdmin || viewers.has('user *') || viewers.has(`user ${id}`)) return true
      return (await groupsOf(id)).some((group) => viewers.has(`group ${group}`))
    },
  }
}

function answered<T, M>(answer: Result<T, ChatappRefusal>, missing: M): T | M {
  if (answer.ok) return answer.value
  if (answer.refusal.code === 'missing') return missing
  throw new ChatappUnavailable('The web chat does not respond, so access can’t be checked. Try again soon.')
}

const activeOf = (
  account: { id: string; email: string; name: string; role: string } | null,
): DirectoryAccount | null =>
  account === null || account.role === 'pending'
    ? null
    : { id: account.id, email: account.email, name: account.name, isAdmin: account.role === 'admin' }
