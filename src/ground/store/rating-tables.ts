/** Table of what people think of answers, in the built-in web chat. */
export interface RatingTables {
  chatapp_ratings: ChatappRatings
}

interface ChatappRatings {
  chat_id: string
  message_id: string
  /** Null once the account is deleted. */
  user_id: string | null
  /** Slug of the Hub that answered; null: a model without a Hub. */
  hub: string | null
  /** As people chose it. */
  model: string | null
  /** 0 or 1. */
  is_good: number
  reason: string | null
  comment: string
  /** Epoch seconds. */
  rated_at: number
}
