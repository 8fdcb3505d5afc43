import { explicitChat, type RequestedChat } from '#core/chats/scope.ts'
import type { WorkRun } from './run.ts'

/** All turns of a run belong to this chat. */
export const runChat = ({ id }: Pick<WorkRun, 'id'>): RequestedChat => explicitChat(`run-${id}`)
