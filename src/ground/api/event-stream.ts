export interface StreamEvent {
  event: string
  data: unknown
}

/**
 * The stream ends when its reader loses access. A client that reconnects gets a new stream, so the first event must
 * contain the complete state.
 */
export class EventStream {
  readonly follow: (signal: AbortSignal) => AsyncIterable<StreamEvent>
  constructor(follow: EventStream['follow']) {
    this.follow = follow
  }
}
