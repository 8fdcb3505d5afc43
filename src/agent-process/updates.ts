import type { SessionUpdate, ToolCall, ToolCallUpdate } from '@agentclientprotocol/sdk'
import type { Clock } from '#ground/base/clock.ts'
import type { TurnEvent } from '#ground/turn/schema.ts'
import { shownInput, shownResult } from '#core/agent/turn/shown-call.ts'
import { cutText } from '#ground/base/cut-text.ts'
import type { OurCalls } from './our-calls.ts'

export interface UpdatesDeps {
  clock: Pick<Clock, 'now'>
  eventId(callId: string): string
  ours: Pick<OurCalls, 'recordEnd'> & {
    claimedTool(call: ToolCall | ToolCallUpdate): ReturnType<OurCalls['claimedTool']>
  }
  refusalOf(callId: string): string | null
  masked(text: string): string
}

export interface Updates {
  add(update: SessionUpdate): TurnEvent[]
  end(state: 'done' | 'failed'): TurnEvent[]
}

interface Call {
  id: string
  name: string
  title: string
  startedAt: number
  isOver: boolean
  input: unknown
  ours: { name: string | null } | null
}

const MAX_TITLE_LENGTH = 200
const MAX_ERROR_LENGTH = 500

export function createUpdates({ clock, eventId, ours, refusalOf, masked }: UpdatesDeps): Updates {
  const calls = new Map<string, Call>()
  const speech = createSpeech()

  const finished = (call: Call, state: 'done' | 'failed', content: string | null): TurnEvent => {
    call.isOver = true
    const maskedContent = content === null ? null : masked(content)
    const ms = clock.now() - call.startedAt
    const { id, name, title } = call
    const input = call.input === undefined ? undefined : shownInput(masked(JSON.stringify(call.input)))
    const result = state === 'done' && maskedContent !== null ? shownResult(maskedContent) : undefined
    return {
      type: 'tool',
      id,
      name,
      state,
      title,
      ms,
      ...(input !== undefined && { input }),
      ...(result !== undefined && { result }),
      ...(state === 'failed' && { error: cutText(maskedContent ?? '', MAX_ERROR_LENGTH) || 'It failed.' }),
    }
  }

  const track = (update: ToolCall | ToolCallUpdate): TurnEvent[] => {
    const { toolCallId, status } = update
    const known = calls.get(toolCallId)
    const events: TurnEvent[] = []
    const title = update.title ? line(update.title) : null
    const call: Call = known ?? {
      id: eventId(toolCallId),
      name: cutText(line(update.name ?? update.kind ?? 'tool'), 64),
      title: title ?? 'Working',
      startedAt: clock.now(),
      isOver: false,
      input: undefined,
      ours: ours.claimedTool(update),
    }
    calls.set(toolCallId, call)
    if (call.isOver) return []
    let isNew = !known
    if (call.ours) {
      if (status !== 'completed' && status !== 'failed') return []
      call.isOver = ours.recordEnd(toolCallId, call.ours.name, status === 'completed')
      if (call.isOver) return []
      call.ours = null
      isNew = true
    }
    speech.pause()
    const isRenamed = title !== null && title !== call.title
    call.title = title ?? call.title
    call.input = update.rawInput ?? call.input
    if (isNew || isRenamed)
      events.push({ type: 'tool', id: call.id, name: call.name, state: 'running', title: call.title })
    if (status === 'completed') events.push(finished(call, 'done', textIn(update.content)))
    if (status === 'failed')
      events.push(finished(call, 'failed', refusalOf(toolCallId) ?? textIn(update.content)))
    return events
  }

  return {
    add(update) {
      switch (update.sessionUpdate) {
        case 'agent_message_chunk':
          return speech.addText(textOf(update.content), update.messageId ?? null)
        case 'agent_thought_chunk': {
          const text = textOf(update.content)
          return text === '' ? [] : [{ type: 'reasoning', text }]
        }
        case 'tool_call':
        case 'tool_call_update':
          return track(update)
        default:
          return []
      }
    },
    end: (state) =>
      [...calls.values()]
        .filter((call) => !call.isOver && !call.ours)
        .map((call) => finished(call, state, state === 'failed' ? 'It was not finished.' : null)),
  }
}

function createSpeech() {
  let spoken = ''
  let isNewParagraph = false
  let message: string | null = null
  return {
    addText(text: string, messageId: string | null): TurnEvent[] {
      if (text === '') return []
      if (messageId !== null && message !== null && messageId !== message) isNewParagraph = true
      message = messageId ?? message
      const isApart = isNewParagraph && spoken !== '' && !/\s$/.test(spoken)
      isNewParagraph = false
      spoken = text
      const events: TurnEvent[] = [{ type: 'text', text }]
      return isApart ? [{ type: 'text', text: '\n\n' }, ...events] : events
    },
    pause() {
      isNewParagraph = true
    },
  }
}

type Content = Extract<SessionUpdate, { sessionUpdate: 'agent_message_chunk' }>['content']

const textOf = (content: Content): string => {
  if (content.type === 'text') return content.text
  if (content.type !== 'resource_link' || !/^https?:/i.test(content.uri)) return ''
  const address = URL.parse(content.uri)?.href.replaceAll(/[()]/g, encodeURIComponent)
  return address ? `[${line(content.name).replaceAll(/[[\]\\]/g, '')}](${address})` : ''
}

const textIn = (content: ToolCallUpdate['content']): string | null => {
  const first = content?.find((part) => part.type === 'content')?.content
  return first?.type === 'text' ? first.text.trim() || null : null
}

const line = (value: string): string =>
  cutText(value.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim(), MAX_TITLE_LENGTH)
