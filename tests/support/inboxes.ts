import { basename, join } from 'node:path'
import type { InboxDelivery, Inbox, StoredEvents } from '#core/inbox/inbox.ts'
import { folderNotices } from '#core/inbox/notices/folder.ts'
import type { AllNotices } from '#core/inbox/notices/notices.ts'
import { storeNotices } from '#cluster/inbox/notices.ts'
import { openInbox } from '#core/inbox/open.ts'
import { openStoreInbox } from '#cluster/inbox/inbox.ts'
import { storeInboxes } from '#cluster/inbox/inboxes.ts'
import { storedEvents } from '#core/inbox/stored-events.ts'
import { systemClock } from '#ground/base/clock.ts'
import { slugOf } from '#ground/hub/slug.ts'
import { openStore, type Store } from '#ground/store/store.ts'
import { markersOf } from '../inbox/support.ts'
import { clusterRun } from './cluster-run.ts'
import { storeOf } from './own-services.ts'
import { notificationsTo, createOwnNotifications } from './notifications.ts'

export interface InboxPlace {
  hubFolder: string
  dataFolder?: string
  slug?: string
}

/** The store is open only during a call. */
export function inboxOf(place: InboxPlace, name: string): StoredEvents {
  const inFolder = storedEvents(place.hubFolder, name, systemClock)
  if (!clusterRun) return inFolder
  const inStore = (store: Store) =>
    storeInboxes({
      ...namesOf(place),
      store,
      clock: systemClock,
      notifications: createOwnNotifications(),
    }).of(name)
  const folderOf = () => inStore({} as Store).folderOf('pending') // `folderOf` does not use the store
  return new Proxy(inFolder, {
    get: (_, method: keyof StoredEvents) =>
      method === 'folderOf'
        ? folderOf
        : (...given: readonly unknown[]) =>
            withStore(place, async (store) =>
              (inStore(store)[method] as (...given: readonly unknown[]) => unknown)(...given),
            ),
  })
}

export const noticesOf = (place: InboxPlace): Promise<AllNotices> =>
  clusterRun
    ? withStore(place, (store) => storeNotices({ hub: namesOf(place).hub, store }).read())
    : folderNotices(place.hubFolder).read()

export const marksOf = async (place: InboxPlace): Promise<string[]> =>
  clusterRun
    ? withStore(place, async ({ db }) => {
        const marks = db.selectFrom('inbox_marks').where('hub', '=', namesOf(place).hub).select('mark')
        return (await marks.execute()).map(({ mark }) => mark)
      })
    : markersOf(place.hubFolder)

export const deliverTo = (
  place: InboxPlace,
  endpoint: string,
  bodies: readonly unknown[],
  query: InboxDelivery['query'] = [],
): Promise<string[]> =>
  clusterRun
    ? withStore(place, async (store) => {
        const { hub } = namesOf(place)
        const dataFolder = place.dataFolder ?? join(place.hubFolder, '.svc')
        await using notifications = await notificationsTo({ dataFolder, hubSlug: hub })
        await using inbox = openStoreInbox({
          hub,
          store,
          clock: systemClock,
          notifications,
          movedIn: async () => {},
        })
        return await storeAll(inbox, endpoint, bodies, query)
      })
    : deliverToFolder(place.hubFolder, endpoint, bodies, query)

export async function deliverToFolder(hubFolder: string, ...deliveries: Deliveries) {
  const none = () => {}
  await using inbox = openInbox({
    hubFolder,
    endpoints: ['webhook'],
    clock: systemClock,
    events: { eventsRestored: none, inboxFailed: none, journalFailed: none, fileWriteFailed: none },
    journalBytes: 0,
  })
  return await storeAll(inbox, ...deliveries)
}

const AT_ONCE = 64

type Deliveries = [endpoint: string, bodies: readonly unknown[], query: InboxDelivery['query']]

async function storeAll(inbox: Inbox, ...[endpoint, bodies, query]: Deliveries): Promise<string[]> {
  const names: string[] = []
  for (let at = 0; at < bodies.length; at += AT_ONCE) {
    const some = bodies.slice(at, at + AT_ONCE).map((body) =>
      inbox.store(endpoint, {
        id: null,
        query,
        contentType: 'application/json',
        body: Buffer.from(JSON.stringify(body)),
      }),
    )
    for (const stored of await Promise.all(some)) if (stored.outcome === 'stored') names.push(stored.event)
  }
  return names.toSorted() // names sort in the order of arrival
}

const namesOf = ({ hubFolder, slug = slugOf(basename(hubFolder)) }: InboxPlace) => ({ hub: slug, hubFolder })

async function withStore<T>({ hubFolder, dataFolder }: InboxPlace, work: (store: Store) => Promise<T>) {
  await using store = await openStore(await storeOf(dataFolder ?? join(hubFolder, '.svc')))
  return await work(store)
}
