/** Table of requests to use agents, in the built-in web chat. */
export interface AccessRequestTables {
  chatapp_access_requests: ChatappAccessRequests
}

interface ChatappAccessRequests {
  id: string
  /** With the Hub unique: asking again is the same request. */
  user_id: string
  /** As requested. The existence of the Hub is not disclosed. */
  hub: string
  note: string
  /** `asked`, `given` or `declined`. */
  state: string
  /** Epoch seconds. */
  asked_at: number
  decided_at: number | null
  /** E-mail of who decided. */
  decided_by: string | null
  /** 1 once the page showed the decision to the person. */
  is_told: number
}
