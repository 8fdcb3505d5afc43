import type { ModelEvent, ModelRequest } from './model.ts'

/** What a wire reports and asks for. */
export interface Listener {
  /** Bytes came, also those of comments that only keep the connection open. */
  heard(): void
  /** The provider, and not we, took so many milliseconds. */
  waited(ms: number): void
  /** The body as this model takes it, of the one that the protocol would have. */
  sentBody(json: string | Buffer): string | Buffer
}

/** One model behind one HTTP protocol. */
export interface Wire {
  /**
   * Send a request. Resolves once the provider has begun to answer; until then nothing was said and the request may be
   * sent again.
   *
   * @throws what `failureOf` understands.
   */
  open(request: ModelRequest, listener: Listener, stop: AbortSignal): Promise<AsyncIterable<ModelEvent>>
}
