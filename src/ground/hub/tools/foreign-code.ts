import { AsyncLocalStorage } from 'node:async_hooks'

export interface ForeignMark {
  folder: string
  label: string
}

export type ForeignCodeListener = (folder: string, isRunning: boolean) => void

const marks = new AsyncLocalStorage<ForeignMark>()
const running = new Map<string, number>()
const listeners = new Set<ForeignCodeListener>()

/** Timers, sockets and promises of the code keep the mark, so that later errors can be attributed to the tool. */
export async function runForeignCode<T>(mark: ForeignMark, code: () => T | Promise<T>): Promise<T> {
  count(mark.folder, 1)
  try {
    return await marks.run(mark, code)
  } finally {
    count(mark.folder, -1)
  }
}

/** Folder and label of the tool whose code is running; null outside of tool code. */
export const foreignMark = (): ForeignMark | null => marks.getStore() ?? null

/** Calls `listener` before the code starts, because the code may block the event loop. */
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
