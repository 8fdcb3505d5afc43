import type { IncomingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { decompressed } from './decompressed.ts'

export interface ServerResponse {
  statusCode: number
  headers: IncomingHttpHeaders
  body: Pieces
}

export interface Pieces extends AsyncIterable<Buffer> {
  next(): Promise<IteratorResult<Buffer, undefined>>
  discard(): void
}

export function uncompressed({ headers, body }: ServerResponse): Pieces | null {
  const encoding = headers['content-encoding']
  if (!encoding) return body
  const stream = decompressed(Readable.from(body, { objectMode: false }), encoding)
  if (!stream) return null
  const pieces = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>
  return {
    next: () => pieces.next(),
    discard: () => void stream.on('error', () => {}).destroy(),
    [Symbol.asyncIterator]: () => pieces as AsyncIterableIterator<Buffer, undefined>,
  }
}

const MAX_BUFFERED_BYTES = 64 * 1024

type Piece = IteratorResult<Buffer, undefined>
const END: Piece = { done: true, value: undefined }

export class Receiver implements Dispatcher.DispatchHandler, Pieces {
  readonly answer: Promise<ServerResponse>
  #begin!: (answer: ServerResponse) => void
  #fail!: (error: Error) => void
  #controller: Dispatcher.DispatchController | null = null
  readonly #waiting: Buffer[] = []
  #bytes = 0
  #reader: { resolve(piece: Piece): void; reject(error: Error): void } | null = null
  #end: 'whole' | Error | null = null
  readonly #signal: AbortSignal | null

  constructor(signal: AbortSignal | null) {
    this.answer = new Promise((resolve, reject) => {
      this.#begin = resolve
      this.#fail = reject
    })
    this.#signal = signal
    if (signal?.aborted) this.#abort()
    else signal?.addEventListener('abort', this.#abort)
  }

  readonly #abort = () => {
    const reason: unknown = this.#signal!.reason
    this.#stop(reason instanceof Error ? reason : new Error('aborted', { cause: reason }))
  }

  #stop(reason: Error) {
    if (this.#end !== null) return
    this.#over(reason)
    this.#waiting.length = 0
    this.#controller?.abort(reason)
  }

  #over(how: 'whole' | Error) {
    this.#end = how
    this.#signal?.removeEventListener('abort', this.#abort)
    if (how !== 'whole') this.#fail(how)
    const reader = this.#reader
    this.#reader = null
    if (how === 'whole') reader?.resolve(END)
    else reader?.reject(how)
  }

  onRequestStart(controller: Dispatcher.DispatchController) {
    this.#controller = controller
    if (this.#end instanceof Error) controller.abort(this.#end)
  }

  onResponseStart(_: Dispatcher.DispatchController, statusCode: number, headers: IncomingHttpHeaders) {
    if (statusCode >= 200) this.#begin({ statusCode, headers, body: this })
  }

  onResponseData(controller: Dispatcher.DispatchController, piece: Buffer) {
    if (this.#end !== null) return
    const reader = this.#reader
    if (reader) {
      this.#reader = null
      return reader.resolve({ done: false, value: piece })
    }
    this.#waiting.push(piece)
    this.#bytes += piece.length
    if (this.#bytes > MAX_BUFFERED_BYTES) controller.pause()
  }

  onResponseEnd() {
    if (this.#end === null) this.#over('whole')
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error) {
    if (this.#end === null) this.#over(error)
  }

  next(): Promise<Piece> {
    const value = this.#waiting.shift()
    if (value !== undefined) {
      this.#bytes -= value.length
      if (this.#waiting.length === 0) this.#controller!.resume()
      return Promise.resolve({ done: false, value })
    }
    if (this.#end === 'whole') return Promise.resolve(END)
    if (this.#end) return Promise.reject(this.#end)
    return new Promise((resolve, reject) => (this.#reader = { resolve, reject }))
  }

  discard() {
    this.#stop(NOT_WANTED)
  }

  return(): Promise<Piece> {
    this.discard()
    return Promise.resolve(END)
  }

  [Symbol.asyncIterator]() {
    return this
  }
}

/** Created once, because capturing a stack trace is slow. The message is never shown. */
const NOT_WANTED = new Error('The rest of the response is not needed.')
