export interface ResponseTables {
  stored_responses: StoredResponses
}

/** A response of the Responses API and its input. */
interface StoredResponses {
  hub: string
  id: string
  /** Email address of the caller; null: the owner of the bridge key. */
  owner: string | null
  /** Id of the first response of the conversation. */
  root: string
  /** Id of the response that this response continues; null for the first. */
  previous: string | null
  chat: string
  /** Items that this request added, as JSON. */
  input: string
  /** Response object as JSON. */
  response: string
  /** Size of `input` and `response`. */
  bytes: number
  /** When the latest response of the conversation was stored. */
  used_at_ms: number
}
