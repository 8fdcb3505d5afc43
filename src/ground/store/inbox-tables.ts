/** Tables of events that lie in the store, where machines share it. */
export interface InboxTables {
  inboxes: InboxRows
  inbox_events: InboxEvents
  inbox_marks: InboxMarks
  inbox_notices: InboxNotices
}

/** Endpoints and channels that were ever delivered to. Whoever changes events of one holds its row. */
interface InboxRows {
  hub: string
  /** Of the endpoint or channel. */
  name: string
  /** Another with every change. */
  changed: number
}

interface InboxEvents {
  hub: string
  inbox: string
  /** As its file would be called: the order of names is that of arrival. */
  event: string
  state: 'pending' | 'processed' | 'quarantined'
  /** Whether it was put to the processed ones because nobody wanted it. */
  unmatched: number
  /** Bytes of its content. */
  size: number
  /** What its file would hold. */
  content: string
}

/** What tells a repeat of a delivery that was stored. */
interface InboxMarks {
  hub: string
  mark: string
  /** When it tells nothing any more; null: never. */
  until_ms: number | null
}

/** What the operator of a Hub should know of deliveries that were not stored. */
interface InboxNotices {
  hub: string
  /** Of the endpoint or channel; empty: of names that no endpoint has. */
  inbox: string
  refused: number
  /** The newest refusals as JSON. */
  refusals: string
  other_bodies: number
  /** The newest id that came again with another body, as JSON. */
  last_other_body: string | null
}
