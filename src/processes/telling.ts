import { systemClock } from '#ground/base/clock.ts'
import { silentLog } from '#ground/base/log.ts'
import type { WorkHints } from '#ground/bus/work-hints.ts'
import { openBus, type OpenBus } from './bus.ts'
import type { SharedConfig } from './config/shared.ts'
import { openSecrets } from './secrets.ts'

/** How long a command waits at its end for what it told: machines that don't hear it find out by themselves, later. */
const SENT_MS = 1500

/** Lets machines that run know of what a command has left to them in the store. Opens the bus when there is something to tell. */
export function createTelling(
  shared: Pick<SharedConfig, 'bus' | 'secretsFile' | 'dataFolder'>,
): AsyncDisposable & Pick<WorkHints, 'tell'> {
  let opened: Promise<OpenBus> | null = null
  const open = async () =>
    openBus(shared, { secrets: await openSecrets(shared), clock: systemClock, log: silentLog() })
  return {
    tell(hub, work) {
      if (shared.bus === null) return // who shares a store without one looks often
      opened ??= open()
      void opened.then(
        ({ hints }) => hints.tell(hub, work),
        () => {},
      )
    },
    async [Symbol.asyncDispose]() {
      const open = await opened?.catch(() => null)
      await open?.hints.sent(SENT_MS)
      await open?.[Symbol.asyncDispose]()
    },
  }
}
