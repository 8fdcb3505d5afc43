import { createAccessChanges } from '#core/audit/access-changes.ts'
import type { Clock } from '#ground/base/clock.ts'
import { BadConfiguration } from '#ground/base/environment.ts'
import type { Log } from '#ground/base/log.ts'
import type { WorkNotifications } from '#ground/bus/work-notifications.ts'
import type { Store } from '#ground/store/store.ts'
import { followPublished } from './follow.ts'
import { createHubVersions, type HubVersionsDeps } from './versions.ts'

interface OpenVersionsDeps extends Omit<HubVersionsDeps, 'store' | 'accessChanges'> {
  store: Store
  clock: Clock
}

export const openVersions = ({ store, ...deps }: OpenVersionsDeps) =>
  createHubVersions({ ...deps, store, accessChanges: createAccessChanges(store) })

/** @throws BadConfiguration if the first update fails. */
export async function followVersions(
  { hubFolder, excludedPaths }: { hubFolder: string; excludedPaths: readonly string[] },
  {
    notifications,
    log,
    ...deps
  }: Omit<OpenVersionsDeps, 'actor'> & { notifications: WorkNotifications; log: Log },
) {
  const versions = openVersions({ ...deps, actor: 'system:hub' })
  return followPublished({
    hubFolder,
    excludedPaths,
    blobs: deps.blobs,
    clock: deps.clock,
    notifications,
    filesOf: versions.filesOf,
    current: versions.current,
    onApplied: ({ version, changes, backupFolder }) =>
      log.info(
        { event: 'hub.version', version, changes: changes.length, aside: backupFolder },
        'updated the Hub’s folder to the published version',
      ),
    onFailure: (error) =>
      log.error(
        { event: 'hub.version_failed', error },
        'failed to update the Hub’s folder to the published version',
      ),
  }).catch((error: unknown) => {
    throw new BadConfiguration([{ variable: 'SVC_HUB_SOURCE', message: (error as Error).message }])
  })
}
