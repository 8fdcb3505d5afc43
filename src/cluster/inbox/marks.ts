import { MARKER_BYTES } from '#core/inbox/markers/table.ts'

/**
 * Name of a dedup marker in the store: its scope, and as much of its hash as the folder's own files keep, so
 * that those can be moved in.
 *
 * @param marker As `dedupKey` returns it.
 */
export function deliveryMark(marker: string): string {
  const at = marker.indexOf('/')
  const place = marker.slice(0, at)
  const within = place.startsWith('window-') ? place : 'ids'
  return `${within}/${marker.slice(at + 1, at + 1 + 2 * MARKER_BYTES)}`
}

/** Those in a file of markers. @param within `ids`, or the window. */
export function* marksIn(file: Buffer, within: string): Generator<string> {
  for (let at = 0; at + MARKER_BYTES <= file.length; at += MARKER_BYTES) {
    const marker = file.subarray(at, at + MARKER_BYTES)
    if (marker.some((byte) => byte !== 0)) yield `${within}/${marker.toString('hex')}`
  }
}
