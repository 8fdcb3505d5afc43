/** Tables of events, if instances share the inbox. */
export interface InboxTables {
  inboxes: InboxRows
  inbox_events: InboxEvents
  inbox_marks: InboxMarks
  inbox_notices: InboxNotices
}

/** Endpoints and messaging providers with deliveries. Changes to their events require the lock of the row. */
interface InboxRows {
  hub: string
  /** Name of the endpoint or messaging provider. */
  name: string
  /** Changes whenever an event changes. */
  changed: number
}

interface InboxEvents {
  hub: string
  inbox: string
  /** File name of the event. Names sort in order of arrival. */
  event: string
  state: 'pending' | 'processed' | 'quarantined'
  /** 1 if it was processed without a matching trigger. */
  unmatched: number
  /** Size of `content` in bytes. */
  size: number
  /** Content of the event's file. */
  content: string
}

/** A marker that detects duplicates of a delivery. */
interface InboxMarks {
  hub: string
  mark: string
  /** Null: never expires. */
  until_ms: number | null
}

/** Counts of deliveries that were not stored, for a Hub's operator. */
interface InboxNotices {
  hub: string
  /** Name of the endpoint or messaging provider; empty for unknown endpoints. */
  inbox: string
  refused: number
  /** The latest refusals as JSON. */
  refusals: string
  other_bodies: number
  /** The latest duplicate id with a different body, as JSON. */
  last_other_body: string | null
}
