import { answerQuestion } from '#chatapp/turns/contract.ts'
import type { AnswerTaken } from '#chatapp/turns/schema.ts'
import type { QuestionAnswer } from '#ground/turn/question/schema.ts'
import { call } from './client.ts'

export const sendAnswer = (chatId: string, question: string, answer: QuestionAnswer): Promise<AnswerTaken> =>
  call(answerQuestion, { params: { id: chatId, question }, body: answer })
