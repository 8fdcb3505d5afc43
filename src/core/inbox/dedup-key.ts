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
  /** Among the marks, the one of this id with this content; null where ids are not compared with contents. */
  readonly sameContent: string | null
}

type Keyed = Pick<Delivery, 'id' | 'body'> &
  Partial<Pick<Delivery, 'query' | 'contentType' | 'idHeader' | 'acceptsEqualBodies'>>

/**
 * Ids are foreign input of any length, so a marker's name is a hash; it covers the endpoint's name, since all endpoints
 * of a Hub share one folder. Markers of ids stay forever, spread over 256 folders; those of windows lie in a folder for
 * each window, which can go when it is over.
 *
 * A delivery with an id is known by that alone, but leaves its body's marker too: a sender that leaves the id out when it
 * tries again sends a repeat.
 */
export function dedupKey(name: string, delivery: Keyed, nowMs: number): DedupKey {
  const { id, idHeader, acceptsEqualBodies } = delivery
  const window = Math.floor(nowMs / WINDOW_MS)
  const ofContent = contentDigest(name, delivery)
  const current = `${windowFolder(window)}/${ofContent}`
  if (id === null) {
    if (acceptsEqualBodies) return { seen: [], marks: [], sameContent: null }
    return {
      seen: [current, `${windowFolder(window - 1)}/${ofContent}`],
      marks: [current],
      sameContent: null,
    }
  }
  const marker = idMarker(digestOf(name, 'id', id))
  if (idHeader === undefined) return { seen: [marker], marks: [marker, current], sameContent: null }
  const sameContent = idMarker(digestOf(name, 'id and content', `${ofContent}\0${id}`))
  return { seen: [marker], marks: [marker, current, sameContent], sameContent }
}

const idMarker = (digest: string): string => `${digest.slice(0, 2)}/${digest}`

/**
 * What makes a delivery without an id equal to another: body, query and content type. JSON without a query is hashed by
 * its body alone, as every release before did: during an upgrade both releases recognise each other's deliveries.
 */
function contentDigest(name: string, { body, query = [], contentType = '' }: Keyed): string {
  const type = contentType.toLowerCase().replaceAll(/\s+/g, '')
  if (query.length === 0 && (type === '' || /^application\/json(;|$)/.test(type)))
    return digestOf(name, 'body', body)
  const head = Buffer.from(`${JSON.stringify([query, type])}\0`)
  return digestOf(name, 'content', Buffer.concat([head, body]))
}

/** Hashed in one call: of small bodies, one for each part takes several times as long. */
const digestOf = (
  name: string,
  of: 'id' | 'body' | 'content' | 'id and content',
  value: string | Uint8Array,
): string => {
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
