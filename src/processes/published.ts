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
  source: FolderSource | undefined
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
  if (shared.hubSource === 'folder') return { source: undefined, async [Symbol.asyncDispose]() {} }
  const { followVersions } = await import('#cluster/published/open.ts')
  await using parts = new AsyncDisposableStack()
  const blobs = parts.use(await openBlobs(shared, hubFilesIn(shared, clock), { store, clock, log }))
  const hubFiles = { hubFolder: shared.hubFolder, excludedPaths: excludedPathsOf(shared) }
  const source = parts.use(
    await followVersions(hubFiles, { hub: shared.hubSlug, store, blobs, notifications, clock, log }),
  )
  const opened = parts.move()
  return { source, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}
