import { AsyncLocalStorage } from 'node:async_hooks'

/** Owner of running code. */
export interface ForeignMark {
  /** Folder of the Hub that the code belongs to, absolute. */
  folder: string
  /** Name of the tool, or its file. */
  label: string
}

/** Called when a Hub's code begins to run, and once the last of it has ended. */
export type ForeignCodeListener = (folder: string, isRunning: boolean) => void

const marks = new AsyncLocalStorage<ForeignMark>()
const running = new Map<string, number>()
const listeners = new Set<ForeignCodeListener>()

/**
 * Runs foreign code. Everything it starts (timers, sockets, promises) stays marked, so that a much later
 * fault can be distinguished from our own.
 */
export async function runForeignCode<T>(mark: ForeignMark, code: () => T | Promise<T>): Promise<T> {
  count(mark.folder, 1)
  try {
    return await marks.run(mark, code)
  } finally {
    count(mark.folder, -1)
  }
}

/** The mark of the running code, or of the fault being handled; null in our own code. */
export const foreignMark = (): ForeignMark | null => marks.getStore() ?? null

/**
 * Registers a listener that is called before code begins, since the code may never yield.
 * @returns Function that removes the listener.
 */
export function onForeignCode(listener: ForeignCodeListener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function count(folder: string, change: 1 | -1): void {
  const now = (running.get(folder) ?? 0) + change
  if (now === 0) running.delete(folder)
  else running.set(folder, now)
  const isEdge = change === 1 ? now === 1 : now === 0
  if (isEdge) for (const notify of listeners) notify(folder, change === 1)
}
