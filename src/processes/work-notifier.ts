import type { WorkNotifications } from '#ground/bus/work-notifications.ts'
import type { SharedConfig } from './config/shared.ts'

/**
 * Time that a command waits at its end for its notifications to be sent: machines that don't receive them
 * find out later by polling.
 */
const SENT_MS = 1500

type Told = Pick<SharedConfig, 'bus' | 'secretsFile' | 'dataFolder' | 'hubSlug'>

/** Notifies running machines of work that a command left in the store. Connects to the bus on demand. */
export function createWorkNotifier(shared: Told): AsyncDisposable & Pick<WorkNotifications, 'notify'> {
  let opened: Promise<WorkNotifications> | null = null
  // Most commands send no notification.
  const open = async () => (await import('./cluster/notifications.ts')).openOwnNotifications(shared)
  return {
    notify(work) {
      if (shared.bus === null) return // machines that share a store without a bus poll often
      opened ??= open()
      void opened.then(
        (notifications) => notifications.notify(work),
        () => {}, // a late notification is still useful
      )
    },
    async [Symbol.asyncDispose]() {
      const notifications = await opened?.catch(() => null)
      if (!notifications) return
      await notifications.sent(SENT_MS)
      await notifications[Symbol.asyncDispose]()
    },
  }
}
