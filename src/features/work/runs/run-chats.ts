import { explicitChat, type RequestedChat } from '#core/chats/scope.ts'
import type { WorkRun } from './run.ts'

export const runChat = ({ id }: Pick<WorkRun, 'id'>): RequestedChat => explicitChat(`run-${id}`)
