import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { createAnswer, type UpstreamAnswer } from './upstream-answer.ts'

export interface RecordedRequest {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: UpstreamBody
  text: string
}

export interface UpstreamBody {
  model?: string
  messages?: { role: string; content?: unknown; tool_calls?: unknown[]; tool_call_id?: string }[]
  tools?: { function: { name: string; description: string; parameters: Record<string, unknown> } }[]
  [field: string]: unknown
}

/** Handles a request. A script that returns without ending the response leaves its stream open. */
export type UpstreamScript = (answer: UpstreamAnswer, request: RecordedRequest) => void | Promise<void>

export interface Upstream extends AsyncDisposable {
  /** Base URL for `SVC_MODEL_BASE_URL`, ends with `/v1`. */
  readonly url: string
  readonly requests: readonly RecordedRequest[]
  script(...scripts: UpstreamScript[]): void
  /** Handles requests without a script; default: responds 500. */
  otherwise(script: UpstreamScript): void
  /** Reports a context window, like llama.cpp; default: none. */
  namesWindow(tokens: number): void
  nextRequest(): Promise<RecordedRequest>
}

export async function startUpstream(): Promise<Upstream> {
  const requests: RecordedRequest[] = []
  const scripts: UpstreamScript[] = []
  const waiting: ((request: RecordedRequest) => void)[] = []
  let fallback = noScriptLeft
  let window: number | null = null

  const server = createServer(async (incoming, response) => {
    if (incoming.method === 'GET') {
      const isNamed = window !== null && incoming.url === '/props'
      response.writeHead(isNamed ? 200 : 404)
      return void response.end(JSON.stringify({ default_generation_settings: { n_ctx: window } }))
    }
    const request = await record(incoming)
    if (!request) return
    requests.push(request)
    for (const resolve of waiting.splice(0)) resolve(request)
    await play(scripts.shift() ?? fallback, request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    script: (...more) => void scripts.push(...more),
    otherwise: (script) => void (fallback = script),
    namesWindow: (tokens) => void (window = tokens),
    nextRequest: () => new Promise((resolve) => waiting.push(resolve)),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const noScriptLeft: UpstreamScript = (answer) =>
  answer.status(500, { error: { message: 'the test has no script left' } })

/** Null if the client disconnected while sending. */
const record = async (incoming: IncomingMessage): Promise<RecordedRequest | null> => {
  try {
    const text = await readText(incoming)
    const { method = '', url: path = '', headers } = incoming
    return { method, path, headers, text, body: text ? (JSON.parse(text) as UpstreamBody) : {} }
  } catch {
    return null
  }
}

const play = async (script: UpstreamScript, request: RecordedRequest, response: ServerResponse) => {
  const answer = createAnswer(response, request.body.model ?? 'test-model')
  try {
    await script(answer, request)
  } catch (error) {
    response.destroy(error as Error)
  }
}

export const says =
  (text: string): UpstreamScript =>
  (answer) => {
    for (const piece of text.match(/\s*\S+|\s+$/g) ?? []) answer.text(piece)
    answer.finish('stop')
    answer.usage({ input: 7, output: 3 })
    answer.done()
  }

export const calls =
  (...toolCalls: { name: string; input: unknown; id?: string }[]): UpstreamScript =>
  (answer) => {
    toolCalls.forEach(({ name, input, id }, index) =>
      answer.toolCall({
        index,
        id: id ?? `call_${index + 1}`,
        name,
        input: typeof input === 'string' ? input : JSON.stringify(input),
      }),
    )
    answer.finish('tool_calls')
    answer.usage({ input: 11, output: 5 })
    answer.done()
  }
