import { readFields, type HeaderFields } from './fields.ts'

export interface AnswerHead {
  version: string
  status: number
  reason: string
  fields: HeaderFields
}

// oxlint-disable-next-line no-control-regex
const LINE = /HTTP\/(1\.[01]) ([1-9]\d\d)(?: ([^\x00-\x08\x0a-\x1f\x7f]*))?\r\n/y

/** Null if malformed. */
export function readAnswerHead(bytes: Buffer): AnswerHead | null {
  const text = bytes.toString('latin1')
  LINE.lastIndex = 0
  const line = LINE.exec(text)
  const fields = line && readFields(bytes, text, LINE.lastIndex)
  return fields && { version: line[1]!, status: Number(line[2]), reason: line[3] ?? '', fields }
}

/** Announced keep-alive time in milliseconds; 0 if the upstream closes the connection, null if it announces no time. */
export function readKeepAlive({ version, fields }: AnswerHead): number | null {
  if (version !== '1.1' || fields.lists('connection', 'close')) return 0
  const keepAlive = fields.value('keep-alive')
  const [, seconds] = (keepAlive !== undefined && TIMEOUT.exec(keepAlive)) || []
  return seconds === undefined ? null : Number(seconds) * 1000
}

const TIMEOUT = /\btimeout=(\d{1,9})\b/i
