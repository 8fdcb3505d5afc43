import type { Access } from '#core/access/access.ts'
import { ORGANIZATION } from '#core/access/permission.ts'
import type { ErrorCode } from '#ground/api/schema.ts'
import type { AccessChanges } from '#core/audit/access-changes.ts'
import type { Clock } from '#ground/base/clock.ts'
import { createOneByOne } from '#ground/base/one-by-one.ts'
import { refused, type Result } from '#ground/base/result.ts'
import type { ChatappClient } from '#ground/identity/chatapp-client/client.ts'
import type { Store } from '#ground/store/store.ts'
import { countAccounts, readAccountFacts, type AccountFacts } from './account-facts.ts'
import { createAccounts } from './accounts/accounts.ts'
import type { NewAccount } from './accounts/create.ts'
import type { Asker } from './accounts/deps.ts'
import { startAutoSync } from './auto-sync.ts'
import { listPeople, streamPeople, type PeopleFilter } from './list.ts'
import { createMirror } from './mirror.ts'
import { createOperations, type OperationKind } from './operations.ts'
import type { Person } from './person.ts'
import { changeView, personView, unfinishedView, type ShownGrant } from './present.ts'
import { createRefresh } from './refresh.ts'
import { describeRefusal } from './refusal.ts'
import type { PersonPage, PersonView } from './schema.ts'
import { createSync } from './sync.ts'

export interface PeopleEvents {
  /** The accounts could not be read in the background. */
  refreshFailed(event: { reason: string }): void
  /** The web chat could not be brought in step with the policy; it is tried again. */
  syncFailed(event: { reason: string }): void
  /** The store failed between the two sides of a change. */
  accountHalfChanged(event: { kind: OperationKind; error: unknown }): void
}

export interface PeopleDeps {
  store: Pick<Store, 'db' | 'transaction'>
  clock: Clock
  /** Times the work in the background, which goes on whatever the clock of requests says. */
  background: Clock
  access: Access
  accessChanges: Pick<AccessChanges, 'append' | 'list'>
  chatapp: Pick<ChatappClient, 'accounts' | 'models'>
  /** What people call these Hubs, by slug. */
  hubNames(slugs: readonly string[]): Promise<ReadonlyMap<string, string>>
  newPassword(): string
  /** Sign somebody out of the web chat everywhere. */
  endSessionsOf(email: string): Promise<void>
  events: PeopleEvents
}

/** Whose access the caller may see: of all Hubs, or of these. */
export interface Scope {
  isOrganizationAdmin: boolean
  manages: readonly string[]
}

/** Which people: of the scope's Hubs, or of one of them. */
type Asked = Omit<PeopleFilter, 'hubs'> & { agent?: string | undefined }

export type People = ReturnType<typeof createPeople>

const RECENT_CHANGES = 20

/** Everybody there is: their accounts, what they were given, and what the web chat shows them. */
export function createPeople(deps: PeopleDeps) {
  const { store, clock, access, accessChanges, chatapp, events } = deps
  const mirror = createMirror(deps)
  const operations = createOperations(deps)
  const refresh = createRefresh({
    accounts: chatapp.accounts,
    mirror,
    clock,
    onFailure: (reason) => events.refreshFailed({ reason }),
  })
  const accounts = createAccounts({
    store,
    clock,
    access,
    changes: accessChanges,
    chat: chatapp.accounts,
    mirror,
    refresh,
    operations,
    oneByOne: createOneByOne(),
    endSessionsOf: deps.endSessionsOf,
    newPassword: deps.newPassword,
    onHalf: events.accountHalfChanged,
  })
  const sync = createSync({ ...deps, models: chatapp.models, mirror, refresh })
  const autoSync = startAutoSync({
    store,
    sync,
    clock: deps.background,
    onFailure: (reason) => events.syncFailed({ reason }),
  })

  const grantsOf = async (people: readonly Person[], scope: Scope) => {
    const subjects = people.map(({ subject }) => subject)
    if (subjects.length === 0) return new Map<string, ShownGrant[]>()
    let query = store.db
      .selectFrom('access_grants')
      .select(['subject', 'hub', 'permission'])
      .where('subject', 'in', subjects)
    if (!scope.isOrganizationAdmin) query = query.where('hub', 'in', [...scope.manages, ORGANIZATION])
    const rows = await query.orderBy('hub').orderBy('permission').execute()
    return Map.groupBy(rows, ({ subject }) => subject)
  }

  /** Have the mirror follow what is known. Reads the accounts in the background when they were read long ago. */
  const freshen = async () => {
    await refresh.ensureRead()
    await mirror.catchUp()
    await refresh.refreshIfStale()
  }

  const within = ({ isOrganizationAdmin, manages }: Scope, { agent, ...rest }: Asked): PeopleFilter => ({
    ...rest,
    hubs: agent !== undefined ? [agent] : isOrganizationAdmin ? null : manages,
  })

  const present = async (people: readonly Person[], scope: Scope): Promise<PersonView[]> => {
    const grants = await grantsOf(people, scope)
    return people.map((person) => personView(person, grants.get(person.subject) ?? []))
  }

  return {
    accounts,
    refresh: refresh.refresh,
    sync: sync.run,
    /** Access was changed: bring the web chat in step soon. */
    noteChange: autoSync.notify,

    /** Make an account that somebody proposed and confirmed. */
    async createProposedAccount(
      asker: Asker,
      account: NewAccount,
    ): Promise<Result<unknown, { code: ErrorCode; detail: string }>> {
      const created = await accounts.create(asker, account)
      return created.ok
        ? created
        : refused({ code: created.refusal.code, detail: describeRefusal(created.refusal) })
    },

    /** What is known of the accounts among these subjects. Reads all accounts first if that was never done. */
    async accountFacts(subjects: readonly string[]): Promise<ReadonlyMap<string, AccountFacts>> {
      await freshen()
      return readAccountFacts(store, subjects)
    },

    /** How many accounts can sign in, in the caller’s scope. */
    async countAccounts({ isOrganizationAdmin, manages }: Scope): Promise<number> {
      await freshen()
      return countAccounts(store, isOrganizationAdmin ? null : manages)
    },

    /** A page of people. */
    async list(scope: Scope, asked: Asked, page: { offset: number; limit: number }) {
      await freshen()
      const refreshedAt = await mirror.refreshedAt()
      const { people, ...count } = await listPeople(store.db, within(scope, asked), page)
      return { items: await present(people, scope), ...count, refreshedAt }
    },

    /** All of them. */
    async *stream(scope: Scope, asked: Asked): AsyncGenerator<PersonView> {
      await freshen()
      for await (const people of streamPeople(store.db, within(scope, asked)))
        yield* await present(people, scope)
    },

    /** Somebody as the list shows them; null when they are not in the caller’s scope. */
    async find(scope: Scope, subject: string): Promise<PersonView | null> {
      await mirror.catchUp()
      const person = await mirror.find(subject)
      if (!person) return null
      const [view] = await present([person], scope)
      return scope.isOrganizationAdmin || view!.access.length > 0 ? view! : null
    },

    /** Somebody with their recent changes and what is unfinished, as far as the caller may see it. */
    async read(scope: Scope, subject: string): Promise<PersonPage | null> {
      const person = await this.find(scope, subject)
      if (!person) return null
      const hub = scope.isOrganizationAdmin ? null : scope.manages
      const recent = await accessChanges.list({ user: subject, hub }, { limit: RECENT_CHANGES, offset: 0 })
      const unfinished = scope.isOrganizationAdmin ? await operations.list({ subject }) : []
      return {
        person,
        recent_changes: recent.items.map(changeView),
        unfinished: unfinished.map(unfinishedView),
      }
    },

    /** What reached only one of its two sides. Organization administrators see all of it, others their own. */
    async unfinished(scope: Scope, email: string) {
      const all = await operations.list()
      const shown = scope.isOrganizationAdmin ? all : all.filter(({ startedBy }) => startedBy === email)
      return shown.map(unfinishedView)
    },

    async [Symbol.asyncDispose]() {
      await Promise.all([autoSync[Symbol.asyncDispose](), refresh.idle()])
    },
  }
}
