import type { AnswerContent, AskedQuestion, QuestionSubject } from '#ground/turn/question/schema.ts'

/** A question that a tool asks the person of its turn. */
export interface PersonQuestion {
  /** Name of the MCP server that asks. */
  server: string
  message: string
  subject: QuestionSubject
}

/** How a question ended. `unattended`: the turn has no person who could be asked. */
export type Reply =
  | { action: 'accept'; content: AnswerContent }
  | { action: Exclude<AskedQuestion['action'], 'accept'> }
  | { action: 'unattended' }

/** Reason of an abort that ends a question as accepted: the person is done without a word to us. */
export const DONE_ELSEWHERE = new Error('The person is done at the address.')

/**
 * Ask the person of the turn. Aborting the signal cancels the question.
 *
 * @throws when the record of a restricted tool's question can't be kept: the answer then goes nowhere.
 */
export type AskPerson = (question: PersonQuestion, signal: AbortSignal) => Promise<Reply>
