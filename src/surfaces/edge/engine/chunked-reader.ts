import { readLines } from './fields.ts'

type ReadState = 'size' | 'size-end' | 'data' | 'data-end' | 'data-end-line' | 'trailers'

const CR = 0x0d
const LF = 0x0a
const MAX_SIZE_DIGITS = 8
const MAX_TRAILER_BYTES = 16 * 1024
const LAST_CHUNK = Buffer.from('0\r\n\r\n')

/**
 * Accepts no chunk extensions and only CRLF; drops trailers (RFC 9112, 7.1). Passes the last chunk only when the body
 * is complete, so that an interrupted body never looks complete.
 */
export class ChunkedReader {
  isWhole = false
  readonly #asSent: boolean
  #place: ReadState = 'size'
  #digits = 0
  #size = 0
  #trailers = ''

  constructor(asSent: boolean) {
    this.#asSent = asSent
  }

  read(bytes: Buffer, at: number, pass: (piece: Buffer) => void): number {
    let begun = this.#place === 'size' && this.#digits === 0 ? at : -1
    let from = at
    const passTo = (end: number) => {
      if (end > from) pass(bytes.subarray(from, end))
    }
    while (at < bytes.length) {
      const byte = bytes[at]!
      if (this.#place === 'data') {
        const end = Math.min(bytes.length, at + this.#size)
        if (!this.#asSent) pass(bytes.subarray(at, end))
        this.#size -= end - at
        at = end
        if (this.#size === 0) this.#place = 'data-end'
      } else if (this.#place === 'size') {
        if (byte !== CR) {
          const digit = digitOf(byte)
          if (digit === -1 || this.#digits++ === MAX_SIZE_DIGITS) return -1
          this.#size = this.#size * 16 + digit
        } else if (this.#digits === 0) return -1
        else this.#place = 'size-end'
        at++
      } else if (this.#place === 'size-end') {
        if (byte !== LF) return -1
        at++
        if (this.#size === 0) {
          if (begun !== -1 && bytes[at] === CR && bytes[at + 1] === LF) {
            this.isWhole = true
            if (this.#asSent) passTo(at + 2)
            return at + 2
          }
          if (this.#asSent && begun !== -1) passTo(begun)
          return this.#readTrailers(bytes, at, pass)
        }
        if (this.#asSent && begun === -1) pass(Buffer.from(`${this.#size.toString(16)}\r\n`))
        if (begun === -1) from = at
        this.#place = 'data'
      } else if (this.#place === 'data-end') {
        if (byte !== CR) return -1
        at++
        this.#place = 'data-end-line'
      } else if (this.#place === 'data-end-line') {
        if (byte !== LF) return -1
        at++
        this.#place = 'size'
        this.#digits = 0
        begun = at
      } else return this.#readTrailers(bytes, at, pass)
    }
    if (this.#asSent) {
      const isInSize = this.#place === 'size' || this.#place === 'size-end'
      passTo(isInSize ? Math.max(begun, from) : at)
    }
    return at
  }

  #readTrailers(bytes: Buffer, at: number, pass: (piece: Buffer) => void): number {
    this.#place = 'trailers'
    const known = this.#trailers.length
    this.#trailers += bytes.toString('latin1', at, Math.min(bytes.length, at + MAX_TRAILER_BYTES))
    const end = endOfTrailers(this.#trailers)
    if (end === -1) return this.#trailers.length >= MAX_TRAILER_BYTES ? -1 : bytes.length
    const fields = readLines(this.#trailers.slice(0, end - 2))
    if (fields === null || FRAMES.some((name) => fields.countEquivalentLines(name) > 0)) return -1
    this.isWhole = true
    if (this.#asSent) pass(LAST_CHUNK)
    return at + end - known
  }
}

const endOfTrailers = (text: string): number => {
  if (text.startsWith('\r\n')) return 2
  const end = text.indexOf('\r\n\r\n')
  return end === -1 ? -1 : end + 4
}

/** Trailers that would contradict the framing of the body. */
const FRAMES = ['content-length', 'transfer-encoding'] as const

const digitOf = (byte: number): number => {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}
