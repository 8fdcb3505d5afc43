import type { MessageView } from '#chatapp/chats/schema.ts'
import { cuts } from '../messages.ts'

export function findCutReason({
  role,
  state,
  content,
  files = [],
  tools = [],
  finish_reason: reason,
}: MessageView): string | undefined {
  if (role !== 'assistant' || state !== 'done') return undefined
  const isEmpty = content.trim() === ''
  const isQuestion = tools.some(({ name, change }) => name === 'ask_person' && change)
  if (reason === undefined) return isEmpty && files.length === 0 && !isQuestion ? cuts.empty : undefined
  if (reason === 'length') return isEmpty ? cuts.emptyLength : cuts.length
  return isEmpty ? cuts.emptyFiltered : cuts.filtered
}
