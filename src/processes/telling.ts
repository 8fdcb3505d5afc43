import type { WorkHints } from '#ground/bus/work-hints.ts'
import type { SharedConfig } from './config/shared.ts'

/** How long a command waits at its end for what it told: machines that don't hear it find out by themselves, later. */
const SENT_MS = 1500

type Told = Pick<SharedConfig, 'bus' | 'secretsFile' | 'dataFolder' | 'hubSlug'>

/** Lets machines that run know what a command has left to them in the store. Goes to the bus when there is something to tell. */
export function createTelling(shared: Told): AsyncDisposable & Pick<WorkHints, 'tell'> {
  let opened: Promise<WorkHints> | null = null
  // Most commands tell nothing.
  const open = async () => (await import('./own-hints.ts')).openOwnHints(shared)
  return {
    tell(work) {
      if (shared.bus === null) return // who shares a store without one looks often
      opened ??= open()
      void opened.then(
        (hints) => hints.tell(work),
        () => {}, // told late is told
      )
    },
    async [Symbol.asyncDispose]() {
      const hints = await opened?.catch(() => null)
      if (!hints) return
      await hints.sent(SENT_MS)
      await hints[Symbol.asyncDispose]()
    },
  }
}
