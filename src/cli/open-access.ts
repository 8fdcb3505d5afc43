import { createAccess } from '#core/access/access.ts'
import { ORGANIZATION } from '#core/access/permission.ts'
import { createAccessChanges } from '#core/audit/access-changes.ts'
import { createToolDecisions } from '#core/audit/tool-decisions.ts'
import { systemClock } from '#ground/base/clock.ts'
import { readBridgeConfig } from '#processes/config/bridge.ts'
import { readSharedConfig } from '#processes/config/shared.ts'
import { openKnownStore } from '#ground/store/known-store.ts'
import { hubFolderOf } from './hub-folder.ts'
import { readCommandSettings } from './settings.ts'

/** Opens a Hub's access and audit directly from the database, whether the Hub runs or not. */
export async function openAccess(folderArgument: string | undefined) {
  const hubFolder = hubFolderOf(folderArgument)
  const { environment } = await readCommandSettings(hubFolder)
  const shared = readSharedConfig(environment, hubFolder)
  const slug = shared.hubSlug
  await using parts = new AsyncDisposableStack()
  const store = parts.use(await openKnownStore(shared))
  const changes = createAccessChanges(store)
  const access = createAccess({
    store,
    changes,
    clock: systemClock,
    capabilitiesOf: async (hub) =>
      hub === slug || hub === ORGANIZATION
        ? (await import('./folder-capabilities.ts')).folderCapabilities(hubFolder, environment)
        : [],
  })
  await access.register(slug, readBridgeConfig(environment).access)
  const opened = parts.move()
  return {
    slug,
    access,
    changes,
    decisions: createToolDecisions(store),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
