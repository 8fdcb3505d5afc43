import type { Template } from '../../clients/clients.ts'
import type { UpstreamBody } from '../../support/upstream.ts'

/** The prompt that a model server makes of a body: it parses the arguments of calls, and renders the template. */
export const rendered = (template: Template, body: UpstreamBody): string => template.render(contextOf(body))

/** What servers give to a template. */
export const contextOf = ({ messages = [], tools }: UpstreamBody): Record<string, unknown> => ({
  messages: messages.map((message) => ({
    ...message,
    ...(message.tool_calls && { tool_calls: message.tool_calls.map(withParsedArguments) }),
  })),
  tools: tools ?? null, // as transformers gives it
  add_generation_prompt: true,
  bos_token: '<s>',
  eos_token: '</s>',
})

const withParsedArguments = (call: unknown): object => {
  const { function: called, ...rest } = call as { function: { name: string; arguments: string } }
  return { ...rest, function: { ...called, arguments: JSON.parse(called.arguments) as unknown } }
}
