import type { Account } from '#chatapp/accounts/account.ts'
import { isPermitted } from '#chatapp/accounts/settings/permissions.ts'
import type { SiteSettings } from '#chatapp/accounts/settings/settings.ts'
import { ChatappRefused } from '#chatapp/http/refused.ts'

/**
 * Copying a chat also requires the permission to import chats, as in Open WebUI.
 * @throws ChatappRefused
 */
export async function checkMayImport(
  { settings }: { settings: Pick<SiteSettings, 'readFor'> },
  account: Account,
): Promise<void> {
  if (account.role === 'admin') return
  const permissions = (await settings.readFor(account)).get('user.permissions')
  if (!isPermitted(permissions, 'chat', 'import')) throw new ChatappRefused('forbidden')
}
