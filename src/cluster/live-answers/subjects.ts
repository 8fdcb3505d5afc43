import { subjectOf } from '#ground/bus/bus.ts'

export const answerSubject = (chatId: string, answerId: string): string => subjectOf('turn', chatId, answerId)

export const stopSubject = (chatId: string, answerId: string): string => subjectOf('stop', chatId, answerId)

export const questionSubject = (chatId: string, answerId: string): string =>
  subjectOf('question', chatId, answerId)
