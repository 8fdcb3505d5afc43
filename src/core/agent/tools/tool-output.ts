import { cutText } from '#ground/base/cut-text.ts'
import { boundedJson, BinaryData } from './bounded-json.ts'

export const MAX_OUTPUT = 64 * 1024

/** @throws Error if the value is binary, a stream, or not JSON-compatible (a cycle, a BigInt). */
export function outputText(value: unknown, limit = MAX_OUTPUT): string {
  if (value === undefined || value === null) return 'Done.'
  if (typeof value === 'string') return cut(value, limit)
  if (isStream(value))
    throw new Error(`The tool returned a stream. Read it to its end, and return text or data.`)
  try {
    const { text, isWhole } = boundedJson(value, limit)
    return isWhole ? text : `${text}\n… cut here: there is more. Ask for less at a time.`
  } catch (error) {
    if (!(error instanceof BinaryData)) throw error
    throw new Error(
      `The tool returned binary data (${error.bytes} bytes), which a model can’t read. ` +
        'Save it with saveFile and return the link.',
      { cause: error },
    )
  }
}

const cut = (text: string, limit: number): string => {
  if (text.length <= limit) return text
  const kept = detached(cutText(text, limit))
  return `${kept}\n… cut here: ${text.length - kept.length} more characters. Ask for less at a time.`
}

/** V8 keeps the whole text in memory for a slice of it, so this function copies the slice. */
const detached = (slice: string): string => Buffer.from(slice, 'utf16le').toString('utf16le')

const isStream = (value: unknown): boolean =>
  value instanceof ReadableStream ||
  value instanceof Response ||
  (typeof value === 'object' && typeof (value as { pipe?: unknown }).pipe === 'function')
