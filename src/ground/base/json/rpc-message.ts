import { isExactNumber } from './exact-number.ts'
import { markNumbers } from './marks.ts'
import { mayLoseDigits, parseJson } from './parse.ts'
import { withPlainNumbers } from './plain.ts'

/**
 * A JSON-RPC message for a library that validates it. Numbers are JavaScript's where those have the same value; exact
 * numbers remain in arguments and results. Ids that are exact numbers become marked texts: send answers through
 * `unmarkedJson`.
 *
 * @param isExact Names of parameters that keep all digits, such as `arguments`.
 * @throws SyntaxError
 */
export function parseRpcMessage(text: string, isExact: ReadonlySet<string>): unknown {
  const body = parseJson(text)
  if (!mayLoseDigits(text)) return body // however deep it is
  return Array.isArray(body) ? body.map((one) => messageOf(one, isExact)) : messageOf(body, isExact)
}

type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isExactNumber(value)

function messageOf(message: unknown, isExact: ReadonlySet<string>): unknown {
  if (markNumbers(message) === message) return message // it holds no exact numbers
  const plain = withPlainNumbers(message)
  if (!isObject(message)) return plain
  const { params } = message
  return withIds(
    message,
    { ...(plain as Json), ...(isObject(params) && { params: paramsOf(params, isExact) }) },
    ['id'],
  )
}

function paramsOf(params: Json, isExact: ReadonlySet<string>): Json {
  const kept = Object.entries(params).filter(([key]) => isExact.has(key))
  const plain = { ...(withPlainNumbers(params) as Json), ...Object.fromEntries(kept) }
  const { _meta: meta } = params
  const taken = isObject(meta)
    ? { ...plain, _meta: withIds(meta, withPlainNumbers(meta) as Json, ['progressToken']) }
    : plain
  return withIds(params, taken, ['requestId', 'progressToken'])
}

/** Ids go back as they came, to the last digit. */
const withIds = (from: Json, to: Json, keys: readonly string[]): Json => {
  const ids = keys.filter((key) => isExactNumber(from[key])).map((key) => [key, markNumbers(from[key])])
  return ids.length === 0 ? to : { ...to, ...Object.fromEntries(ids) }
}
