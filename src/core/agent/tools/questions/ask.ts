import type {
  AnswerContent,
  FinishedQuestion,
  DeclineReason,
  QuestionSubject,
} from '#ground/turn/question/schema.ts'

export interface PersonQuestion {
  server: string
  message: string
  subject: QuestionSubject
}

/** A question that could belong to several calls. Its text is omitted, because it may be meant for another person. */
export interface UnclearQuestion {
  server: string
  subject: null
}

/** A `DeclineReason` means that the question was not shown. */
export type QuestionReply =
  | { action: 'accept'; content: AnswerContent }
  | { action: Exclude<FinishedQuestion['action'], 'accept'> }
  | { action: DeclineReason }

/** Abort reason for a question that the person completed on the server's own page. */
export const DONE_ELSEWHERE = new Error('The person completed the question on the linked page.')

/**
 * Aborting the signal cancels the question.
 * @throws if the audit record for a restricted tool cannot be stored; the answer is then discarded.
 */
export type AskPerson = (
  question: PersonQuestion | UnclearQuestion,
  signal: AbortSignal,
) => Promise<QuestionReply>
