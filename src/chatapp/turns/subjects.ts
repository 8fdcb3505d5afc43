import { subjectOf } from '#ground/bus/bus.ts'

/** Subject of messages about the start of a turn. */
export const begunSubject = (chatId: string): string => subjectOf('begun', chatId)
