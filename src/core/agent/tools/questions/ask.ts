import type {
  AnswerContent,
  OpenQuestion,
  DeclineReason,
  QuestionSubject,
} from '#ground/turn/question/schema.ts'

/** A question of a tool to the person of its turn. */
export interface PersonQuestion {
  /** Name of the MCP server behind the question. */
  server: string
  message: string
  subject: QuestionSubject
}

/** A question that may belong to another call: its text and its fields may be meant for another person. */
export interface UnclearQuestion {
  server: string
  subject: null
}

/** Result of a question. A reason to decline: the question was not shown. */
export type QuestionReply =
  | { action: 'accept'; content: AnswerContent }
  | { action: Exclude<OpenQuestion['action'], 'accept'> }
  | { action: DeclineReason }

/** Reason of an abort that ends a question as accepted: the person is done without a word to us. */
export const DONE_ELSEWHERE = new Error('The person finished at the question’s address.')

/**
 * Asks the person of the turn, or shows why the question is declined. Aborting the signal cancels the question.
 *
 * @throws when the record of a restricted tool's question can't be stored: the answer is then discarded.
 */
export type AskPerson = (
  question: PersonQuestion | UnclearQuestion,
  signal: AbortSignal,
) => Promise<QuestionReply>
