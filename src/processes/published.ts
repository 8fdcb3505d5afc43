import { createAccessChanges } from '#core/audit/access-changes.ts'
import { followPublished } from '#core/published/follow.ts'
import { createVersions } from '#core/published/versions.ts'
import type { Clock } from '#ground/base/clock.ts'
import { BadConfiguration } from '#ground/base/environment.ts'
import type { Log } from '#ground/base/log.ts'
import type { FolderSource } from '#ground/hub/hub.ts'
import type { WorkHints } from '#ground/bus/work-hints.ts'
import type { Store } from '#ground/store/store.ts'
import { hubFilesIn, openBlobs } from './blobs.ts'
import type { SharedConfig } from './config/shared.ts'

/** Paths in a Hub's folder that are no part of the Hub. */
export const apartOf = ({ dataFolder, secretsFile, store }: SharedConfig): string[] => [
  dataFolder,
  ...(secretsFile === null ? [] : [secretsFile]),
  ...(store.kind === 'sqlite' ? ['', '-wal', '-shm'].map((ending) => store.path + ending) : []),
]

/** The published versions of a Hub, and their bytes. */
export async function openVersions(
  shared: SharedConfig,
  { store, clock, log, actor }: { store: Store; clock: Clock; log: Log; actor: string },
) {
  const blobs = await openBlobs(shared, hubFilesIn(shared, clock), { store, clock, log })
  const accessChanges = createAccessChanges(store)
  const versions = createVersions({ store, clock, blobs, accessChanges, actor, hub: shared.hubSlug })
  return { versions, blobs, [Symbol.asyncDispose]: () => blobs[Symbol.asyncDispose]() }
}

/** Source of a Hub's folder. */
export interface HubSource extends AsyncDisposable {
  /** Undefined where it is the folder's own. */
  source: FolderSource | undefined
}

/**
 * Keeps the Hub's folder at the published version, if it is its source.
 *
 * @throws BadConfiguration when it can't begin.
 */
export async function followHub(
  shared: SharedConfig,
  deps: { store: Store; hints: WorkHints; clock: Clock; log: Log },
): Promise<HubSource> {
  if (shared.hubSource === 'folder') return { source: undefined, async [Symbol.asyncDispose]() {} }
  const { log, clock, hints } = deps
  await using parts = new AsyncDisposableStack()
  const { versions, blobs } = parts.use(await openVersions(shared, { ...deps, actor: 'system:hub' }))
  const following = await followPublished({
    hubFolder: shared.hubFolder,
    apart: apartOf(shared),
    blobs,
    clock,
    hints,
    filesOf: versions.filesOf,
    current: versions.current,
    onApplied: ({ version, changes, aside }) =>
      log.info(
        { event: 'hub.version', version, changes: changes.length, aside },
        'the Hub’s folder is at the published version',
      ),
    onFailure: (error) =>
      log.error(
        { event: 'hub.version_failed', error },
        'the published version can’t be brought to the Hub’s folder',
      ),
  }).catch((error: unknown) => {
    throw new BadConfiguration([{ variable: 'SVC_HUB_SOURCE', message: (error as Error).message }])
  })
  parts.use(following)
  const opened = parts.move()
  return { source: following, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}
