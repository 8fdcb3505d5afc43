/** Characters of one tool result a model gets at most. */
export const MAX_OUTPUT = 64 * 1024

/**
 * What a tool returned, as text for the model: bounded, never binary.
 *
 * @throws when the value can't be said as JSON (a cycle, a BigInt).
 */
export function outputText(value: unknown, limit = MAX_OUTPUT): string {
  if (value === undefined || value === null) return 'Done.'
  if (value instanceof Uint8Array || value instanceof ArrayBuffer)
    return `(${value.byteLength} bytes of binary data; not shown)`
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return cut(text ?? 'Done.', limit)
}

const cut = (text: string, limit: number): string => {
  if (text.length <= limit) return text
  const end = isHighSurrogate(text.charCodeAt(limit - 1)) ? limit - 1 : limit
  return `${text.slice(0, end)}\n… cut here: ${text.length - end} more characters. Ask for less at a time.`
}

const isHighSurrogate = (code: number): boolean => code >= 0xd8_00 && code <= 0xdb_ff
