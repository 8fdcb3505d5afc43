import { isUtf8 } from 'node:buffer'
import { guessEncoding, type LegacyEncoding } from './guess-encoding.ts'

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | LegacyEncoding

export interface FoundEncoding {
  encoding: TextEncoding
  /** True if the text has neither a byte order mark nor valid UTF-8. */
  isGuess: boolean
}

export const SNIFFED_BYTES = 8192

const MIN_GUESSED_BYTES = 1024
const MAX_GUESSED_BYTES = 8192

export function encodingOf(start: Uint8Array): FoundEncoding | null {
  const [first, second] = start
  if (first === 0xff && second === 0xfe) return { encoding: 'utf-16le', isGuess: false }
  if (first === 0xfe && second === 0xff) return { encoding: 'utf-16be', isGuess: false }
  if (start.includes(0)) {
    const encoding = unmarkedUtf16Of(start)
    return encoding && { encoding, isGuess: true }
  }
  const bad = badByteAfterAscii(start.subarray(0, wholeCharacters(start)))
  const mayContinue = start.length >= SNIFFED_BYTES
  return bad === null || (mayContinue && start.length - bad < MIN_GUESSED_BYTES)
    ? { encoding: 'utf-8', isGuess: false }
    : { encoding: legacyEncodingOf(start, bad), isGuess: true }
}

const legacyEncodingOf = (bytes: Uint8Array, bad: number): LegacyEncoding =>
  guessEncoding(bytes.subarray(Math.max(0, bad - 1), bad + MAX_GUESSED_BYTES))

export interface TextStream {
  push(bytes: Uint8Array): string
  end(): string
}

/** If the first non-ASCII character is invalid UTF-8, guesses the encoding. Otherwise, invalid bytes become U+FFFD. */
export function textStream(
  encoding: TextEncoding,
  onGuess: (encoding: TextEncoding) => void = () => {},
): TextStream {
  if (encoding !== 'utf-8') return plainStream(encoding)
  let pending: Uint8Array = new Uint8Array()
  let decided: TextStream | null = null
  const decide = (bytes: Uint8Array): string => {
    const bad = badByteAfterAscii(bytes)
    const found = bad === null ? 'utf-8' : legacyEncodingOf(bytes, bad)
    if (bad !== null) onGuess(found)
    decided = plainStream(found)
    return decided.push(bytes)
  }
  return {
    push(bytes) {
      if (decided) return decided.push(bytes)
      const joined = pending.length > 0 ? Buffer.concat([pending, bytes]) : bytes
      const high = joined.findIndex((byte) => byte >= 0x80)
      const ascii = high === -1 ? joined.length : high
      if (joined.length - ascii >= MIN_GUESSED_BYTES) return decide(joined)
      const kept = Math.max(0, ascii - 1)
      pending = Uint8Array.from(joined.subarray(high === -1 ? ascii : kept)) // a copy, because the caller reuses its buffer
      return Buffer.from(joined.subarray(0, high === -1 ? ascii : kept)).toString('latin1')
    },
    end() {
      const text = decided === null && pending.length > 0 ? decide(pending) : ''
      return text + (decided?.end() ?? '')
    },
  }
}

function plainStream(encoding: TextEncoding): TextStream {
  const decoder = new TextDecoder(encoding)
  return { push: (bytes) => decoder.decode(bytes, { stream: true }), end: () => decoder.decode() }
}

function badByteAfterAscii(bytes: Uint8Array): number | null {
  if (isUtf8(bytes)) return null
  const high = bytes.findIndex((byte) => byte >= 0x80)
  const after = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(high, high + 4))
  const isCharacter = after[0] !== '\ufffd'
  return isCharacter ? null : high
}

function wholeCharacters(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!
    if (byte < 0x80) break
    if (byte < 0xc0) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
    return length > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}

/**
 * UTF-16 characters whose two bytes may both be printable ASCII. A text with many of these characters is probably not
 * UTF-16.
 */
const TWO_LETTERS = /[\u2020-\u7e7e]/g
const MAX_TWO_LETTERS_SHARE = 0.6

const isTwoLetters = (character: string): boolean => {
  const low = character.charCodeAt(0) & 0xff
  return low >= 0x20 && low <= 0x7e
}

function unmarkedUtf16Of(bytes: Uint8Array): TextEncoding | null {
  const asciiOf = (encoding: TextEncoding): number => {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true })
      if (/[\0-\x08\x0e-\x1f\x7f\ufffe\uffff]/.test(text)) return 0
      const ascii = text.match(/[\t\n\r -~]/g)?.length ?? 0
      const letters = (text.match(TWO_LETTERS) ?? []).filter(isTwoLetters).length
      return letters <= (text.length - ascii) * MAX_TWO_LETTERS_SHARE ? ascii : 0
    } catch {
      return 0
    }
  }
  const [little, big] = [asciiOf('utf-16le'), asciiOf('utf-16be')]
  if (little === big) return null
  return little > big ? 'utf-16le' : 'utf-16be'
}
