import { subjectOf } from '#ground/bus/bus.ts'

export const begunSubject = (chatId: string): string => subjectOf('begun', chatId)
