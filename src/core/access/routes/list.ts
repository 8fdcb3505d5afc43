import type { EpochMs } from '#ground/base/clock.ts'
import type { ConsoleApp, ConsoleCaller } from '#ground/api/console-app.ts'
import { exportRows } from '#ground/api/download.ts'
import { ApiRefused } from '#ground/api/errors.ts'
import { listAccess } from '../contract.ts'
import { effectivePermissions } from '../decide.ts'
import type { SubjectAccess } from '../lists.ts'
import { ORGANIZATION, type Permission } from '../permission.ts'
import type { AccessGrant, HubPolicy } from '../policy.ts'
import type { AccessItem } from '../schema.ts'
import { EVERYONE, isPerson, type Subject } from '../subject.ts'
import { createBookmarks, type Bookmark, type Bookmarks } from './bookmarks.ts'
import type { AccessRoutesDeps, PersonAccountFacts } from './deps.ts'
import { catalogFor, grantableBy, grantCard, managedPolicy } from './scope.ts'

const COLUMNS = ['subject', 'name', 'kind', 'status', 'direct', 'effective']

export function accessListRoutes(app: ConsoleApp, deps: AccessRoutesDeps): void {
  const bookmarks = createBookmarks()
  app.handle(
    listAccess,
    async ({ caller, query: { hub: asked, q, permission, first, format, limit, offset } }) => {
      const policy = await managedPolicy(deps.access, caller, asked ?? onlyHubOf(caller))
      const { hub } = policy
      const list = await openList({ ...deps, bookmarks }, caller, policy)
      if (format !== 'json') {
        const rows = list.stream({ q, permission })
        return exportRows(format === 'csv' ? flat(rows) : rows, {
          name: `access-${hub.replace('*', 'all')}`,
          format,
          columns: COLUMNS,
        })
      }
      const { items, total } = await list.read({ q, permission, first, offset, limit })
      const console_managed = policy.mode === 'console'
      return { items, total, offset, limit, hub, console_managed, policy_revision: policy.revision }
    },
  )
}

async function* flat(items: AsyncIterable<AccessItem>) {
  for await (const item of items)
    yield {
      ...item,
      direct: item.direct.join(' '),
      effective: item.effective.map(({ permission, via }) => `${permission}:${via}`).join(' '),
    }
}

const onlyHubOf = ({ manages }: ConsoleCaller): string => {
  if (manages.length === 1) return manages[0]!
  throw new ApiRefused(
    'invalid',
    `hub: is missing, and you manage ${manages.length === 0 ? 'none' : 'more than one'}`,
  )
}

interface Filter {
  q?: string | undefined
  permission?: string | undefined
}

interface Viewed {
  policy: HubPolicy
  everyone: readonly AccessGrant[]
  grantable: readonly Permission[]
  /** `idle`: granted permissions without effect. `takeable`: idle permissions that the caller may revoke. */
  idle: readonly Permission[]
  takeable: readonly Permission[]
  now: EpochMs
}

async function openList(
  {
    access,
    hubCards,
    accountsOf,
    accountMatch,
    bookmarks,
    clock,
  }: AccessRoutesDeps & { bookmarks: Bookmarks },
  caller: ConsoleCaller,
  policy: HubPolicy,
) {
  const { hub } = policy
  const catalog = await catalogFor(hubCards, caller, hub)
  const isManaged = policy.mode === 'console'
  const grantable = isManaged ? await grantableBy(access, caller, hub, catalog) : []
  const idle = await access.idle(hub)
  const held = isManaged && idle.length > 0 ? await access.grantable({ subject: caller.email }, hub) : []
  const takeable = held === 'all' ? idle : idle.filter((permission) => held.includes(permission))
  const everyone = await access.everyone([hub])
  const viewed: Viewed = { policy, grantable, idle, takeable, everyone, now: clock.now() }
  const hubs = [...new Set([hub, ORGANIZATION])]
  const revisions = `${policy.revision} ${await access.revision(ORGANIZATION)}`
  const present = async (items: readonly SubjectAccess[]): Promise<AccessItem[]> => {
    const subjects = items.map(({ subject }) => subject)
    const [accounts, blocked] = await Promise.all([accountsOf(subjects), access.blockedAmong(subjects)])
    return items.map((item) =>
      itemOf(viewed, item, { account: accounts.get(item.subject), isBlocked: blocked.has(item.subject) }),
    )
  }
  return {
    async *stream(filter: Filter): AsyncGenerator<AccessItem> {
      for await (const items of access.streamAccess({
        hubs,
        ...filter,
        alternativeMatch: accountMatch(filter.q),
      }))
        yield* await present(items)
    },
    async read({ first, ...page }: Filter & { first?: string | undefined; offset: number; limit: number }) {
      const name = JSON.stringify([hub, page.q, page.permission, first])
      const { items, total } = await access.listAccess({
        hubs,
        total: bookmarks.total(name, revisions),
        from: bookmarks.before(name, revisions, page.offset),
        first,
        alternativeMatch: accountMatch(page.q),
        ...page,
      })
      bookmarks.remember(name, revisions, { total, ends: endsOf(items, page) })
      return { items: await present(items), total }
    },
  }
}

const endsOf = (items: readonly SubjectAccess[], { offset }: { offset: number }): Bookmark[] =>
  items.flatMap(({ subject }, n) =>
    n === 0 || n === items.length - 1 ? [{ subject, offset: offset + n }] : [],
  )

function itemOf(
  { policy, everyone, grantable, idle, takeable, now }: Viewed,
  { subject, grants }: SubjectAccess,
  { account, isBlocked }: { account: PersonAccountFacts | undefined; isBlocked: boolean },
): AccessItem {
  const direct = grants.filter(({ hub }) => hub === policy.hub).map(({ permission }) => permission)
  const all = subject === EVERYONE ? grants : [...grants, ...everyone]
  return {
    subject,
    name: account?.name ?? null,
    kind: kindOf(subject),
    status: statusOf(subject, account, isBlocked),
    direct,
    without_effect: direct.filter((permission) => idle.includes(permission)),
    effective: effectivePermissions({ hub: policy, blocked: isBlocked, grants: all }, { subject, now }).map(
      ({ permission, reason, grant }) => ({ permission, via: reason, grant: grantCard(grant) }),
    ),
    grantable: [
      ...grantable.filter((permission) => subject !== EVERYONE || direct.includes(permission)),
      ...takeable.filter((permission) => direct.includes(permission)),
    ],
  }
}

const kindOf = (subject: Subject): AccessItem['kind'] =>
  subject === EVERYONE ? 'everyone' : isPerson(subject) ? 'person' : 'service'

const statusOf = (
  subject: Subject,
  account: PersonAccountFacts | undefined,
  isBlocked: boolean,
): AccessItem['status'] => {
  if (isBlocked) return 'blocked'
  if (!isPerson(subject)) return 'active'
  return account?.status ?? 'unknown'
}
