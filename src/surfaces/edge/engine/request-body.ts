import { bodyReader, type BodyReader } from './body-reader.ts'
import type { Framing } from './framing.ts'

export interface BodyReceiver {
  piece(bytes: Buffer): void
  ended(): void
}

export interface RequestBodySource {
  pause(): void
  resume(): void
  goOn(): void
}

const DROP: BodyReceiver = { piece() {}, ended() {} }

/** The body is not read until a receiver is attached. */
export class RequestBody {
  readonly framing: Framing
  readonly #source: RequestBodySource
  #reader: BodyReader | null = null
  #receiver: BodyReceiver | null = null
  #isWhole: boolean

  constructor(framing: Framing, source: RequestBodySource) {
    this.framing = framing
    this.#source = source
    this.#isWhole = framing.kind === 'none' || (framing.kind === 'length' && framing.length === 0)
  }

  get isThere(): boolean {
    return this.framing.kind === 'chunked' || (this.framing.kind === 'length' && this.framing.length > 0)
  }

  get isWhole(): boolean {
    return this.#isWhole
  }

  get isTaken(): boolean {
    return this.#receiver !== null
  }

  sendTo(receiver: BodyReceiver, { asSent }: { asSent: boolean }): void {
    this.#reader = bodyReader(this.framing, asSent)
    this.#give(receiver)
  }

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

  read(bytes: Buffer, at: number): number {
    const reader = this.#reader!
    const end = reader.read(bytes, at, this.#pass)
    if (end !== -1 && reader.isWhole && !this.#isWhole) {
      this.#isWhole = true
      this.#receiver?.ended()
    }
    return end
  }

  readonly #pass = (piece: Buffer): void => this.#receiver?.piece(piece)

  #give(receiver: BodyReceiver): void {
    this.#receiver = receiver
    this.#source.resume()
    this.#source.goOn()
  }
}
