import { readFields, type HeaderFields } from './fields.ts'

export interface RequestHead {
  method: string
  target: string
  /** Such as `1.1`. */
  version: string
  fields: HeaderFields
}

const LINE = /([A-Z]{1,20}) ([\x21-\x7e]+) HTTP\/(\d\.\d)\r\n/y

const MAX_FIELDS = 200

/**
 * Parses strictly, so that all servers read the head in the same way.
 * @param bytes The head with the end of its last line, without the empty line.
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

/** Refuses an invalid head early, so that the edge need not wait for its end. */
export const isUnparsable = (beginning: string): boolean =>
  !BEGINNING.test(beginning) || /(?:^|[^\r])\n/.test(beginning)

const BEGINNING = /^[A-Z]{1,20}(?: |$)/
