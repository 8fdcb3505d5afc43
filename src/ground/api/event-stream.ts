/** Something that happens while somebody looks. `data` is sent as JSON. */
export interface StreamEvent {
  event: string
  data: unknown
}

/**
 * An answer of stream events, for as long as the reader stays and may see them. A reader that comes back begins
 * anew, so the first event is a whole picture.
 */
export class EventStream {
  /** What happens, from now on. Its end ends the answer; when the signal aborts, it ends too. */
  readonly follow: (signal: AbortSignal) => AsyncIterable<StreamEvent>
  constructor(follow: EventStream['follow']) {
    this.follow = follow
  }
}
