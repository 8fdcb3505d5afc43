/** An event of an `EventStream`. `data` is sent as JSON. */
export interface StreamEvent {
  event: string
  data: unknown
}

/**
 * A response of stream events. It ends when the reader disconnects or loses access. A reader that reconnects starts
 * again, so the first event must contain the complete state.
 */
export class EventStream {
  /** Yields events until the signal aborts. The response ends with the iterable. */
  readonly follow: (signal: AbortSignal) => AsyncIterable<StreamEvent>
  constructor(follow: EventStream['follow']) {
    this.follow = follow
  }
}
