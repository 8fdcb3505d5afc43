import { epochSeconds, type Clock } from '#ground/base/clock.ts'
import type { Account } from '#chatapp/accounts/account.ts'
import type { App } from '#chatapp/accounts/sessions/app.ts'
import { ChatappRefused, unwrapChatapp } from '#chatapp/http/refused.ts'
import { Rating } from '../schema.ts'
import {
  createFeedback,
  deleteFeedback,
  deleteOwnFeedback,
  exportFeedback,
  listFeedback,
  listFeedbackIds,
  listOwnFeedback,
  listRatedModels,
  readFeedback,
  readLeaderboard,
  readModelHistory,
  readModelOverview,
  updateFeedback,
} from './feedback-contract.ts'
import type { FeedbackForm, FeedbackView } from './feedback-schema.ts'
import type { Feedback, StoredFeedback } from './feedback.ts'
import type { RatingRouteParts } from './routes.ts'

const PAGE_SIZE = 30
const DAY_SECONDS = 86_400
const WHOLE = { isHeavy: true }

export interface FeedbackRouteParts extends RatingRouteParts {
  feedback: StoredFeedback
  clock: Clock
}

export function feedbackRoutes(app: App, parts: FeedbackRouteParts): void {
  const { feedback, ratings, clock } = parts
  ownRoutes(app, parts)

  app.handle(listFeedback, async ({ query: { page, model_id: model } }) => {
    const found = await feedback.page({ model }, pageOf(page))
    return { items: found.items.map(anonymousView), total: found.total }
  })
  app.handle(
    exportFeedback,
    async ({ query }) => (await feedback.all(query.model_id)).map(anonymousView),
    WHOLE,
  )
  app.handle(listFeedbackIds, async () => (await feedback.all()).map(anonymousId), WHOLE)
  app.handle(listRatedModels, () => feedback.models())
  app.handle(readLeaderboard, () => ({ entries: [] }))

  const history = async (model: string, days: number) => {
    const today = Math.floor(epochSeconds(clock) / DAY_SECONDS)
    const first = today - days + 1
    const byDay = Map.groupBy(await feedback.ofModel(model, first * DAY_SECONDS), ({ rated_at: at }) =>
      Math.floor(at / DAY_SECONDS),
    )
    return Array.from({ length: days }, (_, n) => {
      const rated = byDay.get(first + n) ?? []
      const won = rated.filter(({ is_good: isGood }) => isGood === 1).length
      return { date: dayText(first + n), won, lost: rated.length - won }
    })
  }
  app.handle(readModelHistory, async ({ params: { id }, query: { days } }) => ({
    model_id: id,
    history: await history(id, days),
  }))
  app.handle(readModelOverview, async ({ params: { id }, query: { days } }) => ({
    history: await history(id, days),
    tags: [],
  }))

  app.handle(deleteOwnFeedback, async ({ visitor: { account } }) => {
    for (const { chat_id: chatId, message_id: messageId } of await feedback.ownedBy(account.id))
      await ratings.remove({ ownerId: account.id, chatId, messageId })
    return true
  })
}

function ownRoutes(app: App, { feedback, ratings, hubOf }: FeedbackRouteParts): void {
  const rate = async (account: Account, form: FeedbackForm) => {
    const { meta } = form
    const { chat_id: chatId, message_id: messageId } = meta
    const answer = { ownerId: account.id, chatId, messageId, rating: ratingOf(form) }
    unwrapChatapp(await ratings.rate(answer, (model) => hubOf(account, model)))
    const rated = await feedback.ofAnswer(account.id, meta)
    if (!rated) throw new ChatappRefused('feedback_missing')
    return ownView(rated)
  }

  const found = async (account: Account, id: string): Promise<Feedback> => {
    const rated = await feedback.find(account.id, id)
    if (!rated) throw new ChatappRefused('feedback_missing')
    return rated
  }

  app.handle(createFeedback, ({ visitor, body }) => rate(visitor.account, body))
  app.handle(readFeedback, async ({ visitor, params }) => ownView(await found(visitor.account, params.id)))

  app.handle(updateFeedback, async ({ visitor: { account }, params, body }) => {
    const { chat_id, message_id } = await found(account, params.id)
    return rate(account, { ...body, meta: { chat_id, message_id } })
  })

  app.handle(deleteFeedback, async ({ visitor: { account }, params }) => {
    const { chat_id: chatId, message_id: messageId } = await found(account, params.id)
    await ratings.remove({ ownerId: account.id, chatId, messageId })
    return true
  })

  app.handle(listOwnFeedback, async ({ visitor: { account }, query: { page } }) => {
    const { items, total } = await feedback.page({ ownerId: account.id }, pageOf(page))
    return { items: items.map(ownView), total }
  })
}

const pageOf = (page: number) => ({ offset: (page - 1) * PAGE_SIZE, limit: PAGE_SIZE })

const dayText = (day: number): string => new Date(day * DAY_SECONDS * 1000).toISOString().slice(0, 10)

const KNOWN_REASONS: ReadonlyMap<string, Rating['reason']> = new Map([
  ['not_factually_correct', 'wrong'],
  ['being_lazy', 'incomplete'],
  ['didnt_fully_follow_instructions', 'incomplete'],
  ['too_verbose', 'too_long'],
])

/** A reason that has no equivalent here is stored at the start of the comment. */
function ratingOf({ data: { rating, reason, comment } }: FeedbackForm): Rating {
  const own = Rating.shape.reason.safeParse(reason || null)
  const known = own.success ? own.data : (KNOWN_REASONS.get(reason!) ?? null)
  const isLost = Boolean(reason) && known === null
  const text = [isLost ? reason : '', comment ?? ''].filter(Boolean).join(': ')
  return Rating.parse({ verdict: rating === 1 ? 'good' : 'bad', reason: known, comment: text })
}

const anonymousId = ({ id, rated_at: at }: Feedback) => ({ id, user_id: '', created_at: at, updated_at: at })

/** Without reason and comment, which are for managers of the Hub. */
const anonymousView = (feedback: Feedback): FeedbackView => ({
  ...anonymousId(feedback),
  version: 0,
  type: 'rating',
  data: {
    rating: feedback.is_good === 1 ? 1 : -1,
    model_id: feedback.model,
    reason: null,
    comment: '',
  },
  meta: {},
  snapshot: null,
})

function ownView(feedback: Feedback): FeedbackView {
  const { data, ...view } = anonymousView(feedback)
  return {
    ...view,
    user_id: feedback.user_id ?? '',
    data: { ...data, reason: feedback.reason, comment: feedback.comment },
    meta: { chat_id: feedback.chat_id, message_id: feedback.message_id },
  }
}
