import { isRecord } from '#ground/base/json/lenient.ts'
import { keptSpan, type ForeignSpan } from './foreign-span.ts'
import { normalize, type Additions, type ForeignValue, type StandardValue } from './normalize.ts'
import { BadPayload, MAX_PAYLOAD_DEPTH, MAX_PAYLOAD_SPANS, type TracePayload } from './payload.ts'

/** Limits memory, because parsed values take many times the memory of their text. */
const MAX_VALUES = 1_500_000

/** @throws BadPayload */
export function readOtlpJson(bytes: Buffer): TracePayload {
  const request = parse(bytes)
  const spans: TracePayload['spans'] = []
  let [count, changed] = [0, false]
  for (const resourceSpans of objectsIn(request, 'resourceSpans')) {
    const service = serviceOf(resourceSpans)
    for (const scopeSpans of objectsIn(resourceSpans, 'scopeSpans'))
      for (const span of objectsIn(scopeSpans, 'spans')) {
        if (++count > MAX_PAYLOAD_SPANS) throw new BadPayload('The body holds too many spans.')
        const read = readSpan(span)
        const additions = normalize(read)
        const kept = keptSpan(read, additions, service)
        if (kept) spans.push(kept)
        changed = add(span, additions) || changed
      }
  }
  return { type: 'json', body: changed ? Buffer.from(JSON.stringify(request)) : bytes, count, spans }
}

type Json = Record<string, unknown>

function parse(bytes: Buffer): Json {
  checkSize(bytes)
  const text = bytes.toString()
  let value: unknown
  try {
    // Numbers that are too long for a double keep their original text.
    value = LONG_NUMBER.test(text) ? JSON.parse(text, keepLongNumbers as never) : JSON.parse(text)
  } catch {
    throw new BadPayload('The body is not valid JSON.')
  }
  if (!isRecord(value)) throw new BadPayload('The body is not a JSON object.')
  return value
}

const LONG_NUMBER = /[:[,\s]-?\d{16}/

const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown }

const keepLongNumbers = (_key: string, value: unknown, { source }: { source?: string }): unknown =>
  typeof value === 'number' && source !== undefined && String(value) !== source ? rawJSON(source) : value

/** Limits values and nesting before `JSON.parse` allocates memory for them. */
function checkSize(bytes: Buffer): void {
  let [values, depth, inText] = [0, 0, false]
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (inText) {
      if (byte === BACKSLASH) at++
      else if (byte === QUOTE) inText = false
    } else if (byte === QUOTE) inText = true
    else if (byte === COMMA) values++
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      values++
      if (++depth > MAX_PAYLOAD_DEPTH) throw new BadPayload('The body is nested too deeply.')
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth--
  }
  if (values > MAX_VALUES) throw new BadPayload('The body holds too many values.')
}

const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

function objectsIn(parent: Json, key: string): Json[] {
  const list = parent[key]
  if (list === undefined || list === null) return []
  if (!Array.isArray(list)) throw new BadPayload(`\`${key}\` is not a list.`)
  return list.filter(isRecord)
}

function serviceOf({ resource }: Json): string {
  const name = isRecord(resource) ? attributesOf(resource).get('service.name') : undefined
  return typeof name === 'string' ? name : 'unknown'
}

const readSpan = (span: Json): ForeignSpan => ({
  traceId: textOf(span['traceId']),
  spanId: textOf(span['spanId']),
  parentSpanId: textOf(span['parentSpanId']),
  name: textOf(span['name']),
  kind: typeof span['kind'] === 'number' ? span['kind'] : 0,
  startNs: nanosecondsOf(span['startTimeUnixNano']),
  endNs: nanosecondsOf(span['endTimeUnixNano']),
  status: isRecord(span['status']) && typeof span['status']['code'] === 'number' ? span['status']['code'] : 0,
  attributes: attributesOf(span),
  events: objectsIn(span, 'events').map((event) => ({
    name: textOf(event['name']),
    attributes: attributesOf(event),
  })),
})

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const nanosecondsOf = (value: unknown): bigint => {
  const text = isRecord(value) ? String(value['rawJSON']) : String(value)
  return /^\d{1,20}$/.test(text) ? BigInt(text) : 0n
}

function attributesOf(parent: Json): Map<string, ForeignValue> {
  const attributes = new Map<string, ForeignValue>()
  for (const attribute of objectsIn(parent, 'attributes'))
    if (typeof attribute['key'] === 'string') attributes.set(attribute['key'], valueOf(attribute['value']))
  return attributes
}

function valueOf(any: unknown): ForeignValue {
  if (!isRecord(any)) return null
  const { stringValue, boolValue, intValue, doubleValue, arrayValue } = any
  if (typeof stringValue === 'string') return stringValue
  if (typeof boolValue === 'boolean') return boolValue
  if (intValue !== undefined) return numberOf(intValue)
  if (doubleValue !== undefined) return numberOf(doubleValue)
  if (!isRecord(arrayValue)) return null
  const texts = objectsIn(arrayValue, 'values').map((item) => item['stringValue'])
  return texts.every((text) => typeof text === 'string') ? texts : null
}

const numberOf = (value: unknown): ForeignValue =>
  typeof value === 'number' ? value : typeof value === 'string' && value.trim() !== '' ? finite(value) : null

const finite = (text: string): ForeignValue => {
  const number = Number(text)
  return Number.isFinite(number) ? number : null
}

function add(span: Json, { add, replace, fails }: Additions): boolean {
  if (add.size === 0 && replace.size === 0 && !fails) return false
  const attributes = (span['attributes'] ??= []) as unknown[]
  for (const attribute of attributes) {
    const value = isRecord(attribute) ? replace.get(attribute['key'] as string) : undefined
    if (value) (attribute as Json)['value'] = anyValue(value)
  }
  for (const [key, value] of add) attributes.push({ key, value: anyValue(value) })
  if (fails) span['status'] = { ...(isRecord(span['status']) ? span['status'] : {}), code: 2 }
  return true
}

function anyValue(standard: StandardValue): Json {
  switch (standard.type) {
    case 'string':
      return { stringValue: standard.value }
    case 'int':
      return { intValue: String(standard.value) }
    case 'double':
      return { doubleValue: standard.value }
    case 'strings':
      return { arrayValue: { values: standard.value.map((stringValue) => ({ stringValue })) } }
  }
}
