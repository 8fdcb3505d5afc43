import type { MoveInboxInDeps } from '#cluster/inbox/move-in.ts'
import { configuredEndpoint } from '#core/inbox/endpoints/settings.ts'
import { folderInboxes } from '#core/inbox/folder-inboxes.ts'
import type { Inboxes } from '#core/inbox/inbox.ts'
import { folderNotices } from '#core/inbox/notices/folder.ts'
import type { NoticesKeeper } from '#core/inbox/notices/notices.ts'
import { folderTestWaits } from '#core/inbox/test-address/folder.ts'
import type { TestWaits } from '#core/inbox/test-address/test-waits.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { Environment } from '#ground/base/environment.ts'
import type { WorkNotifications } from '#ground/bus/work-notifications.ts'
import type { Store } from '#ground/store/store.ts'
import type { SharedConfig } from './config/shared.ts'

type InboxSettings = Pick<SharedConfig, 'hubFolder' | 'hubSlug' | 'inbox'>

export async function inboxesOf(
  { hubFolder, hubSlug, inbox }: InboxSettings,
  deps: InboxesDeps,
): Promise<Inboxes> {
  if (inbox === 'folder') return folderInboxes(hubFolder, deps.clock)
  const { storeInboxes } = await import('#cluster/inbox/inboxes.ts')
  return storeInboxes({ hub: hubSlug, hubFolder, ...deps })
}

export async function noticesOf(
  { hubFolder, hubSlug, inbox }: InboxSettings,
  { store }: Pick<InboxesDeps, 'store'>,
): Promise<NoticesKeeper> {
  if (inbox === 'folder') return folderNotices(hubFolder)
  const { storeNotices } = await import('#cluster/inbox/notices.ts')
  return storeNotices({ hub: hubSlug, store })
}

export async function testWaitsOf(
  { hubFolder, hubSlug, inbox }: InboxSettings,
  { store }: Pick<InboxesDeps, 'store'>,
): Promise<TestWaits> {
  if (inbox === 'folder') return folderTestWaits(hubFolder)
  const { storeTestWaits } = await import('#cluster/inbox/test-waits.ts')
  return storeTestWaits({ hub: hubSlug, store })
}

export interface InboxesDeps {
  store: Pick<Store, 'db' | 'transaction'>
  clock: Pick<Clock, 'now'>
  notifications: Pick<WorkNotifications, 'notify'>
}

export async function moveFolderIn(
  environment: Environment,
  { hubFolder, hubSlug }: InboxSettings,
  deps: Pick<MoveInboxInDeps, 'store' | 'clock' | 'events'>,
): Promise<void> {
  const { moveInboxIn: moveIn } = await import('#cluster/inbox/move-in.ts')
  const oldEndpoint = configuredEndpoint(environment).name
  await moveIn({ ...deps, hub: hubSlug, hubFolder, oldEndpoint })
}
