import { EVERYONE } from '#core/access/subject.ts'
import { ORGANIZATION, USE_HUB } from '#core/access/permission.ts'
import type { Access } from '#core/access/access.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { ChatappClient } from '#ground/identity/chatapp-client/client.ts'
import type { ModelGrant, ModelRow } from '#ground/identity/chatapp-client/models.ts'
import type { ChatappRefusal } from '#ground/identity/chatapp-client/refusal.ts'
import type { Store } from '#ground/store/store.ts'
import { coalesced } from './coalesced.ts'
import type { Mirror } from './mirror.ts'
import { withMirroredName } from './mirrored-name.ts'
import type { Refresh } from './refresh.ts'
import { chatappRefusal, describePeopleRefusal } from './refusal.ts'
import type { SyncView } from './schema.ts'

export interface SyncDeps {
  store: Pick<Store, 'db'>
  access: Pick<Access, 'listHubs' | 'removeExpired'>
  models: Pick<ChatappClient['models'], 'find' | 'setAccess' | 'update'>
  mirror: Mirror
  refresh: Pick<Refresh, 'refresh'>
  agentNames(slugs: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Slugs of Hubs with another database that are connected to this web chat. Null if the web chat is unavailable. */
  foreignHubs?(): Promise<ReadonlySet<string> | null>
}

export type Sync = ReturnType<typeof createSync>

/**
 * People who may use a Hub get read access to the web chat's model of this Hub. Idempotent.
 * Source: service specification 1.0.1, `POST /portal/api/sync`; web chat contract, 4.4.
 */
export function createSync(deps: SyncDeps) {
  const { access, mirror, refresh, agentNames } = deps

  const syncAll = async (): Promise<Result<SyncView, ChatappRefusal>> => {
    await access.removeExpired()
    const hubs = (await access.listHubs()).filter(({ mode }) => mode === 'console').map(({ hub }) => hub)
    const entitled = new Map<string, Entitled>()
    for (const hub of hubs) entitled.set(hub, await readEntitled(deps, hub))
    const known = await mirror.accountIds(everybodyOf(entitled))
    if (everybodyOf(entitled).some((subject) => !known.has(subject))) {
      const refreshed = await refresh.refresh() // a person may have signed up after the last reading
      if (!refreshed.ok) return refused(refreshed.refusal)
    }
    const ids = await mirror.accountIds(everybodyOf(entitled))
    const names = await agentNames(hubs)
    const foreign = deps.foreignHubs ? await deps.foreignHubs() : NO_HUBS
    if (foreign === null) return refused({ code: 'unavailable', reason: 'unreachable' })
    const failed: SyncView['failed'] = []
    const people = new Set<string>()
    let changed = 0
    for (const [hub, { subjects, everyone }] of entitled) {
      if (foreign.has(hub)) {
        failed.push({ hub, detail: `another Hub named ${hub} is connected to this web chat` })
        continue
      }
      const accounts = subjects.flatMap((subject) => ids.get(subject) ?? [])
      for (const account of accounts) people.add(account)
      const done = await mirrorHub(deps, hub, { accounts, everyone, name: names.get(hub) ?? hub })
      if (!done.ok && isAway(done.refusal)) return refused(done.refusal) // the web chat is unavailable, so the other Hubs would fail too
      if (!done.ok) failed.push({ hub, detail: describePeopleRefusal(chatappRefusal(done.refusal)) })
      else if (done.value) changed++
    }
    return accepted({ hubs: hubs.length, people: people.size, changed, failed })
  }
  return coalesced(syncAll)
}

const NO_HUBS: ReadonlySet<string> = new Set()

const isAway = (refusal: ChatappRefusal): boolean =>
  refusal.code === 'unavailable' && (refusal.reason === 'unreachable' || refusal.reason === 'timeout')

interface Entitled {
  subjects: string[]
  everyone: boolean
}

async function readEntitled({ store }: SyncDeps, hub: string): Promise<Entitled> {
  const rows = await store.db
    .selectFrom('access_grants')
    .select('subject')
    .distinct()
    .where('hub', 'in', [hub, ORGANIZATION])
    .where('permission', '=', USE_HUB)
    .execute()
  const subjects = rows.map(({ subject }) => subject)
  return {
    everyone: subjects.includes(EVERYONE),
    subjects: subjects.filter((subject) => subject.includes('@')),
  }
}

const everybodyOf = (entitled: ReadonlyMap<string, Entitled>): string[] => [
  ...new Set([...entitled.values()].flatMap(({ subjects }) => subjects)),
]

async function mirrorHub(
  { models }: SyncDeps,
  hub: string,
  { accounts, everyone, name }: { accounts: readonly string[]; everyone: boolean; name: string },
): Promise<Result<boolean, ChatappRefusal>> {
  const found = await models.find(hub)
  if (!found.ok) return found
  const row = found.value
  const readers: ModelGrant[] = [...(everyone ? ['*'] : []), ...accounts].map((principalId) => ({
    principalType: 'user',
    principalId,
    permission: 'read',
  }))
  if (row && hasReaders(row, readers)) return accepted(false)
  const others = row?.grants.filter(({ permission }) => permission !== 'read') ?? []
  const set = await models.setAccess(hub, { name: row?.name ?? name, grants: [...readers, ...others] })
  if (!set.ok) return set
  if (row === null) {
    const prepared = await models.update(hub, ({ meta }) => ({
      meta: withMirroredName(withCapabilities(meta), name),
    }))
    if (!prepared.ok) return prepared
  }
  return accepted(true)
}

const hasReaders = (row: ModelRow, readers: readonly ModelGrant[]): boolean => {
  const wanted = new Set(readers.map(keyOf))
  const given = row.grants.filter(({ permission }) => permission === 'read').map(keyOf)
  return new Set(given).size === wanted.size && given.every((key) => wanted.has(key))
}

const keyOf = ({ principalType, principalId }: ModelGrant): string => `${principalType} ${principalId}`

/** Keeps the web chat from adding tools or file texts to requests to the agent. Source: web chat contract, 4.5. */
const withCapabilities = (meta: ModelRow['meta']): ModelRow['meta'] => ({
  ...meta,
  capabilities: {
    ...(meta['capabilities'] as object | undefined),
    usage: true,
    builtin_tools: false,
    file_context: false,
    file_upload: true,
    vision: true,
  },
})
