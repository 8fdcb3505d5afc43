import { answerQuestion } from '#chatapp/turns/contract.ts'
import type { AnswerTaken } from '#chatapp/turns/schema.ts'
import type { QuestionAnswer } from '#ground/turn/question/schema.ts'
import { call } from './client.ts'

/** Answer a question that a tool of the chat's running turn asks. */
export const sendAnswer = (chatId: string, question: string, answer: QuestionAnswer): Promise<AnswerTaken> =>
  call(answerQuestion, { params: { id: chatId, question }, body: answer })
