export interface ResponseTables {
  stored_responses: StoredResponses
}

interface StoredResponses {
  hub: string
  id: string
  /** Owner of the conversation; null means the person who owns the bridge key. */
  owner: string | null
  root: string
  /** Id of the previous response in the conversation; null for the first response. */
  previous: string | null
  chat: string
  input: string
  response: string
  bytes: number
  used_at_ms: number
}
