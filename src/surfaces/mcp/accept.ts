/** Media types of answers that a client takes. */
export interface TakenTypes {
  json: boolean
  eventStream: boolean
}

/**
 * Reads an `Accept` header (RFC 9110, 12.5.1): the most specific range decides on each type, `q=0` refuses it, and parameters such as
 * `charset` change nothing. A request without the header takes all types.
 */
export function takenTypes(accept: string | undefined): TakenTypes {
  if (accept === undefined || accept.trim() === '') return { json: true, eventStream: true }
  const ranges = new Map<string, boolean>()
  for (const range of accept.toLowerCase().split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim())
    const weight = parameters.find((parameter) => /^q\s*=/.test(parameter))
    const isTaken = weight === undefined || Number(weight.replace(/^q\s*=\s*/, '')) > 0
    ranges.set(type, isTaken || (ranges.get(type) ?? false))
  }
  const takes = (kind: string, subtype: string) =>
    ranges.get(`${kind}/${subtype}`) ?? ranges.get(`${kind}/*`) ?? ranges.get('*/*') ?? false
  return { json: takes('application', 'json'), eventStream: takes('text', 'event-stream') }
}

/** Whether the body of this `Content-Type` is in an encoding that JSON has: UTF-8, or its part ASCII. */
export function isJsonCharset(contentType: string | undefined): boolean {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(contentType ?? '')?.[1]
  return charset === undefined || /^(utf-?8|us-ascii)$/i.test(charset)
}
