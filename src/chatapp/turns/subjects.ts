import { subjectOf } from '#ground/bus/bus.ts'

/** Subject of notifications that a turn of a chat has begun. */
export const begunSubject = (chatId: string): string => subjectOf('begun', chatId)
