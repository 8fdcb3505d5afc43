import { folderNotices } from '#core/inbox/notices/folder.ts'
import type { AllNotices } from '#core/inbox/notices/notices.ts'
import { readSharedConfig } from '#processes/config/shared.ts'
import { noticesOf } from '#processes/inboxes.ts'
import { openKnownStore } from '#ground/store/known-store.ts'
import type { HubSettings } from './settings.ts'

export async function readNotices(
  hubFolder: string,
  { environment }: Pick<HubSettings, 'environment'>,
): Promise<AllNotices> {
  const shared = readSharedConfig(environment, hubFolder)
  if (shared.inbox === 'folder') return folderNotices(hubFolder).read()
  await using store = await openKnownStore(shared)
  const notices = await noticesOf(shared, { store })
  return await notices.read()
}
