export interface AcceptedTypes {
  json: boolean
  eventStream: boolean
}

/** The most specific range decides on each type (RFC 9110, 12.5.1). Without the header, all types are accepted. */
export function acceptedTypes(accept: string | undefined): AcceptedTypes {
  if (accept === undefined || accept.trim() === '') return { json: true, eventStream: true }
  const ranges = new Map<string, boolean>()
  for (const range of accept.toLowerCase().split(',')) {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim())
    const weight = parameters.find((parameter) => /^q\s*=/.test(parameter))
    const isAccepted = weight === undefined || Number(weight.replace(/^q\s*=\s*/, '')) > 0
    ranges.set(type, isAccepted || (ranges.get(type) ?? false))
  }
  const accepts = (kind: string, subtype: string) =>
    ranges.get(`${kind}/${subtype}`) ?? ranges.get(`${kind}/*`) ?? ranges.get('*/*') ?? false
  return { json: accepts('application', 'json'), eventStream: accepts('text', 'event-stream') }
}

/** JSON is UTF-8, which includes ASCII. */
export function isJsonCharset(contentType: string | undefined): boolean {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(contentType ?? '')?.[1]
  return charset === undefined || /^(utf-?8|us-ascii)$/i.test(charset)
}
