import { idOf } from '#ground/base/ids.ts'

/** Id of a turn; every instance derives the same id. */
export const taskIdOf = (chatId: string, answerId: string): string => idOf(`turn ${chatId} ${answerId}`)
