import type { Clock } from '#ground/base/clock.ts'
import type { Result } from '#ground/base/result.ts'
import type { Access } from '../access.ts'
import type { AccessFilter } from '../lists.ts'
import type { HubCards } from '../hub-cards.ts'
import type { Subject } from '../subject.ts'

export interface PersonAccountFacts {
  name: string
  status: 'active' | 'pending' | 'blocked'
}

export interface AccessRoutesDeps {
  clock: Pick<Clock, 'now'>
  access: Access
  hubCards: Pick<HubCards, 'read'>
  /** Subjects without an account are absent. */
  accountsOf(subjects: readonly Subject[]): Promise<ReadonlyMap<Subject, PersonAccountFacts>>
  /** SQL condition for accounts that match `q`, for example by name. Undefined without `q`. */
  accountMatch(q: string | undefined): AccessFilter['alternativeMatch']
  /** E-mails of people who see a Hub through the web chat's groups; an error if the web chat cannot list them. */
  membersOf(hub: string): Promise<Result<readonly string[], { detail: string }>>
  /** Called after the commit of a change. */
  onChange(): void
  /** Sign-in methods of a new account. */
  signIn: readonly ('password' | 'idp')[]
}
