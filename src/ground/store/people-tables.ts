/** Tables of people and change requests. `Tables` documents the conventions. */
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

/** People in lists: mirrored accounts of the web chat, and others with a grant or block. */
interface People {
  /** Lower-case email address, or `svc:<name>`. */
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
  /** Sign-in method chosen when the Console created the account. */
  chosen_sign_in: string | null
  is_primary: Flag
  /** 1 if the account waits for approval, even while it is blocked. */
  is_pending: Flag
  created_at: number | null
  last_active_at: number | null
  /** When a change of the account was last mirrored. */
  mirrored_at_ms: number
}

/** Search index: each suffix of each word of names and email addresses, in lower case. */
interface PeopleWords {
  word: string
  subject: string
}

/** A sample of 1 in 256 people, chosen by a hash of the subject. */
interface PeopleSample {
  subject: string
}

/** Numbers of people by status and role, updated with each change. */
interface PeopleCounts {
  status: string
  /** Empty without an account. */
  role: string
  count: number
}

/** Progress of the mirror of accounts and access changes. */
interface PeopleProgress {
  /**
   * `projected_change` and `synced_change`: numbers of access changes. `refreshed_at_ms`, `sync_leased_until_ms`.
   * `accounts_followed`: number of the last change of an account that was read; 0 until all accounts were read.
   * `accounts_behind`: 1 while more changes exist.
   */
  name: string
  value: number
}

/** Operations that are complete in only one of their two systems: the web chat and the access ledger. */
interface PeopleOperations {
  subject: string
  /** `create`, `role` or `delete`. */
  kind: string
  /** `{"role": …}`, `{"grants": […], …}` or `{}`. Never contains a password. */
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
  /** End of the lease of the process that runs the call. */
  leased_until_ms: number | null
}
