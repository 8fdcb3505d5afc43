import type { AnswerPiece } from '#ground/turn/schema.ts'
import type { StoredMessage } from '#chatapp/chats/message.ts'

/** Fields of an answer that are sent in pieces. */
export type GrownAnswer = Pick<StoredMessage, 'content'> & {
  extra: Pick<StoredMessage['extra'], 'reasoning' | 'tools'>
}

export function piecesBetween(before: GrownAnswer, after: GrownAnswer): AnswerPiece[] {
  const reasoning = addedTo(before.extra.reasoning ?? '', after.extra.reasoning ?? '')
  const text = addedTo(before.content, after.content)
  const known = new Map(before.extra.tools?.map((tool) => [tool.id, JSON.stringify(tool)]))
  const tools = (after.extra.tools ?? []).filter((tool) => known.get(tool.id) !== JSON.stringify(tool))
  return [
    ...(reasoning ? [{ type: 'reasoning', text: reasoning } as const] : []),
    ...tools.map((tool) => ({ type: 'tool', ...tool }) as const),
    ...(text ? [{ type: 'text', text } as const] : []),
  ]
}

/** The text that follows `before`. An answer only grows, so any other change is ignored. */
const addedTo = (before: string, after: string): string =>
  after.startsWith(before) ? after.slice(before.length) : ''
