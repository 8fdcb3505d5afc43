import { answerQuestion } from '#chatapp/turns/contract.ts'
import type { AnswerTaken } from '#chatapp/turns/schema.ts'
import type { QuestionAnswer } from '#ground/turn/question/schema.ts'
import { call } from './client.ts'

/** Answers a question of a tool in the chat's running turn. */
export const sendAnswer = (chatId: string, question: string, answer: QuestionAnswer): Promise<AnswerTaken> =>
  call(answerQuestion, { params: { id: chatId, question }, body: answer })
