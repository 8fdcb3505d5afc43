import type { RequestBody } from './engine/request-body.ts'
import { READS } from './locks.ts'
import type { Managed } from './managed-hubs.ts'
import { isModelOf } from './model-ids.ts'
import { segmentsOf } from './segments.ts'

export function changesModels(method: string, path: string): boolean {
  if (READS.has(method)) return false
  const segments = segmentsOf(path)
  return MODELS.every((segment, index) => segments[index]?.toLowerCase() === segment)
}

const MODELS = ['api', 'v1', 'models']

export interface ModelChange {
  /** As sent, without its query. */
  path: string
  /** Without its question mark. */
  query: string
  /** Null if the request has no body. */
  body: { contentType: string; contentEncoding: string; bytes: Buffer } | null
}

/** Maximum size of a change, enough for hundreds of models. */
const MAX_BODY_BYTES = 1024 * 1024

/**
 * Also locks changes of all models, and unreadable requests. Source: service specification 1.0.1, "Edge rules", rule
 * 3.
 */
export function isModelLocked({ path, query, body }: ModelChange, managed: Managed): boolean {
  if (!managed.isAny) return false
  const rest = segmentsOf(path).slice(MODELS.length)
  if (OF_ALL.has(rest.join('/').toLowerCase())) return true
  const isManaged = (id: unknown) => isModelOf(id, managed)
  if (rest.some(isManaged) || isManaged(rest.slice(1).join('/'))) return true
  if ([...new URLSearchParams(query).values()].some(isManaged)) return true
  if (!body || body.bytes.length === 0) return false
  const named = idsIn(body)
  return named === null || named.some(isManaged)
}

const OF_ALL: ReadonlySet<string> = new Set(['delete/all', 'sync'])

function idsIn({ contentType, contentEncoding, bytes }: NonNullable<ModelChange['body']>): unknown[] | null {
  const isJson = /^application\/(?:[\w.+-]+\+)?json\b/i.test(contentType)
  if (!isJson || !/^(?:identity)?$/i.test(contentEncoding)) return null
  try {
    return idsOf(JSON.parse(bytes.toString('utf8')), 0)
  } catch {
    return null
  }
}

function idsOf(value: unknown, depth: number): unknown[] {
  if (depth > MAX_DEPTH) throw new Error('the list of models is nested too deeply')
  if (Array.isArray(value))
    return value.flatMap((one) => (typeof one === 'string' ? [one] : idsOf(one, depth + 1)))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    IDS.has(key) && typeof inner === 'string' ? [inner] : idsOf(inner, depth + 1),
  )
}

const MAX_DEPTH = 32
const IDS: ReadonlySet<string> = new Set(['id', 'ids', 'model', 'model_id', 'base_model_id'])

/** Null if the body exceeds `MAX_BODY_BYTES`. Never resolves if the client disconnects. */
export const readModelChange = (body: RequestBody): Promise<Buffer | null> =>
  new Promise((resolve) => {
    const pieces: Buffer[] = []
    let length = 0
    const piece = (bytes: Buffer) => {
      length += bytes.length
      if (length > MAX_BODY_BYTES) return resolve(null)
      pieces.push(bytes)
      return undefined
    }
    body.take({ piece, ended: () => resolve(Buffer.concat(pieces)) }, { asSent: false })
  })
