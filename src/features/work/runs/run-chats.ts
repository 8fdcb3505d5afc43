import { explicitChat, type RequestedChat } from '#core/chats/scope.ts'
import type { WorkRun } from './run.ts'

/** The chat that all turns of a run belong to. */
export const runChat = ({ id }: Pick<WorkRun, 'id'>): RequestedChat => explicitChat(`run-${id}`)
