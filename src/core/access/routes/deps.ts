import type { Clock } from '#ground/base/clock.ts'
import type { Result } from '#ground/base/result.ts'
import type { Access } from '../access.ts'
import type { AccessFilter } from '../lists.ts'
import type { HubCards } from '../hub-cards.ts'
import type { HubOrderDeps } from '../hub-order.ts'
import type { Subject } from '../subject.ts'

export interface PersonAccountFacts {
  name: string
  status: 'active' | 'pending' | 'blocked'
}

export interface AccessRoutesDeps extends HubOrderDeps {
  clock: Pick<Clock, 'now'>
  access: Access
  hubCards: Pick<HubCards, 'read'>
  accountsOf(subjects: readonly Subject[]): Promise<ReadonlyMap<Subject, PersonAccountFacts>>
  accountMatch(q: string | undefined): AccessFilter['alternativeMatch']
  membersOf(hub: string): Promise<Result<readonly string[], { detail: string }>>
  onChange(): void
  signIn: readonly ('password' | 'idp')[]
}
