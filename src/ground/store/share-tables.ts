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

/** A chat has one at most; its id is repeated in the chat's row. */
interface ChatappShares {
  id: string
  chat_id: string
  /** Who owns both. */
  user_id: string
  /** `people` or `all`. */
  audience: string
  /** How the chat was called when it was copied; null where the chat is shared as it goes on. */
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

/** The first time that somebody opened it. */
interface ChatappShareOpenings {
  share_id: string
  user_id: string
  opened_at: number
}

/** What a copy holds: the branch that was shown then, in order. */
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

/** What was done about shares. It outlives them, their chats and everybody's accounts. */
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
