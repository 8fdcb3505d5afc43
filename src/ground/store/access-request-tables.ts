export interface AccessRequestTables {
  chatapp_access_requests: ChatappAccessRequests
}

interface ChatappAccessRequests {
  id: string
  /** Account id. At most one row per account and Hub. */
  user_id: string
  /** Text that the person typed. It is not checked, because a check would reveal whether the Hub exists. */
  hub: string
  note: string
  /** `asked`, `given` or `declined`. */
  state: string
  /** Epoch seconds. */
  asked_at: number
  decided_at: number | null
  /** Email address. */
  decided_by: string | null
  /** 1 after the web chat has shown the decision to the person. */
  is_told: number
}
