/** `data` is sent as JSON. */
export interface StreamEvent {
  event: string
  data: unknown
}

/** Ends when the reader loses access. A reconnected reader starts again, so the first event has the complete state. */
export class EventStream {
  /** Yields events until the signal aborts. The response ends with the iterable. */
  readonly follow: (signal: AbortSignal) => AsyncIterable<StreamEvent>
  constructor(follow: EventStream['follow']) {
    this.follow = follow
  }
}
