export interface ResponseTables {
  stored_responses: StoredResponses
}

interface StoredResponses {
  hub: string
  id: string
  /** Owner of the conversation; null means the person who owns the bridge key. */
  owner: string | null
  /** First response of the conversation. */
  root: string
  /** The continued response; null for the first. */
  previous: string | null
  chat: string
  /** Items that this request added. */
  input: string
  response: string
  /** Size of `input` and `response`. */
  bytes: number
  /** Time of the conversation's latest response. */
  used_at_ms: number
}
