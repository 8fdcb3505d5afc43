import { idOf } from '#ground/base/ids.ts'

/** The id of a turn, by which every machine knows it. */
export const taskIdOf = (chatId: string, answerId: string): string => idOf(`turn ${chatId} ${answerId}`)
