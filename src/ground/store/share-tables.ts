/** Tables of chats that others may read, as kysely sees them. The conventions are those of `Tables`. */
export interface ShareTables {
  chatapp_shares: ChatappShares
  chatapp_share_people: ChatappSharePeople
  chatapp_share_openings: ChatappShareOpenings
  chatapp_share_messages: ChatappShareMessages
  chatapp_share_records: ChatappShareRecords
}

type Json = string
type Flag = number

/** A chat has at most one share; its id is repeated in the chat's row. */
interface ChatappShares {
  id: string
  chat_id: string
  /** Owner of both. */
  user_id: string
  /** `people` or `all`. */
  audience: string
  /** Title of the chat when it was copied; null if the chat is shared live. */
  copy_title: string | null
  /** Whether readers see what tools were given and gave, and reasoning. */
  shows_details: Flag
  created_at: number
  changed_at: number
}

interface ChatappSharePeople {
  share_id: string
  user_id: string
  added_at: number
}

/** First opening by each person. */
interface ChatappShareOpenings {
  share_id: string
  user_id: string
  opened_at: number
}

/** Content of a copy: the branch that was displayed then, in order. */
interface ChatappShareMessages {
  share_id: string
  id: string
  parent_id: string | null
  role: string
  content: string
  model: string | null
  state: string
  extra: Json
  created_at: number
  position: number
}

/** Actions on shares. They outlive the shares, their chats and the accounts. */
interface ChatappShareRecords {
  /** In order of time. */
  id: string
  share_id: string
  chat_id: string
  /** E-mails. */
  owner: string
  actor: string
  /** `made`, `changed`, `ended` or `opened`. */
  act: string
  details: Json
  at: number
}
