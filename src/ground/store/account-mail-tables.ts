export interface AccountMailTables {
  account_links: AccountLinks
  account_mails: AccountMails
}

type Json = string

/** Links in mails. A used link is deleted, so each link works once. */
interface AccountLinks {
  /** `invitation:<e-mail>`, so that a person has one invitation; for a reset, the id of its mail. */
  id: string
  /** `invitation` or `reset`. */
  kind: string
  email: string
  /** Null for an invitation, which has no account yet. */
  account_id: string | null
  /** The mail that contains the link. */
  mail_id: string
  token_hash: string
  /** Role, groups and grants of an invited person; `{}` for a reset. */
  details: Json
  created_by: string | null
  created_at_ms: number
  expires_at_ms: number
}

/** Mails to people who may have no account yet. Tokens are not stored: each attempt derives the token again. */
interface AccountMails {
  /** Random, because the token of the mail's link is derived from it. */
  id: string
  /** `invitation`, `reset` or `password_changed`. */
  kind: string
  email: string
  language: string
  /** `waiting`, `sending`, `sent`, `failed` or `dropped`. */
  state: string
  attempts: number
  reason: string | null
  created_at_ms: number
  /** Time of the next attempt; while `sending`, the time after which the attempt counts as interrupted. */
  due_at_ms: number
  ended_at_ms: number | null
}
