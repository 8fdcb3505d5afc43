import type { IncomingMessage } from 'node:http'

/**
 * The attributes of a CloudEvent in binary mode, by their names without `ce-`; undefined for other requests. Values are
 * percent-encoded in headers. Source: CloudEvents 1.0, HTTP protocol binding, "Binary content mode".
 */
export function cloudEventOf({
  rawHeaders,
}: Pick<IncomingMessage, 'rawHeaders'>): Record<string, string> | undefined {
  const attributes: Record<string, string> = Object.create(null)
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = /^ce-([a-z0-9]+)$/i.exec(rawHeaders[index]!)?.[1]?.toLowerCase()
    if (name !== undefined) attributes[name] = decoded(rawHeaders[index + 1]!)
  }
  return attributes['id'] !== undefined && attributes['source'] !== undefined ? attributes : undefined
}

const decoded = (value: string): string => {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
