import { AsyncLocalStorage } from 'node:async_hooks'

/** Whose code runs. */
export interface ForeignMark {
  /** Folder of the Hub that the code belongs to, absolute. */
  folder: string
  /** Name of the tool, or its file. */
  label: string
}

/** Told of a Hub whose code begins to run, and once the last of it has ended. */
export type ForeignCodeListener = (folder: string, isRunning: boolean) => void

const marks = new AsyncLocalStorage<ForeignMark>()
const running = new Map<string, number>()
const listeners = new Set<ForeignCodeListener>()

/**
 * Run code that others wrote. Whatever it starts (timers, sockets, promises) stays marked, so that a fault long after can
 * be told from one of our own.
 */
export async function runForeignCode<T>(mark: ForeignMark, code: () => T | Promise<T>): Promise<T> {
  count(mark.folder, 1)
  try {
    return await marks.run(mark, code)
  } finally {
    count(mark.folder, -1)
  }
}

/** The mark of the code that runs now, or whose fault is being handled; null in code of ours. */
export const foreignMark = (): ForeignMark | null => marks.getStore() ?? null

/** Be told before code begins: it may never give the process back. @returns What ends the telling. */
export function onForeignCode(listener: ForeignCodeListener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function count(folder: string, change: 1 | -1): void {
  const now = (running.get(folder) ?? 0) + change
  if (now === 0) running.delete(folder)
  else running.set(folder, now)
  const isEdge = change === 1 ? now === 1 : now === 0
  if (isEdge) for (const tell of listeners) tell(folder, change === 1)
}
