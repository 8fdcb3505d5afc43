import type { Generated } from 'kysely'

export interface PeopleTables {
  people: People
  people_words: PeopleWords
  people_sample: PeopleSample
  people_counts: PeopleCounts
  people_progress: PeopleProgress
  people_operations: PeopleOperations
  change_requests: ChangeRequests
  question_turns: QuestionTurns
}

type Json = string
type Flag = number

/** Accounts of the web chat, and people without an account who have a grant or block. */
interface People {
  /** Lower-case email address, or `svc:<name>`. */
  subject: string
  account_id: string | null
  name: string | null
  /** `naturalKey` of the name, or of the subject without a name; empty in rows of earlier releases until it is filled. */
  name_order: Generated<string>
  /** `user` or `admin`; null without an account. */
  role: string | null
  /** `active`, `pending`, `blocked` or `unknown`. */
  status: string
  /** `password` or `idp`; null without an account. */
  sign_in: string | null
  chosen_sign_in: string | null
  is_primary: Flag
  /** 1 if approval is pending, even while the account is blocked. */
  is_pending: Flag
  created_at: number | null
  last_active_at: number | null
  mirrored_at_ms: number
}

/** Search index: each suffix of each word of names and email addresses, in lower case. */
interface PeopleWords {
  word: string
  subject: string
}

/** Sample of 1 in 256 people, chosen by a hash of the subject, to estimate how many people match a search. */
interface PeopleSample {
  subject: string
}

interface PeopleCounts {
  status: string
  /** Empty for people without an account. */
  role: string
  count: number
}

interface PeopleProgress {
  name: string
  value: number
}

/** Unfinished operations that change both the web chat and the access ledger. */
interface PeopleOperations {
  subject: string
  /** `create`, `role` or `delete`. */
  kind: string
  /** `{"role": …}`, `{"grants": […], …}` or `{}`; never a password. */
  wanted: Json
  started_by: string
  started_at_ms: number
}

interface ChangeRequests {
  id: string
  hub: string
  proposer: string
  /** `access`, `account`, `tool_call` or `question`. */
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
  leased_until_ms: number | null
}

/** The part of a turn before its question, so that the turn continues with the answer. */
interface QuestionTurns {
  /** Id of the question's change request. */
  request_id: string
  /** Empty if the turn was too large. */
  turn: Json
  run_id: string | null
  run_step: string | null
}
