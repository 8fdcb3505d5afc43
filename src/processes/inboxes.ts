import { configuredEndpoint } from '#core/inbox/endpoints/settings.ts'
import { folderInboxes } from '#core/inbox/folder-inboxes.ts'
import type { Inboxes } from '#core/inbox/inbox.ts'
import { storeInboxes } from '#core/inbox/store/inboxes.ts'
import { folderNotices } from '#core/inbox/notices/folder.ts'
import type { NoticesKeeper } from '#core/inbox/notices/notices.ts'
import { storeNotices } from '#core/inbox/store/notices.ts'
import { moveIn, type MoveInDeps } from '#core/inbox/store/move-in.ts'
import { moveOut, type MoveOutDeps } from '#core/inbox/store/move-out.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { Environment } from '#ground/base/environment.ts'
import type { WorkHints } from '#ground/bus/work-hints.ts'
import type { Store } from '#ground/store/store.ts'
import type { SharedConfig } from './config/shared.ts'

type Place = Pick<SharedConfig, 'hubFolder' | 'hubSlug' | 'inbox'>

/** The inboxes of a Hub, where its settings have them. */
export const inboxesOf = ({ hubFolder, hubSlug, inbox }: Place, deps: InboxesDeps): Inboxes =>
  inbox === 'store'
    ? storeInboxes({ hub: hubSlug, hubFolder, ...deps })
    : folderInboxes(hubFolder, deps.clock)

/** The notices of a Hub's inboxes, where its settings have the inboxes. */
export const noticesOf = (
  { hubFolder, hubSlug, inbox }: Place,
  { store }: Pick<InboxesDeps, 'store'>,
): NoticesKeeper => (inbox === 'store' ? storeNotices({ hub: hubSlug, store }) : folderNotices(hubFolder))

export interface InboxesDeps {
  store: Pick<Store, 'db' | 'transaction'>
  clock: Pick<Clock, 'now'>
  hints: Pick<WorkHints, 'tell'>
}

/** Bring what the inboxes of a Hub have in the store to its folder. */
export const moveInboxOut = (
  { hubFolder, hubSlug: hub }: Place,
  deps: Omit<MoveOutDeps, 'hub' | 'hubFolder'>,
): ReturnType<typeof moveOut> => moveOut({ ...deps, hub, hubFolder })

/** For a Hub with inboxes in the store: moves earlier deliveries from its folder. */
export const moveFolderIn = (
  environment: Environment,
  { hubFolder, hubSlug }: Place,
  deps: Pick<MoveInDeps, 'store' | 'clock' | 'events'>,
): Promise<void> =>
  moveIn({ ...deps, hub: hubSlug, hubFolder, oldEndpoint: configuredEndpoint(environment).name })
