export interface ProtobufField {
  number: number
  type: WireType
  start: number
  /** Offset of the value's first byte, after its tag and length. */
  from: number
  to: number
}

/** Wire types of Protobuf, without the deprecated groups (3 and 4). */
export type WireType = 0 | 1 | 2 | 5
export const VARINT = 0
export const FIXED64 = 1
export const BYTES = 2
const FIXED32 = 5

export class MalformedProtobuf extends Error {
  override readonly name = 'MalformedProtobuf'
}

/** @throws MalformedProtobuf */
export function* readFields(bytes: Buffer, from = 0, to = bytes.length): Generator<ProtobufField> {
  const cursor = { at: from }
  while (cursor.at < to) {
    const start = cursor.at
    const tag = readVarint(bytes, cursor, to)
    const number = Math.floor(tag / 8)
    const type = (tag % 8) as WireType
    if (number === 0 || number > 0x1fff_ffff) throw new MalformedProtobuf('a field without a number')
    const length = lengthOf(type, bytes, cursor, to)
    const content = cursor.at
    cursor.at += length
    if (cursor.at > to) throw new MalformedProtobuf('a field is cut off')
    yield { number, type, start, from: content, to: cursor.at }
  }
}

const lengthOf = (type: WireType, bytes: Buffer, cursor: { at: number }, to: number): number => {
  if (type === BYTES) return readVarint(bytes, cursor, to)
  if (type === FIXED64) return 8
  if (type === FIXED32) return 4
  if (type !== VARINT) throw new MalformedProtobuf('a field of an unknown kind')
  const from = { at: cursor.at }
  readVarint(bytes, from, to)
  return from.at - cursor.at
}

/** Exact up to 2^53; larger numbers lose their last digits. */
function readVarint(bytes: Buffer, cursor: { at: number }, to: number): number {
  let value = 0
  for (let factor = 1, count = 0; count < 10 && cursor.at < to; factor *= 128, count++) {
    const byte = bytes[cursor.at++]!
    value += (byte & 0x7f) * factor
    if (byte < 0x80) return value
  }
  throw new MalformedProtobuf('a number is cut off')
}

export function signedOf(bytes: Buffer, { from, to }: ProtobufField): number {
  let value = 0n
  for (let at = to - 1; at >= from; at--) value = (value << 7n) | BigInt(bytes[at]! & 0x7f)
  return Number(BigInt.asIntN(64, value))
}

export const varint = (value: number): Buffer => {
  const bytes: number[] = []
  for (; value >= 128; value = Math.floor(value / 128)) bytes.push((value % 128) + 128)
  return Buffer.from([...bytes, value])
}

export const bytesField = (number: number, ...content: readonly Uint8Array[]): Buffer => {
  const length = content.reduce((sum, part) => sum + part.length, 0)
  return Buffer.concat([varint(number * 8 + BYTES), varint(length), ...content])
}

export const textField = (number: number, text: string): Buffer => bytesField(number, Buffer.from(text))

export const varintField = (number: number, value: number): Buffer =>
  Buffer.concat([varint(number * 8 + VARINT), varint(value)])

export const doubleField = (number: number, value: number): Buffer => {
  const content = Buffer.alloc(8)
  content.writeDoubleLE(value)
  return Buffer.concat([varint(number * 8 + FIXED64), content])
}
