import { lists, readFields, valueOf, type Fields } from './fields.ts'

/** The head of an answer as the upstream sent it. */
export interface AnswerHead {
  version: string
  status: number
  reason: string
  fields: Fields
}

// oxlint-disable-next-line no-control-regex
const LINE = /HTTP\/(1\.[01]) ([1-9]\d\d)(?: ([^\x00-\x08\x0a-\x1f\x7f]*))?\r\n/y

/** Read a head strictly; null when it is none. Pure. @param text As that of a request. */
export function readAnswerHead(text: string): AnswerHead | null {
  LINE.lastIndex = 0
  const line = LINE.exec(text)
  const fields = line && readFields(text, LINE.lastIndex)
  return fields && { version: line[1]!, status: Number(line[2]), reason: line[3] ?? '', fields }
}

/** How long the upstream keeps the connection, in milliseconds; 0 when it does not, null when it doesn't say. Pure. */
export function keptFor({ version, fields }: AnswerHead): number | null {
  if (version !== '1.1' || lists(fields, 'connection', 'close')) return 0
  const [, seconds] = TIMEOUT.exec(valueOf(fields, 'keep-alive') ?? '') ?? []
  return seconds === undefined ? null : Number(seconds) * 1000
}

const TIMEOUT = /\btimeout=(\d{1,9})\b/i
