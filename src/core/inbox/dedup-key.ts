import { hash } from 'node:crypto'
import type { Delivery } from './inbox.ts'

/** How long identical bodies without an id count as repeats: the current window and the one before. */
export const WINDOW_MS = 10 * 60_000

/** What tells a repeat of a delivery: markers, relative to the dedup folder. Pure: no clock, no disk. */
export interface DedupKey {
  /** Any of these shows that the delivery was stored before. */
  readonly seen: readonly string[]
  /** To be left once it is stored. */
  readonly marks: readonly string[]
}

/**
 * Ids are foreign input of any length, so a marker's name is a hash; it covers the endpoint's name, since all endpoints
 * of a Hub share one folder. Markers of ids stay forever, spread over 256 folders; those of windows lie in a folder for
 * each window, which can go when it is over.
 *
 * A delivery with an id is known by that alone, but leaves its body's marker too: a sender that leaves the id out when it
 * tries again sends a repeat.
 */
export function dedupKey(name: string, { id, body }: Pick<Delivery, 'id' | 'body'>, nowMs: number): DedupKey {
  const window = Math.floor(nowMs / WINDOW_MS)
  const ofBody = digestOf(name, 'body', body)
  const current = `${windowFolder(window)}/${ofBody}`
  if (id === null) return { seen: [current, `${windowFolder(window - 1)}/${ofBody}`], marks: [current] }
  const ofId = digestOf(name, 'id', id)
  const marker = `${ofId.slice(0, 2)}/${ofId}`
  return { seen: [marker], marks: [marker, current] }
}

/** Hashed in one call: of small bodies, one for each part takes several times as long. */
const digestOf = (name: string, of: 'id' | 'body', value: string | Uint8Array): string => {
  const start = `${name}\0${of}\0`
  return hash(
    'sha256',
    typeof value === 'string' ? start + value : Buffer.concat([Buffer.from(start), value]),
  )
}

const windowFolder = (window: number): string => `window-${window}`

/** Whether a folder of the dedup folder belongs to a window that no delivery can fall into any more. */
export const isPastWindow = (folder: string, nowMs: number): boolean => {
  const window = /^window-(\d+)$/.exec(folder)?.[1]
  return window !== undefined && Number(window) < Math.floor(nowMs / WINDOW_MS) - 1
}
