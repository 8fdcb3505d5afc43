import { sql } from 'kysely'
import type { Clock } from '#ground/base/clock.ts'
import { isChannel } from '#ground/hub/channels.ts'
import type { WorkNotifications } from '#ground/bus/work-notifications.ts'
import type { Store } from '#ground/store/store.ts'
import type { Inboxes, StoredEvents } from '#core/inbox/inbox.ts'
import { createInboxWriter, type InTransaction } from './inbox-writer.ts'
import { claimedFiles } from './claimed-files.ts'
import { createInboxReader, type KnownNames } from './inbox-reader.ts'

export interface StoreInboxesDeps {
  hub: string
  hubFolder: string
  store: Pick<Store, 'db' | 'transaction'>
  clock: Pick<Clock, 'now'>
  notifications: Pick<WorkNotifications, 'notify'>
}

export function storeInboxes({ hub, hubFolder, store, clock, notifications }: StoreInboxesDeps): Inboxes {
  const known = new Map<string, KnownNames>()
  return {
    of(name, db): StoredEvents {
      const names = known.get(name) ?? new Map()
      known.set(name, names)
      const ref = { hub, name }
      const files = claimedFiles(hubFolder, name)
      const transaction: InTransaction = db ? (work) => work(db) : (work) => store.transaction(work)
      const events = createInboxReader(ref, db ?? store.db, names)
      return {
        ...events,
        ...createInboxWriter(ref, {
          transaction,
          clock,
          files,
          read: events.read,
          // The caller notifies listeners itself if it passes `db`, because its transaction is not committed yet.
          onWaiting: () => void (db || notifications.notify('inbox')),
        }),
        folderOf: () => files.folder,
        fileOf: () => null,
        makeFiles: (claimed) =>
          files.make(claimed, {
            read: (event) => events.read('pending', event),
            listPending: () => events.list('pending'),
          }),
      }
    },
    async names() {
      const rows = await store.db.selectFrom('inboxes').where('hub', '=', hub).select('name').execute()
      return rows.flatMap(({ name }) => (isChannel(name) ? [] : [name]))
    },
    foldersOf: () => [],
    async readArrivalMark() {
      const { changes } = await store.db
        .selectFrom('inboxes')
        .where('hub', '=', hub)
        .select(sql<string | number | null>`sum(changed)`.as('changes'))
        .executeTakeFirstOrThrow()
      return String(changes)
    },
  }
}
