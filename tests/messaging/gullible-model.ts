import { calls, says, type RecordedRequest, type UpstreamScript } from '../support/upstream.ts'

/**
 * A model that obeys orders in any text: it calls the tool of the last `DO tool {json}` once, then answers with the
 * result.
 */
export const gullible: UpstreamScript = (answer, request) => {
  const order = ordersIn(request).at(-1)
  return (order && !isDone(order, request) ? calls(order) : says(lastResult(request)))(answer, request)
}

interface Order {
  name: string
  input: string
}

const ordersIn = ({ body }: RecordedRequest): Order[] =>
  (body.messages ?? []).flatMap((message) =>
    [...wordsOf(message).matchAll(/\bDO (\w+) (\{.*\})/g)].map(([, name, input]) => ({
      name: name!,
      input: input!,
    })),
  )

const sinceAsked = ({ body: { messages = [] } }: RecordedRequest) =>
  messages.slice(messages.findLastIndex(({ role }) => role === 'user') + 1)

const isDone = ({ name, input }: Order, request: RecordedRequest): boolean =>
  sinceAsked(request)
    .flatMap(({ tool_calls: made = [] }) => made as { function: { name: string; arguments: string } }[])
    .some(({ function: call }) => call.name === name && call.arguments === input)

const lastResult = (request: RecordedRequest): string => {
  const result = sinceAsked(request).findLast(({ role }) => role === 'tool')
  return result ? wordsOf(result) : 'Nothing to do.'
}

export const toldTo = ({ body }: RecordedRequest): string => (body.messages ?? []).map(wordsOf).join('\n')

const wordsOf = ({ content }: { content?: unknown }): string => {
  if (typeof content === 'string') return content
  return Array.isArray(content) ? content.map(({ text = '' }: { text?: string }) => text).join('\n') : ''
}
