import type { Clock } from '#ground/base/clock.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { ClientAccount } from '#ground/identity/chatapp-client/account.ts'
import type { ChatappClient } from '#ground/identity/chatapp-client/client.ts'
import type { ConnectionProvider } from '#ground/identity/chatapp-client/connections.ts'
import { createResponseCache } from './response-cache.ts'

export interface ProviderUser {
  userId: string
  role: ClientAccount['role']
  groups: readonly string[]
}

export type ProvidersRefusal = 'no_account' | 'unavailable'

export interface ProvidersDeps {
  chatapp: Pick<ChatappClient, 'accounts' | 'groups' | 'connections'>
  clock: Pick<Clock, 'now'>
}

export type ConnectionProviders = ReturnType<typeof createConnectionProviders>

const TTL_MS = 10_000

export function createConnectionProviders({ chatapp, clock }: ProvidersDeps) {
  const kept = { clock, ttlMs: TTL_MS }
  const providers = createResponseCache<ConnectionProvider[]>(kept)
  const people = createResponseCache<ProviderUser>(kept)

  const personOf = (email: string): Promise<Result<ProviderUser, ProvidersRefusal>> =>
    people.get(email, async () => {
      const found = await chatapp.accounts.findByEmail(email)
      if (!found.ok) return refused('unavailable')
      if (found.value === null) return refused('no_account')
      const { id, role } = found.value
      const groups = await chatapp.groups.of(id)
      if (!groups.ok) return refused('unavailable')
      return accepted({ userId: id, role, groups: groups.value.map((group) => group.id) })
    })

  return {
    /** People who wait for approval may use no provider. */
    async for(
      email: string,
    ): Promise<Result<{ person: ProviderUser; providers: ConnectionProvider[] }, ProvidersRefusal>> {
      const person = await personOf(email)
      if (!person.ok) return person
      const all = await providers.get('', async (): Promise<Result<ConnectionProvider[], 'unavailable'>> => {
        const answer = await chatapp.connections.providers()
        return answer.ok ? answer : refused('unavailable')
      })
      if (!all.ok) return all
      const theirs = all.value.filter((provider) => mayConnect(provider, person.value))
      return accepted({ person: person.value, providers: theirs })
    },
  }
}

export function mayConnect(
  { isOn, readers }: ConnectionProvider,
  { userId, role, groups }: ProviderUser,
): boolean {
  if (!isOn || role === 'pending') return false
  if (role === 'admin') return true
  return readers.some(({ type, id }) => (type === 'user' ? id === '*' || id === userId : groups.includes(id)))
}
