import { z } from 'zod'
import { chatRoute } from '#chatapp/http/contract.ts'
import {
  FeedbackForm,
  FeedbackId,
  FeedbackPage,
  FeedbackPageQuery,
  FeedbackParams,
  FeedbackView,
  HistoryQuery,
  Leaderboard,
  ModelHistory,
  ModelOverview,
  OwnFeedbackQuery,
  RatedModelParams,
} from './feedback-schema.ts'

/* Ratings in the form of Open WebUI's evaluations. Administrators see no names, chats or texts. */

const RATING = ['answer_unfinished', 'chat_missing', 'message_missing'] as const
const own = { level: 'verified' } as const
const all = { level: 'admin' } as const

export const createFeedback = chatRoute('post', '/api/v1/evaluations/feedback', {
  ...own,
  refusals: RATING,
  summary: 'Rate an answer in Open WebUI’s form',
  body: FeedbackForm,
  answer: FeedbackView,
})

const one = { ...own, params: FeedbackParams } as const

export const readFeedback = chatRoute('get', '/api/v1/evaluations/feedback/:id', {
  ...one,
  refusals: ['feedback_missing'],
  summary: 'A rating of the caller',
  answer: FeedbackView,
})

export const updateFeedback = chatRoute('post', '/api/v1/evaluations/feedback/:id', {
  ...one,
  refusals: ['feedback_missing', ...RATING],
  summary: 'Replace a rating of the caller; its message stays',
  body: FeedbackForm,
  answer: FeedbackView,
})

export const deleteFeedback = chatRoute('delete', '/api/v1/evaluations/feedback/:id', {
  ...one,
  refusals: ['feedback_missing'],
  summary: 'Remove a rating of the caller',
  answer: z.boolean(),
})

export const listOwnFeedback = chatRoute('get', '/api/v1/evaluations/feedbacks/user', {
  ...own,
  summary: 'The caller’s ratings, newest first, 30 a page',
  query: OwnFeedbackQuery,
  answer: FeedbackPage,
})

export const deleteOwnFeedback = chatRoute('delete', '/api/v1/evaluations/feedbacks', {
  ...own,
  summary: 'Remove all ratings of the caller',
  answer: z.boolean(),
})

export const listFeedback = chatRoute('get', '/api/v1/evaluations/feedbacks/list', {
  ...all,
  summary: 'All ratings without persons, chats and texts, newest first, 30 a page',
  query: FeedbackPageQuery,
  answer: FeedbackPage,
})

export const exportFeedback = chatRoute('get', '/api/v1/evaluations/feedbacks/all/export', {
  ...all,
  summary: 'All ratings without persons, chats and texts, newest first',
  query: FeedbackPageQuery.pick({ model_id: true }),
  answer: z.array(FeedbackView),
})

export const listFeedbackIds = chatRoute('get', '/api/v1/evaluations/feedbacks/all/ids', {
  ...all,
  summary: 'Ids and times of all ratings',
  answer: z.array(FeedbackId),
})

export const listRatedModels = chatRoute('get', '/api/v1/evaluations/feedbacks/models', {
  ...all,
  summary: 'Models whose answers people rated',
  answer: z.array(z.string()),
})

export const readLeaderboard = chatRoute('get', '/api/v1/evaluations/leaderboard', {
  ...all,
  summary: 'Always empty: people rate an answer, and compare no models',
  answer: Leaderboard,
})

const ofModel = { ...all, params: RatedModelParams, query: HistoryQuery } as const

export const readModelHistory = chatRoute('get', '/api/v1/evaluations/leaderboard/:id/history', {
  ...ofModel,
  summary: 'Good and bad ratings of a model by day',
  answer: ModelHistory,
})

export const readModelOverview = chatRoute('get', '/api/v1/analytics/models/:id/overview', {
  ...ofModel,
  summary: 'Good and bad ratings of a model by day; no tags, because chats of persons are private',
  answer: ModelOverview,
})
