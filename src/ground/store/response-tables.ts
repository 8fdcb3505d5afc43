/** Tables of the Responses API. */
export interface ResponseTables {
  stored_responses: StoredResponses
}

/** An answer of the Responses API with the input that it answers. */
interface StoredResponses {
  hub: string
  id: string
  /** E-mail of the caller; null is the holder of the bridge key. */
  owner: string | null
  /** Id of the first answer of the conversation. */
  root: string
  /** Id of the answer that this one continues; null for the first. */
  previous: string | null
  /** Id of the chat. */
  chat: string
  /** JSON: the items that this request added. */
  input: string
  /** JSON: the response object. */
  response: string
  /** Size of input and response. */
  bytes: number
  /** When the newest answer of the conversation was stored. */
  used_at_ms: number
}
