import { systemClock } from '#ground/base/clock.ts'
import { silentLog } from '#ground/base/log.ts'
import { openKnownStore } from '#ground/store/known-store.ts'
import type { FileChange } from '#core/versions/version-files.ts'
import { readSharedConfig } from '#processes/config/shared.ts'
import { excludedPathsOf, openPublished } from '#processes/published.ts'
import { createWorkNotifier } from '#processes/work-notifier.ts'
import { hubFolderOf } from '../hub-folder.ts'
import { alignColumns, print, printJson } from '../print.ts'
import { readCommandSettings } from '../settings.ts'

export interface VersionsOptions {
  hub?: string
  json?: boolean
}

export type OpenedVersions = Awaited<ReturnType<typeof openVersions>>

export async function openVersions(folderArgument: string | undefined, hub?: string) {
  const hubFolder = hubFolderOf(folderArgument, hub)
  const settings = await readCommandSettings(hubFolder)
  const shared = readSharedConfig(settings.environment, hubFolder)
  await using parts = new AsyncDisposableStack()
  const store = parts.use(await openKnownStore(shared))
  const notifications = parts.use(createWorkNotifier(shared))
  const { versions } = parts.use(
    await openPublished(shared, { store, clock: systemClock, log: silentLog(), actor: 'system:cli' }),
  )
  const opened = parts.move()
  return {
    versions,
    hubFolder,
    settings,
    apart: excludedPathsOf(shared),
    isFolder: shared.hubSource === 'folder',
    notifySwitch: () => notifications.notify('version'),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}

export function printChanges(changes: readonly FileChange[], since: string, json = false): void {
  if (json) changes.forEach((change) => printJson(change))
  else if (changes.length === 0) print(`nothing has changed since ${since}`)
  else print(alignColumns(changes.map(({ change, path }) => [change, path])))
}
