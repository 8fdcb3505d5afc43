/** Long numbers lose digits. Each file that calls it must justify that in `tests/house/foreign-json.test.ts`. */
export function parseLenient(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
