import { AsyncLocalStorage } from 'node:async_hooks'

const labels = new AsyncLocalStorage<string>()

/**
 * Run code that others wrote. Whatever it starts (timers, sockets, promises) stays marked with `label`, so that a fault
 * long after can be told from one of our own.
 */
export const runForeignCode = <T>(label: string, code: () => T): T => labels.run(label, code)

/** The mark of the code that runs now, or whose fault is being handled; null in code of ours. */
export const foreignLabel = (): string | null => labels.getStore() ?? null
