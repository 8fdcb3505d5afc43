import type { ChatView, MessageView } from '#chatapp/chats/schema.ts'
import type { ToolActivity } from '#ground/turn/schema.ts'
import { exactTime } from '../../ui/time.ts'
import { partsInOrder } from '../api/answer-parts.ts'
import { findCutReason } from '../api/cut-answer.ts'
import { chats as texts } from './messages.ts'

export function chatAsMarkdown({ title, chat }: ChatView): string {
  const parts = chat.messages.map((message) =>
    [heading(message), files(message), ...body(message), ending(message)].filter(Boolean).join('\n\n'),
  )
  return `${[`# ${title || texts.untitled}`, ...parts].join('\n\n')}\n`
}

function heading({ role, model, timestamp }: MessageView): string {
  const who = role === 'user' ? texts.you : (model ?? texts.agent)
  return `## ${who}\n\n*${exactTime(timestamp)}*`
}

const files = ({ files = [] }: MessageView): string => files.map(({ name }) => `- 📎 ${name}`).join('\n')

const body = ({ content, tools }: MessageView): string[] =>
  partsInOrder({ content, tools }).map((part) => {
    if ('tools' in part) return part.tools.map(toolLine).join('\n>\n')
    return 'text' in part ? part.text.trim() : ''
  })

const toolLine = ({ title, name, state }: ToolActivity): string =>
  `> ${title || name}${state === 'failed' ? ' ✗' : ''}`

const ending = (message: MessageView): string => {
  const { state, error } = message
  const cut = findCutReason(message)
  if (cut) return `> ${cut}`
  if (state === 'failed') return `> ${error?.message ?? texts.failedAnswer}`
  return state === 'stopped' || state === 'interrupted' ? `> ${texts.unfinished}` : ''
}

export const fileNameOf = (title: string, ending: string): string => {
  const name = (title || texts.untitled)
    .replaceAll(/[\p{Cc}\p{Cf}<>:"/\\|?*]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 80)
  return `${name.replace(/^\.+|[. ]+$/g, '') || 'chat'}.${ending}`
}
