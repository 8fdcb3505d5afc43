import { subjectOf } from '#ground/bus/bus.ts'

/** Subject of notifications that a turn has started. */
export const begunSubject = (chatId: string): string => subjectOf('begun', chatId)
