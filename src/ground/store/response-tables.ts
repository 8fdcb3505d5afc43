export interface ResponseTables {
  stored_responses: StoredResponses
}

interface StoredResponses {
  hub: string
  id: string
  /** Owner of the conversation; null means the person who owns the bridge key. */
  owner: string | null
  root: string
  /** The continued response; null for the first. */
  previous: string | null
  chat: string
  input: string
  response: string
  bytes: number
  used_at_ms: number
}
