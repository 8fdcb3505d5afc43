export interface StreamEvent {
  event: string
  data: unknown
}

/**
 * A client that reconnects does not receive the events that it missed, so the first event must contain the complete
 * state.
 */
export class EventStream {
  readonly follow: (signal: AbortSignal) => AsyncIterable<StreamEvent>
  constructor(follow: EventStream['follow']) {
    this.follow = follow
  }
}
