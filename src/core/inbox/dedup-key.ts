import { hash } from 'node:crypto'
import type { InboxDelivery } from './inbox.ts'

/** How long identical bodies without an id count as repeats: the current window and the one before. */
export const WINDOW_MS = 10 * 60_000

/** Markers that identify duplicates of a delivery, relative to the dedup folder. Pure: no clock, no disk. */
export interface DedupKey {
  /** Any of these shows that the delivery was stored before. */
  readonly seen: readonly string[]
  /** To be left once it is stored. */
  readonly marks: readonly string[]
  /** Among the marks, the one of this id with this content; null where ids are not compared with contents. */
  readonly sameContent: string | null
}

type Keyed = Pick<InboxDelivery, 'id' | 'body'> &
  Partial<Pick<InboxDelivery, 'query' | 'contentType' | 'idHeader' | 'acceptsEqualBodies'>>

/**
 * Ids are foreign input of any length, so a marker's name is a hash; it covers the endpoint's name, since all
 * endpoints of a Hub share one folder. Markers of ids stay forever, spread over 256 folders; markers of a
 * window are in the window's own folder, which is deleted afterwards.
 *
 * A delivery with an id is identified by the id alone, but stores its body's marker too: a retry without the
 * id is a duplicate.
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
 * Content that makes deliveries without an id equal: body, query and content type. JSON without a query is
 * hashed by its body alone, as in every earlier release: during an upgrade both releases recognize each
 * other's deliveries.
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
