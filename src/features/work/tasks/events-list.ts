import { join } from 'node:path'

/** Linux limits a variable to 128 KiB, including its name and the final NUL. */
const MAX_LIST_BYTES = 120 * 1024
const MAX_EVENTS = 500

export function fitBatch(folder: string, names: readonly string[]): number {
  let bytes = 0
  const most = Math.min(names.length, MAX_EVENTS)
  for (let count = 0; count < most; count++) {
    bytes += Buffer.byteLength(join(folder, names[count]!)) + 1
    if (bytes > MAX_LIST_BYTES) return Math.max(count, 1)
  }
  return most
}

/** Value of `SVC_WEBHOOK_EVENTS`: one absolute path per line. */
export const eventPaths = (folder: string, names: readonly string[]): string =>
  names.map((name) => join(folder, name)).join('\n')
