import { chatRoute } from '#chatapp/http/contract.ts'
import { MessageView } from '../schema.ts'
import { AnswerParams, RatingForm } from './schema.ts'

export const rateAnswer = chatRoute('post', '/api/v1/chats/:id/messages/:message/rating', {
  refusals: ['answer_unfinished', 'chat_missing', 'message_missing'],
  level: 'verified',
  summary: 'Rate an answer, or remove the rating',
  params: AnswerParams,
  body: RatingForm,
  answer: MessageView,
})
