import { readFields, type Fields } from './fields.ts'

/** The head of a request as it was sent. What its parts mean is not judged yet. */
export interface RequestHead {
  method: string
  target: string
  /** Such as `1.1`. */
  version: string
  fields: Fields
}

/** A name of capitals, one space, visible characters, one space, a version. Source: RFC 9112, 3, which allows more. */
const LINE = /([A-Z]{1,20}) ([\x21-\x7e]+) HTTP\/(\d\.\d)\r\n/y

const MOST_FIELDS = 200

/**
 * Read a head strictly: what this grammar takes every server reads in the same way, and all else is refused with the
 * status that is given. It is narrower than the RFC, which lets many things pass for the sake of old programs. Pure.
 *
 * @param bytes With the end of its last line, without the empty one.
 */
export function readRequestHead(bytes: Buffer): RequestHead | { refusedWith: 400 | 431 } {
  const text = bytes.toString('latin1')
  LINE.lastIndex = 0
  const line = LINE.exec(text)
  const fields = line && readFields(bytes, text, LINE.lastIndex)
  if (!fields) return { refusedWith: 400 }
  if (fields.size > MOST_FIELDS) return { refusedWith: 431 }
  return { method: line[1]!, target: line[2]!, version: line[3]!, fields }
}

/** Whether the beginning of a head can't become one any more, so that nobody waits for its end. Pure. */
export const isHopeless = (beginning: string): boolean =>
  !BEGINNING.test(beginning) || /(?:^|[^\r])\n/.test(beginning)

const BEGINNING = /^[A-Z]{1,20}(?: |$)/
