import { BoundedMap } from '#ground/base/bounded-map.ts'
import type { Clock } from '#ground/base/clock.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { Identify, SessionIdentity, IdentityRefusal } from '#ground/identity/session.ts'
import type { ProgramSignIns } from './sign-ins.ts'
import { ACCESS_PREFIX } from './tokens.ts'

type AccountFacts = Pick<SessionIdentity, 'email' | 'name'> & { role: 'pending' | 'user' | 'admin' }

export interface SignedInDeps {
  signIns: Pick<ProgramSignIns, 'ownerOf'>
  accountOf(userId: string): Promise<Result<AccountFacts, { code: string }>>
  otherwise: Identify
  /** Tokens for another resource are refused. */
  resource: string
  clock: Pick<Clock, 'now'>
  ttlMs: number
}

const MAX_CACHED_IDENTITIES = 10_000

export function createIdentifySignedIn(deps: SignedInDeps): Identify {
  const { signIns, otherwise, resource } = deps
  const accountOf = cachedAccounts(deps)
  return async (headers, options) => {
    const token = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1]
    if (!token?.startsWith(ACCESS_PREFIX)) return otherwise(headers, options)
    const owner = await signIns.ownerOf(token).catch(() => 'unavailable' as const)
    if (owner === 'unavailable') return refused(owner)
    if (owner?.resource !== resource) return refused('unauthenticated')
    const account = await accountOf(owner.userId)
    if (!account.ok) return account
    const { email, name, role } = account.value
    if (role === 'pending') return refused('pending')
    const key = { name: owner.programName, hubs: [owner.hub] }
    return accepted({ email, name, role, userId: owner.userId, key, via: 'key' })
  }
}

/** Concurrent requests share one query to the web chat. */
function cachedAccounts({ accountOf, clock, ttlMs }: SignedInDeps) {
  type Answer = Result<AccountFacts, IdentityRefusal>
  const cache = new BoundedMap<string, { answer: Promise<Answer>; until: number }>(MAX_CACHED_IDENTITIES)

  const queryAccount = async (userId: string): Promise<Answer> => {
    const found = await accountOf(userId)
    if (found.ok) return found
    cache.delete(userId) // failures are not cached
    return refused(found.refusal.code === 'missing' ? 'unauthenticated' : 'unavailable')
  }

  return (userId: string): Promise<Answer> => {
    const cached = cache.get(userId)
    if (cached && clock.now() < cached.until) return cached.answer
    const answer = queryAccount(userId)
    cache.set(userId, { answer, until: clock.now() + ttlMs })
    return answer
  }
}
