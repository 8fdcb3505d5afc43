/** Tables of access and of the two ledgers, as kysely sees them. The conventions are those of `Tables`. */
export interface AccessTables {
  access_policies: AccessPolicies
  access_grants: AccessGrants
  access_subjects: AccessSubjects
  access_blocks: AccessBlocks
  audit_heads: AuditHeads
  access_changes: AccessChanges
  tool_decisions: ToolDecisions
}

type Json = string
type Flag = number

/** One row per Hub, and one for the organization, whose `hub` is `*`. */
interface AccessPolicies {
  hub: string
  /** `console` or `groups`. */
  mode: string
  revision: number
  /** Whether anybody ever had `manage_access` here. */
  was_administered: Flag
  created_at_ms: number
}

interface AccessGrants {
  hub: string
  subject: string
  permission: string
  granted_by: string
  granted_at_ms: number
  /** The policy's revision that brought it. */
  revision: number
  /** Expiry; null without an expiry. */
  expires_at_ms: number | null
}

/** Every subject with a grant, once: read by lists of people. */
interface AccessSubjects {
  subject: string
}

interface AccessBlocks {
  subject: string
  blocked_by: string
  blocked_at_ms: number
}

/** How long each ledger is and the hash of its last row, so that a missing end is noticed. */
interface AuditHeads {
  /** Table of the ledger. */
  ledger: string
  count: number
  hash: string
}

/** Shared by both ledgers: their rows form a chain. */
interface Chained {
  /** 1, 2, 3, … without gaps. */
  seq: number
  at_ms: number
  /** Hash of the row before; empty in the first. */
  prev_hash: string
  hash: string
}

interface AccessChanges extends Chained {
  /** A subject, or `system:<name>`. */
  actor: string
  action: string
  subject: string | null
  hub: string | null
  permission: string | null
  before: Json | null
  after: Json | null
  reason: string | null
  /** The request behind it. */
  request: string | null
  revision: number | null
}

interface ToolDecisions extends Chained {
  hub: string
  /** Null for a request without a person. */
  subject: string | null
  tool: string
  capability: string
  /** `allowed`, `denied` or `failed`. */
  outcome: string
  surface: string
  reason: string
  /** The grant that allowed it. */
  grant: Json | null
  chat_id: string | null
  run_id: string | null
  revision: number | null
}
