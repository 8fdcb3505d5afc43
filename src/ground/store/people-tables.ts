/** Tables of people and of change requests, as kysely sees them. The conventions are those of `Tables`. */
export interface PeopleTables {
  people: People
  people_words: PeopleWords
  people_sample: PeopleSample
  people_counts: PeopleCounts
  people_progress: PeopleProgress
  people_operations: PeopleOperations
  change_requests: ChangeRequests
}

type Json = string
type Flag = number

/** Everybody lists show: accounts of the web chat as last read, and others who were granted access or blocked. */
interface People {
  /** E-mail in lower case, or `svc:<name>`. */
  subject: string
  /** Null without an account. */
  account_id: string | null
  name: string | null
  /** `user` or `admin`; null without an account. */
  role: string | null
  /** `active`, `pending`, `blocked` or `unknown`. */
  status: string
  /** `password` or `idp`; null without an account. */
  sign_in: string | null
  /** Way of sign-in chosen when the Console created the account. */
  chosen_sign_in: string | null
  is_primary: Flag
  /** Whether the account waits for approval, blocked or not. */
  is_pending: Flag
  created_at: number | null
  last_active_at: number | null
  /** When a change of the account was last seen. */
  mirrored_at_ms: number
}

/** Search index of people: every ending of every word of their names and e-mails, in lower case. */
interface PeopleWords {
  word: string
  subject: string
}

/** One of 256 people, chosen by a hash of the subject. */
interface PeopleSample {
  subject: string
}

/** How many people there are, kept with every change of theirs. */
interface PeopleCounts {
  status: string
  /** Empty without an account. */
  role: string
  count: number
}

/** How far the mirror follows its two sources. */
interface PeopleProgress {
  /**
   * `projected_change`, `synced_change` (numbers of access changes), `refreshed_at_ms`, `sync_leased_until_ms`,
   * `accounts_followed` (number of the web chat's newest change of an account that was read; 0 until all were),
   * `accounts_behind` (1 while there are more).
   */
  name: string
  value: number
}

/** Operations that were begun on one of their two sides and not finished on the other. */
interface PeopleOperations {
  subject: string
  /** `create`, `role` or `delete`. */
  kind: string
  /** `{"role": …}`, `{"grants": […], …}` or `{}`. Never a password. */
  wanted: Json
  started_by: string
  started_at_ms: number
}

interface ChangeRequests {
  id: string
  hub: string
  proposer: string
  /** `access`, `account` or `tool_call`. */
  kind: string
  operations: Json
  summary: string
  diff: Json
  policy_revision: number
  plan_hash: string
  /** `proposed`, `confirmed`, `rejected`, `expired` or `stale`. */
  state: string
  created_at_ms: number
  expires_at_ms: number
  decided_at_ms: number | null
  result: Json | null
  /** State of a confirmed tool call: `waiting`, `running` or `ended`. */
  call_state: string | null
  /** End of the lease of the call's runner. */
  leased_until_ms: number | null
}
