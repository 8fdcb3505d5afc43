import type { ModelEvent, ModelRequest } from './model.ts'

export interface ModelListener {
  /** Called when bytes arrive, also for keep-alive comments. */
  recordBytes(): void
  waited(ms: number): void
  sentBody(json: string | Buffer): string | Buffer
}

export interface ModelWire {
  /** Resolves when the provider starts to respond. Until then, the request can be retried. */
  open(request: ModelRequest, listener: ModelListener, stop: AbortSignal): Promise<AsyncIterable<ModelEvent>>
}
