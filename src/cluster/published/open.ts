import { createAccessChanges } from '#core/audit/access-changes.ts'
import type { Clock } from '#ground/base/clock.ts'
import { BadConfiguration } from '#ground/base/environment.ts'
import type { Log } from '#ground/base/log.ts'
import type { Blobs } from '#ground/blobs/blobs.ts'
import type { WorkNotifications } from '#ground/bus/work-notifications.ts'
import type { Store } from '#ground/store/store.ts'
import { followPublished } from './follow.ts'
import { createHubVersions } from './versions.ts'

export interface HubVersionsDeps {
  hub: string
  store: Store
  blobs: Blobs
  clock: Clock
  actor: string
}

export const openVersions = ({ store, ...deps }: HubVersionsDeps) =>
  createHubVersions({ ...deps, store, accessChanges: createAccessChanges(store) })

/** @throws BadConfiguration if the first update fails. */
export async function followVersions(
  { hubFolder, apart }: { hubFolder: string; apart: readonly string[] },
  {
    notifications,
    log,
    ...deps
  }: Omit<HubVersionsDeps, 'actor'> & { notifications: WorkNotifications; log: Log },
) {
  const versions = openVersions({ ...deps, actor: 'system:hub' })
  return followPublished({
    hubFolder,
    apart,
    blobs: deps.blobs,
    clock: deps.clock,
    notifications,
    filesOf: versions.filesOf,
    current: versions.current,
    onApplied: ({ version, changes, aside }) =>
      log.info(
        { event: 'hub.version', version, changes: changes.length, aside },
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
