import { systemClock } from '#ground/base/clock.ts'
import { createChatappAccounts } from '#chatapp/accounts/accounts.ts'
import { removeFactors } from '#chatapp/accounts/factors/remove-factors.ts'
import { createApiKeys } from '#chatapp/accounts/keys/api-keys.ts'
import { reopenPasswords } from '#chatapp/openid/rescue.ts'
import { storedSetting } from '#chatapp/accounts/settings/stored-setting.ts'
import { readSharedConfig } from '#processes/config/shared.ts'
import { openKnownStore } from '#ground/store/known-store.ts'
import { hubFolderOf } from './hub-folder.ts'
import { readCommandSettings } from './settings.ts'

export async function openAccounts(hub: string | undefined) {
  const hubFolder = hubFolderOf(hub)
  const config = readSharedConfig((await readCommandSettings(hubFolder)).environment, hubFolder)
  const store = await openKnownStore(config)
  const deps = { store, clock: systemClock }
  return {
    accounts: createChatappAccounts(deps),
    keys: createApiKeys(deps),
    async allowPasswordOnly(accountId: string): Promise<void> {
      await removeFactors(store, accountId)
      await reopenPasswords(store, systemClock)
    },
    keysAreOn: async () => (await storedSetting(store, 'auth.enable_api_keys')) ?? config.mcpServer,
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  }
}
