import { keptSpan, type ForeignSpan } from './foreign-span.ts'
import { normalize, type Additions, type ForeignValue, type StandardValue } from './normalize.ts'
import { BadPayload, MAX_PAYLOAD_SPANS, type TracePayload } from './payload.ts'
import {
  BYTES,
  bytesField,
  doubleField,
  FIXED64,
  MalformedProtobuf,
  readFields,
  signedOf,
  textField,
  VARINT,
  varintField,
  type ProtobufField,
} from './wire.ts'

/**
 * To the bytes of each span, appends the attributes and the status that `normalize` returns. All other bytes, also
 * unknown fields, stay unchanged.
 * @throws BadPayload
 */
export function readProtobuf(bytes: Buffer): TracePayload {
  const spans: TracePayload['spans'] = []
  let count = 0
  const fields = limited(MAX_FIELDS)
  try {
    const body = rewrite(fields, bytes, RESOURCE_SPANS, (resourceSpans) => {
      const service = serviceOf(fields, resourceSpans)
      return rewrite(fields, resourceSpans, SCOPE_SPANS, (scopeSpans) =>
        rewrite(fields, scopeSpans, SPAN, (span) => {
          if (++count > MAX_PAYLOAD_SPANS) throw new BadPayload('The body holds too many spans.')
          const read = readSpan(fields, span)
          const additions = normalize(read)
          const kept = keptSpan(read, additions, service)
          if (kept) spans.push(kept)
          return added(fields, span, additions)
        }),
      )
    })
    return { type: 'protobuf', body, count, spans }
  } catch (error) {
    if (error instanceof MalformedProtobuf)
      throw new BadPayload(`The body is not protobuf: ${error.message}.`)
    throw error
  }
}

/** Limits the time for which a body of many tiny fields blocks other requests. */
const MAX_FIELDS = 5_000_000

type ReadFields = typeof readFields

function limited(most: number): ReadFields {
  let left = most
  return function* (...message) {
    for (const field of readFields(...message)) {
      if (--left < 0) throw new BadPayload('The body holds too many fields.')
      yield field
    }
  }
}

const RESOURCE_SPANS = 1
const SCOPE_SPANS = 2
const SPAN = 2

function rewrite(
  fields: ReadFields,
  bytes: Buffer,
  number: number,
  change: (message: Buffer) => Buffer,
): Buffer {
  const parts: Uint8Array[] = []
  let copied = 0
  for (const field of fields(bytes)) {
    if (field.number !== number || field.type !== BYTES) continue
    const message = bytes.subarray(field.from, field.to)
    const changed = change(message)
    if (changed === message) continue
    parts.push(bytes.subarray(copied, field.start), bytesField(number, changed))
    copied = field.to
  }
  return parts.length === 0 ? bytes : Buffer.concat([...parts, bytes.subarray(copied)])
}

function serviceOf(fields: ReadFields, resourceSpans: Buffer): string {
  for (const field of fields(resourceSpans))
    if (field.number === 1 && field.type === BYTES) {
      const name = readAttributes(fields, resourceSpans.subarray(field.from, field.to), 1).get('service.name')
      if (typeof name === 'string') return name
    }
  return 'unknown'
}

function readSpan(fields: ReadFields, bytes: Buffer): ForeignSpan {
  const span: ForeignSpan & { events: ForeignSpan['events'][number][] } = {
    traceId: '',
    spanId: '',
    parentSpanId: '',
    name: '',
    kind: 0,
    startNs: 0n,
    endNs: 0n,
    status: 0,
    attributes: readAttributes(fields, bytes, 9),
    events: [],
  }
  for (const field of fields(bytes)) {
    const content = bytes.subarray(field.from, field.to)
    if (field.type === BYTES) {
      if (field.number === 1) span.traceId = content.toString('hex')
      else if (field.number === 2) span.spanId = content.toString('hex')
      else if (field.number === 4) span.parentSpanId = content.toString('hex')
      else if (field.number === 5) span.name = content.toString()
      else if (field.number === 11) span.events.push(readEvent(fields, content))
      else if (field.number === 15) span.status = readStatus(fields, content) ?? span.status
    } else if (field.type === FIXED64) {
      if (field.number === 7) span.startNs = content.readBigUInt64LE()
      else if (field.number === 8) span.endNs = content.readBigUInt64LE()
    } else if (field.type === VARINT && field.number === 6) span.kind = signedOf(bytes, field)
  }
  return span
}

function readEvent(fields: ReadFields, bytes: Buffer): ForeignSpan['events'][number] {
  let name = ''
  for (const field of fields(bytes))
    if (field.number === 2 && field.type === BYTES) name = bytes.toString('utf8', field.from, field.to)
  return { name, attributes: readAttributes(fields, bytes, 3) }
}

const readStatus = (fields: ReadFields, bytes: Buffer): number | undefined => {
  let code: number | undefined
  for (const field of fields(bytes))
    if (field.number === 3 && field.type === VARINT) code = signedOf(bytes, field)
  return code
}

function readAttributes(fields: ReadFields, bytes: Buffer, number: number): Map<string, ForeignValue> {
  const attributes = new Map<string, ForeignValue>()
  for (const field of fields(bytes))
    if (field.number === number && field.type === BYTES) {
      const { key, value } = readKeyValue(fields, bytes, field)
      attributes.set(key, value)
    }
  return attributes
}

function readKeyValue(
  fields: ReadFields,
  bytes: Buffer,
  { from, to }: ProtobufField,
): { key: string; value: ForeignValue } {
  let key = ''
  let value: ForeignValue = null
  for (const field of fields(bytes, from, to)) {
    if (field.type !== BYTES) continue
    if (field.number === 1) key = bytes.toString('utf8', field.from, field.to)
    else if (field.number === 2) value = readValue(fields, bytes, field)
  }
  return { key, value }
}

function readValue(
  fields: ReadFields,
  bytes: Buffer,
  { from, to }: Pick<ProtobufField, 'from' | 'to'>,
): ForeignValue {
  let value: ForeignValue = null
  for (const field of fields(bytes, from, to)) {
    if (field.number === 1 && field.type === BYTES) value = bytes.toString('utf8', field.from, field.to)
    else if (field.number === 2 && field.type === VARINT) value = signedOf(bytes, field) !== 0
    else if (field.number === 3 && field.type === VARINT) value = signedOf(bytes, field)
    else if (field.number === 4 && field.type === FIXED64) value = bytes.readDoubleLE(field.from)
    else if (field.number === 5 && field.type === BYTES) value = readTexts(fields, bytes, field)
    else value = null
  }
  return value
}

function readTexts(fields: ReadFields, bytes: Buffer, { from, to }: ProtobufField): ForeignValue {
  const texts: string[] = []
  for (const field of fields(bytes, from, to)) {
    if (field.number !== 1 || field.type !== BYTES) continue
    const [only, ...others] = fields(bytes, field.from, field.to)
    if (only?.number !== 1 || only.type !== BYTES || others.length > 0) return null
    texts.push(bytes.toString('utf8', only.from, only.to))
  }
  return texts
}

function added(fields: ReadFields, span: Buffer, { add, replace, fails }: Additions): Buffer {
  if (add.size === 0 && replace.size === 0 && !fails) return span
  const replaced = replace.size === 0 ? span : replaceValues(fields, span, replace)
  return Buffer.concat([
    replaced,
    ...[...add].map(([key, value]) => bytesField(9, keyValue(key, value))),
    // Appends a second status: Protobuf readers merge both statuses and keep the message of the first.
    ...(fails ? [bytesField(15, varintField(3, 2))] : []),
  ])
}

const replaceValues = (fields: ReadFields, span: Buffer, replace: Additions['replace']): Buffer =>
  rewrite(fields, span, 9, (attribute) => {
    const { key } = readKeyValue(fields, attribute, {
      number: 9,
      type: BYTES,
      start: 0,
      from: 0,
      to: attribute.length,
    })
    const value = replace.get(key)
    return value ? keyValue(key, value) : attribute
  })

const keyValue = (key: string, value: StandardValue): Buffer =>
  Buffer.concat([textField(1, key), bytesField(2, anyValue(value))])

function anyValue(standard: StandardValue): Buffer {
  switch (standard.type) {
    case 'string':
      return textField(1, standard.value)
    case 'int':
      return varintField(3, standard.value)
    case 'double':
      return doubleField(4, standard.value)
    case 'strings':
      return bytesField(5, ...standard.value.map((text) => bytesField(1, textField(1, text))))
  }
}
