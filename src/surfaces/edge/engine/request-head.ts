import { readFields, type HeaderFields } from './fields.ts'

/** The head of a request as sent. Its parts are not validated yet. */
export interface RequestHead {
  method: string
  target: string
  /** Such as `1.1`. */
  version: string
  fields: HeaderFields
}

/** A name of capitals, one space, visible characters, one space, a version. Source: RFC 9112, 3, which allows more. */
const LINE = /([A-Z]{1,20}) ([\x21-\x7e]+) HTTP\/(\d\.\d)\r\n/y

const MAX_FIELDS = 200

/**
 * Reads a head strictly: every server parses this grammar in the same way, and all else is refused with the
 * given status. It is narrower than the RFC, which permits many forms for old programs. Pure.
 *
 * @param bytes With the end of its last line, without the empty line.
 */
export function readRequestHead(bytes: Buffer): RequestHead | { refusedWith: 400 | 431 } {
  const text = bytes.toString('latin1')
  LINE.lastIndex = 0
  const line = LINE.exec(text)
  const fields = line && readFields(bytes, text, LINE.lastIndex)
  if (!fields) return { refusedWith: 400 }
  if (fields.size > MAX_FIELDS) return { refusedWith: 431 }
  return { method: line[1]!, target: line[2]!, version: line[3]!, fields }
}

/** True if the beginning of a head is already invalid, so that its end need not be awaited. Pure. */
export const isUnparsable = (beginning: string): boolean =>
  !BEGINNING.test(beginning) || /(?:^|[^\r])\n/.test(beginning)

const BEGINNING = /^[A-Z]{1,20}(?: |$)/
