import { z } from 'zod'
import { pageSchema, Paging, Time } from '#ground/api/schema.ts'

export const RatingsQuery = z.strictObject({
  hub: z.string().min(1).max(256),
  verdict: z.enum(['good', 'bad']).optional(),
  ...Paging.shape,
})
export type RatingsQuery = z.output<typeof RatingsQuery>

/** A rating omits the person and the chat. */
export const AnswerRating = z
  .object({
    at: Time,
    verdict: z.enum(['good', 'bad']),
    reason: z.string().nullable().describe('`wrong`, `incomplete`, `off_topic`, `too_long` or `unsafe`'),
    comment: z.string(),
    model: z.string().nullable().describe('Id of the agent, as people choose it'),
  })
  .meta({ id: 'AnswerRating' })
export type AnswerRating = z.infer<typeof AnswerRating>

const Counts = z.object({ good: z.int(), bad: z.int() })

export const RatingsPage = pageSchema(AnswerRating)
  .extend({
    recent: Counts.describe('Counts of ratings in the last 30 days'),
    before: Counts.describe('Counts of ratings in the 30 days before'),
  })
  .meta({ id: 'RatingsPage' })
export type RatingsPage = z.infer<typeof RatingsPage>
