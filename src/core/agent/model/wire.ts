import type { ModelEvent, ModelRequest } from './model.ts'

/** Callbacks of a wire. */
export interface ModelListener {
  /** Bytes arrived, including comments that only keep the connection open. */
  heard(): void
  /** The provider, and not we, took so many milliseconds. */
  waited(ms: number): void
  /** The body as this model takes it, of the one that the protocol would have. */
  sentBody(json: string | Buffer): string | Buffer
}

/** One model behind one HTTP protocol. */
export interface ModelWire {
  /**
   * Sends a request. Resolves once the provider has begun to answer; until then no text was received, and the
   * request may be repeated.
   *
   * @throws errors that `failureOf` understands.
   */
  open(request: ModelRequest, listener: ModelListener, stop: AbortSignal): Promise<AsyncIterable<ModelEvent>>
}
