/** Table of agents that people ask to use, in the built-in web chat. */
export interface AccessRequestTables {
  chatapp_access_requests: ChatappAccessRequests
}

interface ChatappAccessRequests {
  id: string
  /** With the Hub unique: asking again is the same request. */
  user_id: string
  /** As it was asked for. Nobody is told whether there is such a Hub. */
  hub: string
  note: string
  /** `asked`, `given` or `declined`. */
  state: string
  /** Epoch seconds. */
  asked_at: number
  decided_at: number | null
  /** E-mail of who decided. */
  decided_by: string | null
  /** 1 once the page told the person what was decided. */
  is_told: number
}
