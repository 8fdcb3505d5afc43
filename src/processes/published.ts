import { createAccessChanges } from '#core/audit/access-changes.ts'
import { openFolderVersions, type FolderVersions } from '#core/versions/folder-versions.ts'
import { createHubVersions, type HubVersions } from '#core/versions/hub-versions.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { Log } from '#ground/base/log.ts'
import type { FolderSource } from '#ground/hub/hub.ts'
import type { WorkNotifications } from '#ground/bus/work-notifications.ts'
import type { Store } from '#ground/store/store.ts'
import { hubFilesIn } from '#ground/blobs/areas.ts'
import { openBlobs } from './blobs.ts'
import type { SharedConfig } from './config/shared.ts'

export const excludedPathsOf = ({ dataFolder, secretsFile, store }: SharedConfig): string[] => [
  dataFolder,
  ...(secretsFile === null ? [] : [secretsFile]),
  ...(store.kind === 'sqlite' ? ['', '-wal', '-shm'].map((ending) => store.path + ending) : []),
]

export async function openPublished(
  shared: SharedConfig,
  { store, clock, log, actor }: { store: Store; clock: Clock; log: Log; actor: string },
) {
  const { openVersions } = await import('#cluster/published/open.ts')
  const blobs = await openBlobs(shared, hubFilesIn(shared, clock), { store, clock, log })
  const versions = openVersions({ hub: shared.hubSlug, store, blobs, clock, actor })
  return { versions, [Symbol.asyncDispose]: () => blobs[Symbol.asyncDispose]() }
}

export interface HubSource extends AsyncDisposable {
  source: FolderSource
  /** Null if the folder follows the published version. */
  folder: FolderVersions | null
  versions: HubVersions
}

export async function followHub(
  shared: SharedConfig,
  {
    store,
    notifications,
    clock,
    log,
  }: { store: Store; notifications: WorkNotifications; clock: Clock; log: Log },
): Promise<HubSource> {
  await using parts = new AsyncDisposableStack()
  const blobs = parts.use(await openBlobs(shared, hubFilesIn(shared, clock), { store, clock, log }))
  const hubFiles = { hubFolder: shared.hubFolder, excludedPaths: excludedPathsOf(shared) }
  const deps = { hub: shared.hubSlug, store, blobs, clock }
  const accessChanges = createAccessChanges(store)
  const versions = createHubVersions({ ...deps, accessChanges, actor: 'system:hub' })
  if (shared.hubSource === 'folder') {
    const folder = parts.use(await openFolderVersions({ ...hubFiles, versions, clock, ...eventsOf(log) }))
    const opened = parts.move()
    return { source: folder, folder, versions, [Symbol.asyncDispose]: () => opened.disposeAsync() }
  }
  const { followVersions } = await import('#cluster/published/open.ts')
  const source = parts.use(await followVersions(hubFiles, { ...deps, notifications, log }))
  const opened = parts.move()
  return { source, folder: null, versions, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}

const eventsOf = (log: Log) => ({
  onFailure: (error: unknown) =>
    log.warn({ event: 'hub.version_unrecorded', error }, 'failed to record a version of the Hub’s folder'),
  onRestored: (facts: { version: number; restores: number; left: readonly string[] }) =>
    log.info({ event: 'hub.version_restored', ...facts }, 'restored a version of the Hub’s folder'),
})
