import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'

export interface Asked {
  text: string
  tools: readonly string[]
  results: readonly string[]
}

export type Move = { say: string } | { call: string; input: object } | { hang: true }

export const INPUT = 1000
export const OUTPUT = 20

interface Wire {
  read(body: any): Asked
  write(response: ServerResponse, move: Exclude<Move, { hang: true }>, stream: boolean): void
}

export async function startFakeModel(
  t: TestContext,
  move: (asked: Asked) => Move,
): Promise<{ url: string; asked: Asked[] }> {
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    const wire = Object.entries(WIRES).find(([pattern]) => new RegExp(pattern).test(path))?.[1]
    const body = await bodyOf(request)
    if (!wire || !body) return void response.writeHead(404).end('{}')
    const output = wire.read(body)
    asked.push(output)
    const next = move(output)
    if ('hang' in next) return response.writeHead(200, EVENTS).flushHeaders()
    wire.write(response, next, body.stream === true || path.includes('streamGenerate'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

const EVENTS = { 'content-type': 'text/event-stream' }

const bodyOf = async (request: IncomingMessage): Promise<any> => {
  let text = ''
  for await (const piece of request) text += String(piece)
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const send = (response: ServerResponse, stream: boolean, pieces: readonly object[], end = ''): void => {
  response.writeHead(200, stream ? EVENTS : { 'content-type': 'application/json' })
  if (!stream) return void response.end(JSON.stringify(pieces.at(-1)))
  for (const piece of pieces) {
    const { type } = piece as { type?: string }
    response.write(`${type ? `event: ${type}\n` : ''}data: ${JSON.stringify(piece)}\n\n`)
  }
  response.end(end)
}

const textIn = (content: unknown): string =>
  typeof content === 'string'
    ? content
    : Array.isArray(content)
      ? content.map((part) => textIn((part as { text?: unknown }).text)).join('\n')
      : ''

const since = <T>(
  items: readonly T[],
  isPerson: (item: T) => boolean,
): { person: T | undefined; after: T[] } => {
  const index = items.findLastIndex(isPerson)
  return { person: items[index], after: items.slice(index + 1) }
}

const WIRES: Readonly<Record<string, Wire>> = {
  '/chat/completions': {
    read({ messages, tools = [] }) {
      const { person, after } = since<any>(messages, ({ role }) => role === 'user')
      return {
        text: textIn(person?.content),
        tools: tools.map((tool: any) => tool.function.name),
        results: after.filter(({ role }) => role === 'tool').map(({ content }) => textIn(content)),
      }
    },
    write(response, move, stream) {
      const message =
        'say' in move
          ? { content: move.say }
          : {
              tool_calls: [
                {
                  index: 0,
                  id: `call_${++calls}`,
                  type: 'function',
                  function: { name: move.call, arguments: JSON.stringify(move.input) },
                },
              ],
            }
      const usage = { prompt_tokens: INPUT, completion_tokens: OUTPUT, total_tokens: INPUT + OUTPUT }
      const finish_reason = 'say' in move ? 'stop' : 'tool_calls'
      const about = { id: 'c', created: 1, model: 'm', object: 'chat.completion.chunk' }
      const whole = {
        ...about,
        choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason }],
        usage,
      }
      const chunks = [
        { ...about, choices: [{ index: 0, delta: { role: 'assistant', ...message } }] },
        { ...about, choices: [{ index: 0, delta: {}, finish_reason }], usage },
      ]
      send(response, stream, stream ? chunks : [whole], 'data: [DONE]\n\n')
    },
  },
  '/responses': {
    read({ input, tools = [] }) {
      const { person, after } = since<any>(input, ({ role }) => role === 'user')
      return {
        text: textIn(person?.content),
        tools: tools.flatMap((tool: any) =>
          tool.type === 'namespace'
            ? tool.tools.map((inner: any) => `${tool.name}/${inner.name}`)
            : [tool.name ?? ''],
        ),
        results: after
          .filter(({ type }) => type === 'function_call_output')
          .map(({ output }) => (typeof output === 'string' ? output : textIn(output?.content ?? output))),
      }
    },
    write(response, move) {
      const [namespace, name] =
        'call' in move && move.call.includes('/') ? move.call.split('/') : [undefined, undefined]
      const item =
        'say' in move
          ? {
              type: 'message',
              role: 'assistant',
              id: 'm1',
              content: [{ type: 'output_text', text: move.say }],
            }
          : {
              type: 'function_call',
              call_id: `call_${++calls}`,
              name: name ?? move.call,
              ...(namespace && { namespace }),
              arguments: JSON.stringify(move.input),
            }
      const usage = {
        input_tokens: INPUT,
        input_tokens_details: { cached_tokens: 0 },
        output_tokens: OUTPUT,
        output_tokens_details: { reasoning_tokens: 0 },
        total_tokens: INPUT + OUTPUT,
      }
      send(response, true, [
        { type: 'response.created', response: { id: 'r1' } },
        {
          type: 'response.output_item.added',
          output_index: 0,
          item: 'say' in move ? { ...item, content: [] } : item,
        },
        ...('say' in move
          ? [{ type: 'response.output_text.delta', output_index: 0, content_index: 0, delta: move.say }]
          : []),
        { type: 'response.output_item.done', output_index: 0, item },
        { type: 'response.completed', response: { id: 'r1', usage } },
      ])
    },
  },
  ':(streamG|g)enerateContent': {
    read({ contents, tools = [] }) {
      const isPerson = ({ role, parts }: any) => role === 'user' && parts.some(({ text }: any) => text)
      const { person, after } = since<any>(contents, isPerson)
      return {
        text: textIn(person?.parts),
        tools: tools.flatMap((tool: any) => tool.functionDeclarations ?? []).map(({ name }: any) => name),
        results: after
          .flatMap(({ parts }) => parts)
          .flatMap(({ functionResponse }) =>
            functionResponse ? [JSON.stringify(functionResponse.response)] : [],
          ),
      }
    },
    write(response, move, stream) {
      const part =
        'say' in move ? { text: move.say } : { functionCall: { name: move.call, args: move.input } }
      send(response, stream, [
        {
          candidates: [{ index: 0, content: { role: 'model', parts: [part] }, finishReason: 'STOP' }],
          usageMetadata: {
            promptTokenCount: INPUT,
            candidatesTokenCount: OUTPUT,
            totalTokenCount: INPUT + OUTPUT,
          },
          modelVersion: 'm',
        },
      ])
    },
  },
}

let calls = 0
