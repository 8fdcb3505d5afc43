/** Rounds long numbers. `tests/house/foreign-json.test.ts` lists the permitted callers. */
export function parseLenient(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
