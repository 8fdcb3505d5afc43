import { crc32 } from 'node:zlib'

export interface JournalRecord {
  /** Null in records of early releases, which had only one endpoint. */
  endpoint: string | null
  event: string
  /** Paths relative to the dedup folder. */
  markers: readonly string[]
  content: Buffer
}

/** Bytes of a record's header: length, checksum, generation and state. The checksum does not cover the state. */
const HEAD = 16
const LIVE = 1

/** Offset of the state byte. Earlier releases changed it to cancel a record. */
const STATE_AT = 12

/** A header of zeros marks the end of the segment. */
export const END = Buffer.alloc(HEAD)

/**
 * @param generation Incremented each time the segment is cleared. Readers stop at a record that has another number
 * than the segment's first record.
 */
export function encodeRecord(
  { endpoint, event, markers, content }: JournalRecord,
  generation: number,
): Buffer {
  const eventPath = endpoint === null ? event : `${endpoint}/${event}`
  const names = Buffer.from(`${eventPath}\n${markers.join(' ')}\n`)
  const record = Buffer.allocUnsafe(HEAD + names.length + content.length)
  names.copy(record, HEAD)
  content.copy(record, HEAD + names.length)
  record.writeUInt32LE(record.length - HEAD, 0)
  record.writeUInt32LE(checksum(record.subarray(HEAD), generation), 4)
  record.writeUInt32LE(generation, 8)
  record.writeUInt32LE(LIVE, STATE_AT)
  return record
}

/** Stops at the first incomplete record: nothing after it was acknowledged. */
export function* decodeRecords(segment: Buffer): Generator<JournalRecord> {
  if (segment.length < HEAD) return
  const generation = segment.readUInt32LE(8)
  for (let at = 0; at + HEAD <= segment.length;) {
    const length = segment.readUInt32LE(at)
    const body = segment.subarray(at + HEAD, at + HEAD + length)
    const isWhole =
      length > 0 &&
      body.length === length &&
      segment.readUInt32LE(at + 8) === generation &&
      segment.readUInt32LE(at + 4) === checksum(body, generation)
    if (!isWhole) return
    if (segment.readUInt8(at + STATE_AT) === LIVE) yield parse(body)
    at += HEAD + length
  }
}

const checksum = (body: Buffer, generation: number): number => crc32(body, generation)

const parse = (body: Buffer): JournalRecord => {
  const first = body.indexOf(0x0a)
  const second = body.indexOf(0x0a, first + 1)
  const place = body.toString('utf8', 0, first)
  const slash = place.indexOf('/')
  return {
    endpoint: slash === -1 ? null : place.slice(0, slash),
    event: place.slice(slash + 1),
    markers: body.toString('utf8', first + 1, second).split(' '),
    content: body.subarray(second + 1),
  }
}
