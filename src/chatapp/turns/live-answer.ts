import type { Message, MessageError, ToolActivity } from '#chatapp/chats/message.ts'
import type { MessageState } from '#chatapp/chats/schema.ts'
import type { CompletionEvent } from './completion.ts'

/** What a reader of a running turn hears. */
export type AnswerEvent =
  | { event: 'snapshot'; message: Message }
  | { event: 'delta'; content?: string; reasoning?: string }
  | { event: 'tool'; tool: ToolActivity }
  | { event: 'end'; message: Message }

export type AnswerListener = (event: AnswerEvent) => void

/** An answer while it grows. Everything happens in one turn of the event loop, so no reader misses a piece. */
export interface LiveAnswer {
  /** The message as it is now. */
  message(): Message
  add(event: Exclude<CompletionEvent, { type: 'done' | 'error' }>): void
  /** Give the message its last state. The first one counts; nothing is added any more. */
  end(state: Exclude<MessageState, 'running'>, error?: MessageError): void
  /** It has ended and could not be saved: however it ended, that is what is told. */
  notKept(error: MessageError): void
  /** Tell everyone that it has ended. Call when it is saved, so that whoever reads it anew finds it whole. */
  close(): void
  /** Hear a snapshot at once and then every piece. Returns the way to stop. */
  listen(listener: AnswerListener): () => void
}

export function createLiveAnswer(start: Message, onChange: () => void): LiveAnswer {
  const listeners = new Set<AnswerListener>()
  const tools = new Map<string, ToolActivity>()
  let { content, state } = start
  let reasoning = ''
  let usage: unknown
  let failure: MessageError | undefined
  let isClosed = false

  const message = (): Message => {
    const { runner, ...extra } = start.extra
    return {
      ...start,
      content,
      state,
      extra: {
        ...extra,
        ...(state === 'running' ? { runner } : {}),
        ...(reasoning ? { reasoning } : {}),
        ...(tools.size > 0 ? { tools: [...tools.values()] } : {}),
        ...(usage === undefined ? {} : { usage }),
        ...(failure ? { error: failure } : {}),
      },
    }
  }
  const tell = (event: AnswerEvent) => {
    for (const listener of listeners) listener(event)
  }

  return {
    message,
    add(event) {
      if (state !== 'running') return
      switch (event.type) {
        case 'text':
          content += event.text
          tell({ event: 'delta', content: event.text })
          break
        case 'reasoning':
          reasoning += event.text
          tell({ event: 'delta', reasoning: event.text })
          break
        case 'tool':
          tools.set(event.tool.id, event.tool)
          tell({ event: 'tool', tool: event.tool })
          break
        case 'usage':
          usage = event.usage
          break
      }
      onChange()
    },
    end(last, error) {
      if (state !== 'running') return
      state = last
      failure = error
      // A tool that never said how it ended did not end.
      for (const tool of tools.values())
        if (tool.state === 'running') tools.set(tool.id, { ...tool, state: 'failed' })
    },
    notKept(error) {
      state = 'failed'
      failure = error
    },
    close() {
      isClosed = true
      tell({ event: 'end', message: message() })
      listeners.clear()
    },
    listen(listener) {
      listener({ event: 'snapshot', message: message() })
      if (!isClosed) listeners.add(listener)
      else listener({ event: 'end', message: message() })
      return () => listeners.delete(listener)
    },
  }
}
