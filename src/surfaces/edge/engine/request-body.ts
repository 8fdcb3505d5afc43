import { bodyReader, type BodyReader } from './body-reader.ts'
import type { Framing } from './framing.ts'

/** Receiver of a body. */
export interface BodyTaker {
  piece(bytes: Buffer): void
  ended(): void
}

/** The connection of a body. */
export interface RequestBodySource {
  pause(): void
  resume(): void
  /** A receiver is attached: waiting bytes can be processed. */
  goOn(): void
}

const DROP: BodyTaker = { piece() {}, ended() {} }

/** A request's body, which is not read until a receiver is attached. */
export class RequestBody {
  readonly framing: Framing
  readonly #source: RequestBodySource
  #reader: BodyReader | null = null
  #taker: BodyTaker | null = null
  #isWhole: boolean

  constructor(framing: Framing, source: RequestBodySource) {
    this.framing = framing
    this.#source = source
    this.#isWhole = framing.kind === 'none' || (framing.kind === 'length' && framing.length === 0)
  }

  /** Whether there is one: without either header HTTP/1.1 knows none. */
  get isThere(): boolean {
    return this.framing.kind === 'chunked' || (this.framing.kind === 'length' && this.framing.length > 0)
  }

  /** All of it has been read. */
  get isWhole(): boolean {
    return this.#isWhole
  }

  get isTaken(): boolean {
    return this.#taker !== null
  }

  /** @param asSent Whether chunks are passed on as chunks; else their content is. */
  take(taker: BodyTaker, { asSent }: { asSent: boolean }): void {
    this.#reader = bodyReader(this.framing, asSent)
    this.#give(taker)
  }

  /** Read the rest and keep nothing of it. */
  drop(): void {
    if (this.#isWhole) return
    this.#reader ??= bodyReader(this.framing, false)
    this.#give(DROP)
  }

  pause(): void {
    if (!this.#isWhole) this.#source.pause()
  }

  resume(): void {
    this.#source.resume()
  }

  /** Only for an accepted upgrade. @returns As a body's reader does. */
  read(bytes: Buffer, at: number): number {
    const reader = this.#reader!
    const end = reader.read(bytes, at, this.#pass)
    if (end !== -1 && reader.isWhole && !this.#isWhole) {
      this.#isWhole = true
      this.#taker?.ended()
    }
    return end
  }

  readonly #pass = (piece: Buffer): void => this.#taker?.piece(piece)

  #give(taker: BodyTaker): void {
    this.#taker = taker
    this.#source.resume()
    this.#source.goOn()
  }
}
