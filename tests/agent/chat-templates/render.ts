import type { Template } from '../../clients/clients.ts'
import type { UpstreamBody } from '../../support/upstream.ts'

export const rendered = (template: Template, body: UpstreamBody): string => template.render(contextOf(body))

export const contextOf = ({ messages = [], tools }: UpstreamBody): Record<string, unknown> => ({
  messages: messages.map((message) => ({
    ...message,
    ...(message.tool_calls && { tool_calls: message.tool_calls.map(withParsedArguments) }),
  })),
  tools: tools ?? null,
  add_generation_prompt: true,
  bos_token: '<s>',
  eos_token: '</s>',
})

const withParsedArguments = (call: unknown): object => {
  const { function: called, ...rest } = call as { function: { name: string; arguments: string } }
  return { ...rest, function: { ...called, arguments: JSON.parse(called.arguments) as unknown } }
}
