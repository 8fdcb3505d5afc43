export interface RatingTables {
  chatapp_ratings: ChatappRatings
}

interface ChatappRatings {
  chat_id: string
  message_id: string
  /** Null for a deleted account. */
  user_id: string | null
  hub: string | null
  model: string | null
  is_good: number
  reason: string | null
  comment: string
  rated_at: number
}
