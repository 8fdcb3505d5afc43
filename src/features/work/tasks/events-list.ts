import { join } from 'node:path'

/** An argument or variable holds at most 128 KiB on Linux; its name and the closing NUL count too. */
const MAX_LIST_BYTES = 120 * 1024
/** More wait for the next run. */
const MAX_EVENTS = 500

/** How many of the first events make one batch, so that their paths fit into one variable. */
export function fitBatch(folder: string, names: readonly string[]): number {
  let bytes = 0
  const most = Math.min(names.length, MAX_EVENTS)
  for (let count = 0; count < most; count++) {
    bytes += Buffer.byteLength(join(folder, names[count]!)) + 1
    if (bytes > MAX_LIST_BYTES) return Math.max(count, 1)
  }
  return most
}

/** Value of `SVC_WEBHOOK_EVENTS`: one absolute path a line. */
export const eventPaths = (folder: string, names: readonly string[]): string =>
  names.map((name) => join(folder, name)).join('\n')
