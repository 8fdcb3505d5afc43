import type { AnswerContent, AskedQuestion, QuestionSubject } from '#ground/turn/question/schema.ts'

/** A question of a tool to the person of its turn. */
export interface PersonQuestion {
  /** Name of the MCP server behind the question. */
  server: string
  message: string
  subject: QuestionSubject
}

/** Result of a question. `unattended`: the turn has no person to answer. */
export type Reply =
  | { action: 'accept'; content: AnswerContent }
  | { action: Exclude<AskedQuestion['action'], 'accept'> }
  | { action: 'unattended' }

/** Reason of an abort that ends a question as accepted: the person is done without a word to us. */
export const DONE_ELSEWHERE = new Error('The person is done at the address.')

/**
 * Asks the person of the turn. Aborting the signal cancels the question.
 *
 * @throws when the record of a restricted tool's question can't be stored: the answer is then discarded.
 */
export type AskPerson = (question: PersonQuestion, signal: AbortSignal) => Promise<Reply>
