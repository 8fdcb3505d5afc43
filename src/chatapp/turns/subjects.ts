import { subjectOf } from '#ground/bus/bus.ts'

/** A turn has started. */
export const begunSubject = (chatId: string): string => subjectOf('begun', chatId)
