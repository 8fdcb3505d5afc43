/** An event of a live view. `data` is sent as JSON. */
export interface StreamEvent {
  event: string
  data: unknown
}

/**
 * A response of stream events, while the reader stays and may see them. A reconnecting reader restarts, so
 * the first event is a complete state.
 */
export class EventStream {
  /** Events from now on. Its end ends the response; when the signal aborts, it ends too. */
  readonly follow: (signal: AbortSignal) => AsyncIterable<StreamEvent>
  constructor(follow: EventStream['follow']) {
    this.follow = follow
  }
}
