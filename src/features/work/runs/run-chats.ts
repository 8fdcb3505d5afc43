import { explicitChat, type RequestedChat } from '#core/chats/scope.ts'
import type { Run } from './run.ts'

/** The chat that all turns of a run belong to. */
export const runChat = ({ id }: Pick<Run, 'id'>): RequestedChat => explicitChat(`run-${id}`)
