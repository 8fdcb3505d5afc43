import type { IncomingMessage } from 'node:http'

export type HeaderValues = (name: string) => readonly string[]

/** Reads `rawHeaders`, because `headers` joins or drops repeated headers and a repeated credential must be detected. */
export const headerValues = ({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): HeaderValues => {
  const values = new Map<string, string[]>()
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!.toLowerCase()
    const value = rawHeaders[index + 1]!.trim()
    const earlier = values.get(name)
    if (earlier) earlier.push(value)
    else values.set(name, [value])
  }
  return (name) => values.get(name) ?? NONE
}

const NONE: readonly string[] = []
