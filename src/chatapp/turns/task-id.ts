import { idOf } from '#ground/base/ids.ts'

/** Every instance derives the same id. */
export const taskIdOf = (chatId: string, answerId: string): string => idOf(`turn ${chatId} ${answerId}`)
