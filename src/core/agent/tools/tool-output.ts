import { cutText } from '#ground/base/cut-text.ts'
import { boundedJson, BinaryData } from './bounded-json.ts'

/** Characters of one tool result a model gets at most. */
export const MAX_OUTPUT = 64 * 1024

/**
 * A tool's return value as text for the model: bounded, never binary. Keeps no reference to a large value.
 *
 * @throws Error when the value is binary, is a stream, or can't be written as JSON (a cycle, a BigInt).
 */
export function outputText(value: unknown, limit = MAX_OUTPUT): string {
  if (value === undefined || value === null) return 'Done.'
  if (typeof value === 'string') return cut(value, limit)
  if (isStream(value)) throw new Error(`It returned a stream. Read it to its end, and return text or data.`)
  try {
    const { text, isWhole } = boundedJson(value, limit)
    return isWhole ? text : `${text}\n… cut here: there is more. Ask for less at a time.`
  } catch (error) {
    if (!(error instanceof BinaryData)) throw error
    throw new Error(
      `It returned binary data (${error.bytes} bytes), which a model can’t read. ` +
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

/** A slice keeps the whole text it was cut from in memory; a copy doesn't. */
const detached = (slice: string): string => Buffer.from(slice, 'utf16le').toString('utf16le')

const isStream = (value: unknown): boolean =>
  value instanceof ReadableStream ||
  value instanceof Response ||
  (typeof value === 'object' && typeof (value as { pipe?: unknown }).pipe === 'function')
