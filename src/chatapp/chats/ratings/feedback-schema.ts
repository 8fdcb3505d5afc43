import { z } from 'zod'
import { ChatId, MessageId } from '../schema.ts'

/** A reason and a comment must fit into 1,000 characters, because they may be stored as one text. */
const MAX_REASON_CHARS = 100
const MAX_COMMENT_CHARS = 890

export const FeedbackForm = z.object({
  type: z.literal('rating'),
  data: z.object({
    rating: z.coerce
      .number()
      .pipe(z.union([z.literal(1), z.literal(-1)]))
      .describe('1: good, -1: bad'),
    reason: z.string().trim().max(MAX_REASON_CHARS).nullish(),
    comment: z.string().trim().max(MAX_COMMENT_CHARS).nullish(),
  }),
  meta: z.object({ chat_id: ChatId, message_id: MessageId }),
})
export type FeedbackForm = z.output<typeof FeedbackForm>

export const FeedbackParams = z.object({ id: z.string().min(1).max(100) })
export const RatedModelParams = z.object({ id: z.string().min(1).max(256) })
export const FeedbackPageQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  model_id: z.string().max(256).optional(),
})
export const OwnFeedbackQuery = FeedbackPageQuery.pick({ page: true })
export const HistoryQuery = z.object({ days: z.coerce.number().int().min(1).max(366).default(30) })

/** Times are epoch seconds. */
export const FeedbackId = z.object({
  id: z.string(),
  user_id: z
    .string()
    .describe('Empty in lists for administrators, like `meta`: ratings are read without the person'),
  created_at: z.number(),
  updated_at: z.number(),
})

export const FeedbackView = FeedbackId.extend({
  version: z.literal(0),
  type: z.literal('rating'),
  data: z.object({
    rating: z.union([z.literal(1), z.literal(-1)]),
    model_id: z.string().nullable(),
    reason: z.string().nullable(),
    comment: z.string(),
  }),
  meta: z.object({ chat_id: z.string(), message_id: z.string() }).partial(),
  snapshot: z.null(),
})
export type FeedbackView = z.input<typeof FeedbackView>

export const FeedbackPage = z.object({ items: z.array(FeedbackView), total: z.number() })

const Day = z.object({ date: z.string().describe('`2026-11-29`, in UTC'), won: z.number(), lost: z.number() })

export const ModelHistory = z.object({ model_id: z.string(), history: z.array(Day) })
export const ModelOverview = z.object({ history: z.array(Day), tags: z.array(z.never()) })
export const Leaderboard = z.object({ entries: z.array(z.never()) })
