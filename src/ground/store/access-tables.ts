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

/** One row per Hub, and one for the organization with `hub` = `*`. */
interface AccessPolicies {
  hub: string
  /**
   * Who may use the Hub. `console`: people with the grant `use_hub`. `groups`: people to whom the web chat shows the
   * agent.
   */
  mode: string
  revision: number
  was_administered: Flag
  created_at_ms: number
}

interface AccessGrants {
  hub: string
  subject: string
  permission: string
  granted_by: string
  granted_at_ms: number
  revision: number
  /** Null: no expiry. */
  expires_at_ms: number | null
}

interface AccessSubjects {
  subject: string
}

interface AccessBlocks {
  subject: string
  blocked_by: string
  blocked_at_ms: number
}

/** Row count and last hash of each ledger. They reveal that rows are missing at its end. */
interface AuditHeads {
  ledger: string
  count: number
  hash: string
}

/** Rows of a ledger form a hash chain. */
interface Chained {
  /** 1, 2, 3, … without gaps. */
  seq: number
  at_ms: number
  /** Empty in the first row. */
  prev_hash: string
  hash: string
}

interface AccessChanges extends Chained {
  /** A subject or `system:<name>`. */
  actor: string
  action: string
  subject: string | null
  hub: string | null
  permission: string | null
  before: Json | null
  after: Json | null
  reason: string | null
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
  grant: Json | null
  chat_id: string | null
  run_id: string | null
  revision: number | null
}
