/** Table of ratings of answers, in the built-in web chat. */
export interface RatingTables {
  chatapp_ratings: ChatappRatings
}

interface ChatappRatings {
  chat_id: string
  message_id: string
  /** Null after the account was deleted. */
  user_id: string | null
  /** Slug of the answering Hub; null for a model without a Hub. */
  hub: string | null
  /** Model id that the person chose. */
  model: string | null
  is_good: number
  reason: string | null
  comment: string
  rated_at: number
}
