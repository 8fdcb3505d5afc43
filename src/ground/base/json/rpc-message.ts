import { ExactNumber, isExactNumber } from './exact-number.ts'
import { markNumbers } from './marks.ts'
import { withPlainNumbers } from './plain.ts'

/**
 * Prepares a message for the MCP library, which refuses ids that are unsafe integers: such ids become strings. Pass
 * the response through `unmarkedJson`, which restores the ids.
 * @param isExact Names of parameters whose numbers keep all digits, such as `arguments`.
 */
export function exactRpcMessage(body: unknown, isExact: ReadonlySet<string>): unknown {
  return Array.isArray(body) ? body.map((one) => messageOf(one, isExact)) : messageOf(body, isExact)
}

type Json = Record<string, unknown>

const isSchemaObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isExactNumber(value)

function messageOf(message: unknown, isExact: ReadonlySet<string>): unknown {
  if (!isSchemaObject(message)) return withPlainNumbers(message)
  const { params, ...rest } = message
  const plain = withPlainNumbers(rest) as Json
  const taken = isSchemaObject(params) ? paramsOf(params, isExact) : withPlainNumbers(params)
  const isSame = plain === rest && taken === params
  return withIds(message, isSame ? message : { ...plain, ...('params' in message && { params: taken }) }, [
    'id',
  ])
}

function paramsOf(params: Json, isExact: ReadonlySet<string>): Json {
  const taken: Json = {}
  for (const [key, value] of Object.entries(params))
    taken[key] = isExact.has(key) ? value : key === '_meta' ? metaOf(value) : withPlainNumbers(value)
  const isSame = Object.entries(taken).every(([key, value]) => value === params[key])
  return withIds(params, isSame ? params : taken, ['requestId', 'progressToken'])
}

function metaOf(meta: unknown): unknown {
  const plain = withPlainNumbers(meta)
  return isSchemaObject(meta) ? withIds(meta, plain as Json, ['progressToken']) : plain
}

const withIds = (from: Json, to: Json, keys: readonly string[]): Json => {
  const ids = keys
    .map((key) => [key, from[key]] as const)
    .filter(([, id]) => isExactNumber(id) || (Number.isInteger(id) && !Number.isSafeInteger(id)))
    .map(([key, id]) => [key, markNumbers(new ExactNumber(String(id)))])
  return ids.length === 0 ? to : { ...to, ...Object.fromEntries(ids) }
}
