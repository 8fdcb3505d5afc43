import { subjectOf } from '#ground/bus/bus.ts'

/** Subject of a running answer's pieces. Its numbers are those of the pieces. */
export const answerSubject = (chatId: string, answerId: string): string => subjectOf('turn', chatId, answerId)

/** Subject for requests to stop the turn of an answer. */
export const stopSubject = (chatId: string, answerId: string): string => subjectOf('stop', chatId, answerId)

/** Subject for answers to questions of an answer's turn. */
export const questionSubject = (chatId: string, answerId: string): string =>
  subjectOf('question', chatId, answerId)
