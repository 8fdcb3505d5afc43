import type { WorkNotifications } from '#ground/bus/work-notifications.ts'
import type { SharedConfig } from './config/shared.ts'

/** Maximum time that an ending command waits until its notifications are sent. Instances that receive none poll. */
const FLUSH_TIMEOUT_MS = 1500

type NotifierConfig = Pick<SharedConfig, 'bus' | 'secretsFile' | 'dataFolder' | 'hubSlug'>

export function createWorkNotifier(
  shared: NotifierConfig,
): AsyncDisposable & Pick<WorkNotifications, 'notify'> {
  let opened: Promise<WorkNotifications> | null = null
  // Imported on demand, because most commands send no notification.
  const open = async () => (await import('./cluster/notifications.ts')).openOwnNotifications(shared)
  return {
    notify(work) {
      if (shared.bus === null) return // instances without a message bus poll often
      opened ??= open()
      void opened.then(
        (notifications) => notifications.notify(work),
        () => {}, // without the notification, instances poll for the work
      )
    },
    async [Symbol.asyncDispose]() {
      const notifications = await opened?.catch(() => null)
      if (!notifications) return
      await notifications.flush(FLUSH_TIMEOUT_MS)
      await notifications[Symbol.asyncDispose]()
    },
  }
}
