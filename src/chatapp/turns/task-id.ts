import { idOf } from '#ground/base/ids.ts'

export const taskIdOf = (chatId: string, answerId: string): string => idOf(`turn ${chatId} ${answerId}`)
