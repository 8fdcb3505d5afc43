import { z } from 'zod'
import { QuestionAnswer } from '#ground/turn/question/schema.ts'

export const AnswerMessage = z.object({
  ownerId: z.string(),
  id: z.string(),
  answer: QuestionAnswer,
})
export type AnswerMessage = z.infer<typeof AnswerMessage>
