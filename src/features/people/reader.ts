import { ORGANIZATION } from '#core/access/permission.ts'
import type { Access } from '#core/access/access.ts'
import type { AccessChanges } from '#core/audit/access-changes.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import type { PersonAccountFacts } from '#core/access/routes/deps.ts'
import { countAccounts, readAccountFacts } from './account-facts.ts'
import { createPeopleMarks, listPeople, streamPeople, type PeopleFilter, type PeopleOrder } from './list.ts'
import type { Mirror } from './mirror.ts'
import type { Operations } from './operations.ts'
import type { PersonRow } from './person.ts'
import { changeView, personView, unfinishedView, type ShownGrant } from './present.ts'
import type { Refresh } from './refresh.ts'
import type { PersonPage, PersonView } from './schema.ts'

export interface ReaderDeps {
  store: Pick<Store, 'db'>
  clock: Pick<Clock, 'sleep'>
  mirror: Mirror
  refresh: Pick<Refresh, 'ensureRead' | 'refreshIfStale'>
  operations: Operations
  accessChanges: Pick<AccessChanges, 'list'>
  access: Pick<Access, 'removeExpired'>
}

export interface PeopleScope {
  isOrganizationAdmin: boolean
  manages: readonly string[]
}

type ListFilter = Omit<PeopleFilter, 'hubs'> & { agent?: string | undefined }

const RECENT_CHANGES = 20

export function createReader(deps: ReaderDeps) {
  const { store, mirror, operations, accessChanges, access } = deps
  const marks = createPeopleMarks()

  const find = async (scope: PeopleScope, subject: string): Promise<PersonView | null> => {
    await access.removeExpired()
    await mirror.catchUp()
    const person = await mirror.find(subject)
    if (!person) return null
    const [view] = await present(store, [person], scope)
    return scope.isOrganizationAdmin || view!.access.length > 0 ? view! : null
  }

  return {
    async accountFacts(subjects: readonly string[]): Promise<ReadonlyMap<string, PersonAccountFacts>> {
      await freshen(deps)
      return readAccountFacts(store, subjects)
    },

    async countAccounts({ isOrganizationAdmin, manages }: PeopleScope): Promise<number> {
      await freshen(deps)
      return countAccounts(store, isOrganizationAdmin ? null : manages)
    },

    async list(
      scope: PeopleScope,
      { order, ...filter }: ListFilter & { order?: PeopleOrder },
      page: { offset: number; limit: number },
    ) {
      await freshen(deps)
      const refreshedAt = await mirror.refreshedAt()
      const { people, total, totalIsExact } = await listPeople(
        { db: store.db, marks },
        { ...within(scope, filter), ...(order && { order }) },
        page,
      )
      const isWhole = await mirror.isComplete()
      return {
        items: await present(store, people, scope),
        total,
        totalIsExact: totalIsExact && isWhole,
        isWhole,
        refreshedAt,
      }
    },

    async *stream(scope: PeopleScope, filter: ListFilter): AsyncGenerator<PersonView> {
      await freshen(deps)
      for await (const people of streamPeople(store.db, within(scope, filter)))
        yield* await present(store, people, scope)
    },

    /**
     * Null for a person without access to the Hubs that the caller manages. Organization administrators find everyone.
     */
    find,

    async read(scope: PeopleScope, subject: string): Promise<PersonPage | null> {
      const person = await find(scope, subject)
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

    async unfinished(scope: PeopleScope, email: string) {
      const all = await operations.list()
      const shown = scope.isOrganizationAdmin ? all : all.filter(({ startedBy }) => startedBy === email)
      return shown.map(unfinishedView)
    },
  }
}

async function freshen({ access, clock, mirror, refresh }: ReaderDeps): Promise<void> {
  await soon(clock, refresh.ensureRead())
  await access.removeExpired()
  await mirror.catchUp()
  await refresh.refreshIfStale()
}

/** Maximum wait for the first reading of all accounts. After this time, the list is incomplete. */
const FIRST_READING_MS = 3000

/** The work continues after the timeout. */
async function soon(clock: Pick<Clock, 'sleep'>, work: Promise<unknown>): Promise<void> {
  const done = new AbortController()
  const finished = work.finally(() => done.abort())
  await Promise.race([finished, clock.sleep(FIRST_READING_MS, done.signal).catch(() => {})])
}

const within = (
  { isOrganizationAdmin, manages }: PeopleScope,
  { agent, ...rest }: ListFilter,
): PeopleFilter => ({
  ...rest,
  hubs: agent !== undefined ? [agent] : isOrganizationAdmin ? null : manages,
})

async function present(
  store: Pick<Store, 'db'>,
  people: readonly PersonRow[],
  scope: PeopleScope,
): Promise<PersonView[]> {
  const grants = await grantsOf(store, people, scope)
  return people.map((person) => personView(person, grants.get(person.subject) ?? []))
}

async function grantsOf(
  { db }: Pick<Store, 'db'>,
  people: readonly PersonRow[],
  scope: PeopleScope,
): Promise<ReadonlyMap<string, ShownGrant[]>> {
  const subjects = people.map(({ subject }) => subject)
  if (subjects.length === 0) return new Map()
  let query = db
    .selectFrom('access_grants')
    .select(['subject', 'hub', 'permission', 'expires_at_ms'])
    .where('subject', 'in', subjects)
  if (!scope.isOrganizationAdmin) query = query.where('hub', 'in', [...scope.manages, ORGANIZATION])
  const rows = await query.orderBy('hub').orderBy('permission').execute()
  return Map.groupBy(rows, ({ subject }) => subject)
}
