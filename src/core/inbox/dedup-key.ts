import { hash } from 'node:crypto'
import type { InboxDelivery } from './inbox.ts'

/** Without a delivery id, two equal bodies in the same or in successive windows of this length are duplicates. */
export const WINDOW_MS = 10 * 60_000

export interface DedupKey {
  /** If any of these markers exists, the delivery is a duplicate. */
  readonly seen: readonly string[]
  readonly marks: readonly string[]
  /** Marker of the id together with the body; null if bodies are not compared. */
  readonly sameContent: string | null
}

type Keyed = Pick<InboxDelivery, 'id' | 'body'> &
  Partial<Pick<InboxDelivery, 'query' | 'contentType' | 'idHeader' | 'acceptsEqualBodies'>>

/**
 * Marker names are hashes, because ids are foreign input of any length. All endpoints share one folder, so the hash
 * covers the endpoint's name.
 * A delivery with an id also marks its body, so that a retry without the id is a duplicate.
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
 * For a JSON body without query parameters, hashes only the body, like earlier releases, which may run beside this
 * release during an upgrade.
 */
function contentDigest(name: string, { body, query = [], contentType = '' }: Keyed): string {
  const type = contentType.toLowerCase().replaceAll(/\s+/g, '')
  if (query.length === 0 && (type === '' || /^application\/json(;|$)/.test(type)))
    return digestOf(name, 'body', body)
  const head = Buffer.from(`${JSON.stringify([query, type])}\0`)
  return digestOf(name, 'content', Buffer.concat([head, body]))
}

/** For small bodies, one `hash` call is several times faster than `createHash` with several updates. */
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

export const isPastWindow = (folder: string, nowMs: number): boolean => {
  const window = /^window-(\d+)$/.exec(folder)?.[1]
  return window !== undefined && Number(window) < Math.floor(nowMs / WINDOW_MS) - 1
}
