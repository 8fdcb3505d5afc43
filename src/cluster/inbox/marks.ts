import { MARKER_BYTES } from '#core/inbox/markers/table.ts'

/** Converts a result of `dedupKey` to the name that a marker has in the marker files and in the database. */
export function deliveryMark(marker: string): string {
  const at = marker.indexOf('/')
  const endpoint = marker.slice(0, at)
  const within = endpoint.startsWith('window-') ? endpoint : 'ids'
  return `${within}/${marker.slice(at + 1, at + 1 + 2 * MARKER_BYTES)}`
}

export function* marksIn(file: Buffer, within: string): Generator<string> {
  for (let at = 0; at + MARKER_BYTES <= file.length; at += MARKER_BYTES) {
    const marker = file.subarray(at, at + MARKER_BYTES)
    if (marker.some((byte) => byte !== 0)) yield `${within}/${marker.toString('hex')}`
  }
}
