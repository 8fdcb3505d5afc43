/**
 * The JSON value in a text of another program; undefined when it is none. Long numbers lose digits: a file that uses it
 * says in `tests/house/foreign-json.test.ts` why that is harmless.
 */
export function parseLenient(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Whether a JSON value is an object: neither a list nor null. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
