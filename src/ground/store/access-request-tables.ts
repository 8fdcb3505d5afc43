/** Access requests, in the built-in web chat. */
export interface AccessRequestTables {
  chatapp_access_requests: ChatappAccessRequests
}

interface ChatappAccessRequests {
  id: string
  /** Unique with `hub`: a second request updates the row. */
  user_id: string
  /** As typed by the person, because the existence of the Hub must not be disclosed. */
  hub: string
  note: string
  /** `asked`, `given` or `declined`. */
  state: string
  /** Epoch seconds. */
  asked_at: number
  decided_at: number | null
  /** Email address of the person who decided. */
  decided_by: string | null
  /** 1 after the page showed the decision to the person. */
  is_told: number
}
