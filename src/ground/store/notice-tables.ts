export interface NoticeTables {
  notice_settings: NoticeSettings
  notice_ways: NoticeWays
  notice_items: NoticeItems
  notice_letters: NoticeLetters
  notice_rounds: { name: string; slot_ms: number }
}

type Json = string
type Flag = number

interface NoticeSettings {
  email: string
  account_id: string
  /** Kinds of items that the person does not want. */
  muted: Json
  /** Least severe level: `failure`, `warning` or `decision`. */
  level: string
  with_solved: Flag
  /** `at_once`, `hourly` or `daily`. */
  pace: string
  /** Minutes since midnight in the person's time zone. */
  daily_at: number
  quiet_from: number | null
  quiet_until: number | null
  time_zone: string
  language: string
  /** Time of the next check of the person's items. */
  due_at_ms: number
}

interface NoticeWays {
  id: string
  email: string
  /** `mail`, `channel` or `webhook`. */
  kind: string
  /** Only for channels. */
  hub: string | null
  /** Only for channels. */
  channel: string | null
  /** The person's handle at the channel, or the address of the webhook. */
  target: string | null
  /** Sealed signing secret of a webhook. */
  secret: string | null
  created_at_ms: number
  /** Outcome of the last attempt: `sent`, `retrying` or `failed`; null before the first attempt. */
  last_outcome: string | null
  last_reason: string | null
  last_at_ms: number | null
  /** Time of the first failure after the last success. */
  failing_since_ms: number | null
  paused_at_ms: number | null
}

interface NoticeItems {
  email: string
  item: string
  level: string
  count: number
  facts: Json
  seen_at_ms: number
  /** Null until the item is reported: an absent Hub, for example, is reported after a delay. */
  notified_at_ms: number | null
}

interface NoticeLetters {
  /** Idempotency key. */
  id: string
  email: string
  way_id: string
  items: Json
  /** `waiting`, `sending`, `handed` to the messages of a Hub, `sent`, `failed` or `dropped`. */
  state: string
  attempts: number
  reason: string | null
  created_at_ms: number
  /** Time of the next attempt; while `sending`, the time after which the attempt counts as interrupted. */
  due_at_ms: number
  ended_at_ms: number | null
}
