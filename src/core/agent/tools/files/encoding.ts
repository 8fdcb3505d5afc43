/** How the bytes of a text file are read. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** Bytes to look at for `encodingOf`. */
export const SNIFFED_BYTES = 8192

/**
 * Tell the encoding of a text by how it starts; null when it is no text. A byte order mark counts, else what is no valid
 * UTF-8 is taken for Windows-1252, which knows every byte.
 */
export function encodingOf(start: Uint8Array): Encoding | null {
  const [first, second] = start
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (start.includes(0)) return null
  return isUtf8(start) ? 'utf-8' : 'windows-1252'
}

/** That the bytes end inside a character is no sign of anything. */
const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}
