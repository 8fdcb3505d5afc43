import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'

/**
 * A request's body on its way to the upstream, with backpressure.
 *
 * A client that goes away is not seen here but at its response, which aborts the whole exchange.
 *
 * It stands between the two since the upstream client destroys the body it was given when an answer comes early or
 * the connection fails, and destroying the request itself would take the client's connection along.
 */
export class RequestBody extends Readable {
  readonly #request: IncomingMessage
  readonly #beforeFirstByte: () => void
  #begun = false

  /** @param beforeFirstByte Called once, when the upstream is connected and wants the body. */
  constructor(request: IncomingMessage, beforeFirstByte: () => void) {
    super({ highWaterMark: 64 * 1024 })
    this.#request = request
    this.#beforeFirstByte = beforeFirstByte
    this.on('error', () => {}) // whoever forwards the body hears it too; a late one has nobody left to tell
  }

  override _read(): void {
    if (!this.#begun) this.#begin()
    this.#request.resume()
  }

  #begin(): void {
    this.#begun = true
    this.#request.on('data', this.#push).on('end', this.#end)
    this.#beforeFirstByte()
  }

  readonly #push = (chunk: Buffer): void => {
    if (!this.push(chunk)) this.#request.pause()
  }

  readonly #end = (): void => {
    this.push(null)
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#request.off('data', this.#push).off('end', this.#end)
    done(error)
  }
}
