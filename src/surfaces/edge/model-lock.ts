import { JsonTooLarge, readJson } from '#ground/base/json/read.ts'
import { MAX_MODEL_LIST_BYTES } from '#ground/base/network/body-limits.ts'
import { processTurns } from '#ground/base/turn-budget.ts'
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

const MAX_BODY_BYTES = 1024 * 1024

/**
 * Also locks changes to all models at once, and requests that cannot be parsed. Source: service specification 1.0.1,
 * "Edge rules", rule 3.
 */
export async function isModelLocked({ path, query, body }: ModelChange, managed: Managed): Promise<boolean> {
  if (!managed.isAny) return false
  const rest = restOf(path)
  if (OF_ALL.has(rest.join('/').toLowerCase())) return true
  const isManaged = (id: unknown) => isModelOf(id, managed)
  if (rest.some(isManaged) || isManaged(rest.slice(1).join('/'))) return true
  if ([...new URLSearchParams(query).values()].some(isManaged)) return true
  if (!body || body.bytes.length === 0) return false
  const named = await idsIn(body)
  return named === null || named.some(isManaged)
}

const restOf = (path: string): string[] => segmentsOf(path).slice(MODELS.length)

const OF_ALL: ReadonlySet<string> = new Set(['delete/all', 'sync'])

async function idsIn({
  contentType,
  contentEncoding,
  bytes,
}: NonNullable<ModelChange['body']>): Promise<unknown[] | null> {
  const isJson = /^application\/(?:[\w.+-]+\+)?json\b/i.test(contentType)
  if (!isJson || !/^(?:identity)?$/i.test(contentEncoding)) return null
  try {
    return idsOf(await readJson(bytes.toString('utf8'), { turns: processTurns }), 0)
  } catch (error) {
    if (error instanceof JsonTooLarge) throw error
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

const LISTS: ReadonlySet<string> = new Set(['import', 'sync'])

/** Null if the body exceeds the limit of its path. Never resolves if the client disconnects. */
export const readModelChange = (path: string, body: RequestBody): Promise<Buffer | null> =>
  new Promise((resolve) => {
    const isList = LISTS.has(restOf(path).join('/').toLowerCase())
    const maxBytes = isList ? MAX_MODEL_LIST_BYTES : MAX_BODY_BYTES
    const pieces: Buffer[] = []
    let length = 0
    const piece = (bytes: Buffer) => {
      length += bytes.length
      if (length > maxBytes) return resolve(null)
      pieces.push(bytes)
      return undefined
    }
    body.sendTo({ piece, ended: () => resolve(Buffer.concat(pieces)) }, { asSent: false })
  })
