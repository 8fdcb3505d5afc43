import { unfinished, type AnswerPiece, type ToolActivity } from '#ground/turn/schema.ts'
import type { MessageExtra, StoredMessage } from '#chatapp/chats/message.ts'
import { messageView } from '#chatapp/chats/present.ts'
import type { AnswerFacts, CutReason, MessageError, MessageState } from '#chatapp/chats/schema.ts'
import type { AnswerEvent } from './schema.ts'

export type AnswerListener = (event: AnswerEvent) => void

/** Functions are synchronous, so a new listener misses no piece. */
export interface LiveAnswer {
  message(): StoredMessage
  add(piece: AnswerPiece): void
  used(reported: unknown): void
  cutShort(reason: CutReason): void
  addFacts(facts: AnswerFacts): void
  /** Later calls and pieces are ignored. */
  end(state: Exclude<MessageState, 'running'>, error?: MessageError): void
  /** Must be called after the save, so that new readers find the same message. */
  close(ended: StoredMessage): void
  listen(listener: AnswerListener): () => void
}

export function createLiveAnswer(start: StoredMessage, onChange: () => void): LiveAnswer {
  const listeners = new Set<AnswerListener>()
  const tools = new Map<string, ToolActivity>(start.extra.tools?.map((tool) => [tool.id, tool]))
  const message_id = start.id
  let { content, state } = start
  let { reasoning = '', pieces = 0 } = start.extra
  let known: Pick<MessageExtra, 'usage' | 'facts' | 'error'> = {}
  let cut: CutReason | undefined
  let closed: StoredMessage | null = null

  const message = (): StoredMessage => {
    const { pieces: _, ...extra } = start.extra
    return {
      ...start,
      content,
      state,
      extra: {
        ...extra,
        ...(state === 'running' ? { pieces } : {}),
        ...(reasoning ? { reasoning } : {}),
        ...(tools.size > 0 ? { tools: [...tools.values()] } : {}),
        ...known,
        ...(cut && state === 'done' ? { cut } : {}),
      },
    }
  }
  const notify = (event: AnswerEvent) => {
    for (const listener of listeners) listener(event)
  }

  return {
    message,
    add(piece) {
      if (state !== 'running') return
      pieces++
      if (piece.type === 'text') {
        content += piece.text
        notify({ type: 'delta', message_id, content: piece.text })
      } else if (piece.type === 'reasoning') {
        reasoning += piece.text
        notify({ type: 'delta', message_id, reasoning: piece.text })
      } else {
        const { type, ...reported } = piece
        const progress = { begin: start.content.length, content, reasoning }
        const tool = placed(reported, tools.get(reported.id), progress)
        tools.set(tool.id, tool)
        notify({ type, message_id, tool })
      }
      onChange()
    },
    used(reported) {
      if (state !== 'running') return
      known = { ...known, usage: reported }
      onChange()
    },
    cutShort(reason) {
      if (state === 'running') cut = reason
    },
    addFacts(more) {
      if (state === 'running') known = { ...known, facts: { ...known.facts, ...more } }
    },
    end(last, error) {
      if (state !== 'running') return
      state = last
      if (error) known = { ...known, error }
      for (const tool of tools.values())
        if (tool.state === 'running') tools.set(tool.id, unfinished(tool, state === 'stopped'))
    },
    close(ended) {
      closed = ended
      notify({ type: 'end', message: messageView(ended) })
      listeners.clear()
    },
    listen(listener) {
      const view = messageView(closed ?? message())
      listener({ type: 'snapshot', message: view })
      if (!closed) listeners.add(listener)
      else listener({ type: 'end', message: view })
      return () => listeners.delete(listener)
    },
  }
}

/** @param begin Length of the text that the answer continues. */
function placed(
  reported: ToolActivity,
  known: ToolActivity | undefined,
  { begin, content, reasoning }: Record<'content' | 'reasoning', string> & { begin: number },
): ToolActivity {
  const at = known ? known.at : reported.at === undefined ? content.length : begin + reported.at
  return { ...reported, ...(at ? { at } : {}), reasoning_at: known?.reasoning_at ?? reasoning.length }
}
