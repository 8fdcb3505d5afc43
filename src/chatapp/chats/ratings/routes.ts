import { unwrapChatapp } from '#chatapp/http/refused.ts'
import type { Account } from '#chatapp/accounts/account.ts'
import type { App } from '#chatapp/accounts/sessions/app.ts'
import { messageView } from '../present.ts'
import { rateAnswer } from './contract.ts'
import type { Ratings } from './ratings.ts'

export interface RatingRouteParts {
  ratings: Ratings
  /** Null for a model without a Hub, or if the account may not use the Hub. */
  hubOf(account: Account, model: string): Promise<string | null>
}

export function ratingRoutes(app: App, { ratings, hubOf }: RatingRouteParts): void {
  app.handle(rateAnswer, async ({ visitor: { account }, params, body: { rating } }) => {
    const answer = { ownerId: account.id, chatId: params.id, messageId: params.message, rating }
    return messageView(unwrapChatapp(await ratings.rate(answer, (model) => hubOf(account, model))))
  })
}
