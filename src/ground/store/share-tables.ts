export interface ShareTables {
  chatapp_shares: ChatappShares
  chatapp_share_people: ChatappSharePeople
  chatapp_share_openings: ChatappShareOpenings
  chatapp_share_messages: ChatappShareMessages
  chatapp_share_records: ChatappShareRecords
}

type Json = string
type Flag = number

/** A chat has at most one share. */
interface ChatappShares {
  id: string
  chat_id: string
  user_id: string
  /** `people` or `all`. */
  audience: string
  /** Null if the share shows the chat itself instead of a copy. */
  copy_title: string | null
  /** 1 if readers see reasoning and the arguments and results of tools. */
  shows_details: Flag
  created_at: number
  changed_at: number
}

interface ChatappSharePeople {
  share_id: string
  user_id: string
  added_at: number
}

interface ChatappShareOpenings {
  share_id: string
  user_id: string
  opened_at: number
}

/** Copied messages: the visible branch at the time of the copy. */
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

/** Actions on shares. Rows outlive the shares, chats and accounts. */
interface ChatappShareRecords {
  /** Ids sort by time. */
  id: string
  share_id: string
  chat_id: string
  /** Email addresses. */
  owner: string
  actor: string
  /** `made`, `changed`, `ended` or `opened`. */
  act: string
  details: Json
  at: number
}
