import type { ModelRequest, TurnMessage } from '#core/agent/model/model.ts'
import { conversationTokens, textTokens, toolTokens } from './context/estimate.ts'
import { SKILLS } from './system-prompt.ts'

/** Begins the attributes of a model call that describe its prompt. */
export const PROMPT_PARTS = 'svc.prompt'

export interface PromptPart {
  part: 'system' | 'skills' | 'tools' | 'facts' | 'earlier' | 'message' | 'steps'
  /** Estimated. */
  tokens: number
  /** Number of tools or messages. */
  count: number
  text(): string
}

/** The parts of a request in the order in which most providers read them. Empty parts are omitted. */
export function partsOf({ messages, tools }: Pick<ModelRequest, 'messages' | 'tools'>): PromptPart[] {
  const instructions = messages
    .flatMap((message) => (message.role === 'system' ? [message.text] : []))
    .join('\n\n')
  const skillsAt = instructions.indexOf(`\n\n${SKILLS}\n`)
  const [system, skills] =
    skillsAt === -1 ? [instructions, ''] : [instructions.slice(0, skillsAt), instructions.slice(skillsAt + 2)]
  const facts = messages.filter((message) => message.role === 'user' && message.isFromHub)
  const talk = messages.filter((message) => message.role !== 'system' && !facts.includes(message))
  const asked = Math.max(
    0,
    talk.findLastIndex(({ role }) => role === 'user'),
  )
  return [
    textPart('system', system),
    textPart('skills', skills),
    {
      part: 'tools' as const,
      tokens: toolTokens(tools),
      count: tools.length,
      text: () => tools.map(({ name }) => name).join('\n'),
    },
    messagesPart('facts', facts),
    messagesPart('earlier', talk.slice(0, asked)),
    messagesPart('message', talk.slice(asked, asked + 1)),
    messagesPart('steps', talk.slice(asked + 1)),
  ].filter(({ count }) => count > 0)
}

const textPart = (part: PromptPart['part'], text: string): PromptPart => ({
  part,
  tokens: textTokens(text),
  count: text === '' ? 0 : 1,
  text: () => text,
})

const messagesPart = (part: PromptPart['part'], messages: readonly TurnMessage[]): PromptPart => ({
  part,
  tokens: conversationTokens(messages),
  count: messages.length,
  text: () => messages.map((message) => spokenMessage(message).text).join('\n\n'),
})

export const spokenMessage = (message: TurnMessage): { role: string; text: string } => {
  switch (message.role) {
    case 'system':
    case 'assistant':
      return { role: message.role, text: message.text }
    case 'user':
      return {
        role: 'user',
        text: message.parts.map((part) => (part.type === 'text' ? part.text : '')).join(''),
      }
    case 'tool':
      return { role: 'tool', text: message.results.map(({ text }) => text).join('\n') }
  }
}
