export interface InboxTables {
  inboxes: InboxRows
  inbox_events: InboxEvents
  inbox_marks: InboxMarks
  inbox_notices: InboxNotices
  inbox_tests: InboxTests
}

/** One row per endpoint or messaging provider. Transactions lock the row before they change its events. */
interface InboxRows {
  hub: string
  name: string
  changed: number
}

interface InboxEvents {
  hub: string
  inbox: string
  /** File name of the event. Names sort in order of arrival. */
  event: string
  state: 'pending' | 'processed' | 'quarantined'
  /** 1 if the event was processed without a matching trigger. */
  unmatched: number
  /** Bytes of `content`. */
  size: number
  content: string
}

interface InboxMarks {
  hub: string
  mark: string
  /** Null: never expires. */
  until_ms: number | null
}

interface InboxNotices {
  hub: string
  /** Empty for unknown endpoints. */
  inbox: string
  refused: number
  refusals: string
  other_bodies: number
  /** `{ at, header, id }` of the last duplicate with a different body. */
  last_other_body: string | null
}

interface InboxTests {
  hub: string
  inbox: string
  /** JSON: a person's wait for one delivery at the endpoint's test address. */
  wait: string
}
