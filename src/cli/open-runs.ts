import { createAccessChanges } from '#core/audit/access-changes.ts'
import { systemClock } from '#ground/base/clock.ts'
import { readSharedConfig } from '#processes/config/shared.ts'
import { recordRunActions } from '#features/work/runs/records/record-run-actions.ts'
import { openKnownStore } from '#ground/store/known-store.ts'
import { createWorkNotifier } from '#processes/work-notifier.ts'
import { createRuns } from '#features/work/runs/runs.ts'
import { readRunFile } from '#supervisor/run-file.ts'
import { hubFolderOf } from './hub-folder.ts'
import { readCommandSettings } from './settings.ts'

/** Opens a Hub's runs directly from the database, whether the Hub runs or not. */
export async function openRuns(folderArgument: string | undefined) {
  const hubFolder = hubFolderOf(folderArgument)
  const { environment, dataFolder } = await readCommandSettings(hubFolder)
  const shared = readSharedConfig(environment, hubFolder)
  await using parts = new AsyncDisposableStack()
  const store = parts.use(await openKnownStore(shared))
  const notifications = parts.use(createWorkNotifier(shared))
  const isHubRunning = (await readRunFile(dataFolder)) !== null
  const opened = parts.move()
  return {
    hubFolder,
    slug: shared.hubSlug,
    store,
    isHubRunning,
    runs: createRuns({
      store,
      clock: systemClock,
      notifications,
      recordAction: recordRunActions(createAccessChanges(store)),
    }),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
