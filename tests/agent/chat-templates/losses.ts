import type { TurnMessage } from '#core/agent/model/model.ts'
import type { UpstreamBody } from '../../support/upstream.ts'
import type { Situation } from './conversation.ts'

export type Kind = 'instruction' | 'user' | 'answer' | 'text beside a call' | 'call' | 'result' | 'tool'

export function losses({ request, adds }: Situation, { tools }: UpstreamBody, prompt: string): Set<Kind> {
  const missing = new Set<Kind>()
  const plain = unescaped(prompt)
  const expect = (kind: Kind, ...texts: string[]) => {
    if (texts.some((text) => !plain.includes(unescaped(text.trim())))) missing.add(kind)
  }
  expect('instruction', ...adds)
  for (const [at, message] of request.messages.entries())
    switch (message.role) {
      case 'system':
        expect('instruction', message.text)
        break
      case 'user':
        expect('user', ...message.parts.map((part) => (part.type === 'text' ? part.text : part.filename!)))
        break
      case 'assistant':
        expect(isBesideCall(request.messages, at) ? 'text beside a call' : 'answer', message.text)
        expect('call', ...message.toolCalls.flatMap(({ name, input }) => [name, ...leaves(input)]))
        break
      case 'tool':
        expect('result', ...message.results.map(({ text }) => text))
    }
  expect('tool', ...(tools ?? []).map((tool) => tool.function.name))
  return missing
}

const leaves = (input: string): string[] => {
  const found: string[] = []
  try {
    JSON.parse(input, (_key, value: unknown) => {
      if (typeof value === 'string') found.push(value)
      return value
    })
  } catch {
    return []
  }
  return found
}

const unescaped = (text: string): string =>
  text
    .replaceAll(/\\u([\da-f]{4})/gi, (_escape, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
    .replaceAll(/&(quot|amp|lt|gt|#34|#39);/g, '')
    .replaceAll(/[\\"'<>&\s]|\\n/g, '')

const isBesideCall = (messages: readonly TurnMessage[], at: number): boolean =>
  [messages[at], messages[at + 1]].some(
    (message) => message?.role === 'assistant' && message.toolCalls.length > 0,
  )
