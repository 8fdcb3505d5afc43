import { ChunkedReader } from './chunked-reader.ts'
import type { Framing } from './framing.ts'

export interface BodyReader {
  readonly isWhole: boolean
  /** @returns Position after the body; -1 if the bytes are malformed. */
  read(bytes: Buffer, at: number, pass: (piece: Buffer) => void): number
}

/** @param asSent True passes chunks with their framing; false passes only their content. */
export function bodyReader(framing: Framing, asSent: boolean): BodyReader {
  if (framing.kind === 'chunked') return new ChunkedReader(asSent)
  if (framing.kind === 'end') return new LengthReader(Infinity)
  return new LengthReader(framing.kind === 'length' ? framing.length : 0)
}

class LengthReader implements BodyReader {
  #left: number

  constructor(length: number) {
    this.#left = length
  }

  get isWhole(): boolean {
    return this.#left === 0
  }

  read(bytes: Buffer, at: number, pass: (piece: Buffer) => void): number {
    const end = Math.min(bytes.length, at + this.#left)
    if (end === at) return at
    this.#left -= end - at
    pass(at === 0 && end === bytes.length ? bytes : bytes.subarray(at, end))
    return end
  }
}
