import { subjectOf } from '#ground/bus/bus.ts'

/** Where the pieces of an answer are told while it is written. Its numbers are those of the pieces. */
export const answerSubject = (chatId: string, answerId: string): string => subjectOf('turn', chatId, answerId)

/** Where the turn that writes an answer is asked to stop. */
export const stopSubject = (chatId: string, answerId: string): string => subjectOf('stop', chatId, answerId)

/** Where answers to questions of the turn that writes an answer are taken. */
export const questionSubject = (chatId: string, answerId: string): string =>
  subjectOf('question', chatId, answerId)

/** Where it is told that a turn of a chat has begun. */
export const begunSubject = (chatId: string): string => subjectOf('begun', chatId)
