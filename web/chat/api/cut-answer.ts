import type { MessageView } from '#chatapp/chats/schema.ts'
import { cuts } from '../messages.ts'

/** Why an answer that reads as done is not complete; undefined where it is. */
export function whyCut({ state, content, finish_reason: reason }: MessageView): string | undefined {
  if (state !== 'done' || reason === undefined) return undefined
  const isEmpty = content.trim() === ''
  if (reason === 'length') return isEmpty ? cuts.emptyLength : cuts.length
  return isEmpty ? cuts.emptyFiltered : cuts.filtered
}
