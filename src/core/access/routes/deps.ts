import type { Clock } from '#ground/base/clock.ts'
import type { Result } from '#ground/base/result.ts'
import type { Access } from '../access.ts'
import type { AccessFilter } from '../lists.ts'
import type { HubCards } from '../hub-cards.ts'
import type { Subject } from '../subject.ts'

/** Facts about an account in the web chat. */
export interface PersonAccountFacts {
  name: string
  status: 'active' | 'pending' | 'blocked'
}

export interface AccessRoutesDeps {
  clock: Pick<Clock, 'now'>
  access: Access
  hubCards: Pick<HubCards, 'read'>
  /** Accounts among these subjects. Those without one are left out. */
  accountsOf(subjects: readonly Subject[]): Promise<ReadonlyMap<Subject, PersonAccountFacts>>
  /** Condition for accounts that match a text other than by subject; undefined without a text. */
  foundBy(q: string | undefined): AccessFilter['isFound']
  /**
   * E-mails of people who see a Hub through the web chat's own groups and grants; refused when the web chat
   * can't list them.
   */
  membersOf(hub: string): Promise<Result<readonly string[], { detail: string }>>
  /** Access was changed. Called after the change is made. */
  onChange(): void
  /** How a new account can sign in. */
  signIn: readonly ('password' | 'idp')[]
}
