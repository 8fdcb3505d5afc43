/** A value without NUL characters; see `without-nul.ts`. Apart from it, as not every process loads the store's library. */
export const cleaned = (value: unknown): unknown =>
  typeof value === 'string' && value.includes('\0') ? value.replaceAll('\0', '') : value
