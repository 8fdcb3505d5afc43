import { z } from 'zod'
import { QuestionAnswer } from '#ground/turn/question/schema.ts'

/** How one instance passes a person's answer on to the instance that runs the turn. */
export const AnswerMessage = z.object({
  /** Account of the person who answers. */
  ownerId: z.string(),
  /** Of the question. */
  id: z.string(),
  answer: QuestionAnswer,
})
export type AnswerMessage = z.infer<typeof AnswerMessage>
