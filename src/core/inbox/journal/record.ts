import { crc32 } from 'node:zlib'

/** A journal's record of an event: enough to write its file and its marker again. */
export interface JournalRecord {
  /** Endpoint of its inbox; null in records of a release that knew only one endpoint. */
  endpoint: string | null
  /** Name of the event file. */
  event: string
  /** Markers, relative to the dedup folder. */
  markers: readonly string[]
  content: Buffer
}

/** Length, checksum, generation, state; the state is not covered by the checksum. */
const HEAD = 16
const LIVE = 1

/** Offset of the state byte in a record. Earlier releases cancelled records with it. */
const STATE_AT = 12

/** Bytes of zeros where a record would begin: nothing of the segment from there on is replayed. */
export const END = Buffer.alloc(HEAD)

/** @param generation Number of the segment's present use; records of earlier uses carry another number. */
export function encodeRecord(
  { endpoint, event, markers, content }: JournalRecord,
  generation: number,
): Buffer {
  const place = endpoint === null ? event : `${endpoint}/${event}`
  const names = Buffer.from(`${place}\n${markers.join(' ')}\n`)
  const record = Buffer.allocUnsafe(HEAD + names.length + content.length)
  names.copy(record, HEAD)
  content.copy(record, HEAD + names.length)
  record.writeUInt32LE(record.length - HEAD, 0)
  record.writeUInt32LE(checksum(record.subarray(HEAD), generation), 4)
  record.writeUInt32LE(generation, 8)
  record.writeUInt32LE(LIVE, STATE_AT)
  return record
}

/** The live records of a segment, up to the first that is not whole: nothing after it was acknowledged. */
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
