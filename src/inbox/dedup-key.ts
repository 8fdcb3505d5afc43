import { createHash } from 'node:crypto'
import type { Delivery } from './inbox.ts'

/** How long identical bodies without an id count as repeats: the current window and the one before. */
export const WINDOW_MS = 10 * 60_000

/** What tells a repeat of a delivery. Pure: no clock, no disk. */
export interface DedupKey {
  /** The same for all copies that could be under way at this moment. */
  readonly copies: string
  /** Markers, relative to the dedup folder, any of which shows that the delivery was stored before. */
  readonly seen: readonly string[]
  /** Marker to leave once it is stored. */
  readonly mark: string
}

/**
 * Ids are foreign input of any length, so a marker's name is a hash; it covers the endpoint's name, since all endpoints
 * of a Hub share one folder. Markers of ids stay forever, spread over 256 folders; those of windows lie in a folder for
 * each window, which can go when it is over.
 */
export function dedupKey(name: string, { id, body }: Pick<Delivery, 'id' | 'body'>, nowMs: number): DedupKey {
  const hash = createHash('sha256').update(`${name}\0${id === null ? 'body' : 'id'}\0`)
  const digest = hash.update(id ?? body).digest('hex')
  if (id !== null) {
    const marker = `${digest.slice(0, 2)}/${digest}`
    return { copies: digest, seen: [marker], mark: marker }
  }
  const window = Math.floor(nowMs / WINDOW_MS)
  const [current, previous] = [windowFolder(window), windowFolder(window - 1)]
  return {
    copies: digest,
    seen: [`${current}/${digest}`, `${previous}/${digest}`],
    mark: `${current}/${digest}`,
  }
}

const windowFolder = (window: number): string => `window-${window}`

/** Whether a folder of the dedup folder belongs to a window that no delivery can fall into any more. */
export const isPastWindow = (folder: string, nowMs: number): boolean => {
  const window = /^window-(\d+)$/.exec(folder)?.[1]
  return window !== undefined && Number(window) < Math.floor(nowMs / WINDOW_MS) - 1
}
