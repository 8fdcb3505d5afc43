/** Tables of events in the store, where machines share it. */
export interface InboxTables {
  inboxes: InboxRows
  inbox_events: InboxEvents
  inbox_marks: InboxMarks
  inbox_notices: InboxNotices
}

/** Endpoints and channels with deliveries. Changes to an endpoint's events require the lock of its row. */
interface InboxRows {
  hub: string
  /** Name of the endpoint or channel. */
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
  /** Whether it was processed without a matching trigger. */
  unmatched: number
  /** Bytes of its content. */
  size: number
  /** Content of its file. */
  content: string
}

/** Marker that identifies duplicates of a stored delivery. */
interface InboxMarks {
  hub: string
  mark: string
  /** Expiry; null: never. */
  until_ms: number | null
}

/** Notices for the operator of a Hub about deliveries that were not stored. */
interface InboxNotices {
  hub: string
  /** Name of the endpoint or channel; empty for names that no endpoint has. */
  inbox: string
  refused: number
  /** The newest refusals as JSON. */
  refusals: string
  other_bodies: number
  /** The newest id that was repeated with another body, as JSON. */
  last_other_body: string | null
}
