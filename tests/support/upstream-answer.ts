import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'

export interface UpstreamAnswer {
  head(): void
  text(text: string): void
  reasoning(text: string): void
  /** Sends a chunk with the name, then the arguments in `pieces` chunks (default 3). */
  toolCall(call: { id: string; name: string; input: string; index?: number }, pieces?: number): void
  finish(reason: 'stop' | 'length' | 'tool_calls' | 'content_filter'): void
  usage(usage: { input: number; output: number; cached?: number; reasoning?: number }): void
  done(): void
  /** Ends the stream without `[DONE]`. */
  end(): void
  status(status: number, body: unknown, headers?: Record<string, string>): void
  error(message: string): void
  raw(bytes: string): void
  whole(bytes: string | Uint8Array, headers?: Record<string, string>, status?: number): void
  comment(text: string): void
  breakMidChunk(): void
  cut(): void
  file(path: string | URL): Promise<void>
  /** Resolves when the client has received all bytes or disconnected. */
  drained(): Promise<void>
  /** Resolves when the client has disconnected or the response has ended. */
  readonly closed: Promise<void>
}

export function createAnswer(response: ServerResponse, model: string): UpstreamAnswer {
  const closed = new Promise<void>((resolve) => response.once('close', resolve))
  response.on('error', () => {}) // the client may disconnect at any time
  const head = () => response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
  const raw = (bytes: string) => {
    if (!response.headersSent) head()
    response.write(bytes)
  }
  const event = (data: unknown) => raw(`data: ${JSON.stringify(data)}\n\n`)
  const chunk = (fields: object) =>
    event({ id: 'chatcmpl-test', object: 'chat.completion.chunk', created: 1_780_000_000, model, ...fields })
  const delta = (delta: object, finish_reason: string | null = null) =>
    chunk({ choices: [{ index: 0, delta, finish_reason }] })

  return {
    closed,
    head: () => head().flushHeaders(),
    drained: async () => {
      if (response.writableNeedDrain && !response.closed)
        await Promise.race([once(response, 'drain'), closed])
    },
    raw,
    whole: (bytes, headers = {}, status = 200) => {
      response.writeHead(status, { 'content-type': 'text/event-stream', ...headers })
      response.end(bytes)
    },
    text: (content) => delta({ role: 'assistant', content }),
    reasoning: (reasoning_content) => delta({ reasoning_content }),
    toolCall: ({ id, name, input, index = 0 }, pieces = 3) => {
      delta({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] })
      for (const piece of split(input, pieces))
        delta({ tool_calls: [{ index, function: { arguments: piece } }] })
    },
    finish: (reason) => delta({}, reason),
    usage: ({ input, output, cached = 0, reasoning = 0 }) =>
      chunk({
        choices: [],
        usage: {
          prompt_tokens: input,
          completion_tokens: output,
          total_tokens: input + output,
          prompt_tokens_details: { cached_tokens: cached },
          completion_tokens_details: { reasoning_tokens: reasoning },
        },
      }),
    done: () => {
      raw('data: [DONE]\n\n')
      response.end()
    },
    end: () => void response.end(),
    status: (status, body, headers = {}) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      response.end(typeof body === 'string' ? body : JSON.stringify(body))
    },
    error: (message) => {
      event({ error: { message, type: 'server_error', param: null, code: null } })
      response.end()
    },
    comment: (text) => raw(`: ${text}\n\n`),
    breakMidChunk: () => {
      raw('data: {"id":"chatcmpl-test","choices":[{"index":0,"del')
      setImmediate(() => response.destroy())
    },
    cut: () => setImmediate(() => response.destroy()),
    file: async (path) => {
      raw(await readFile(path, 'utf8'))
      response.end()
    },
  }
}

const split = (text: string, pieces: number): string[] => {
  const size = Math.max(1, Math.ceil(text.length / pieces))
  return Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
    text.slice(index * size, (index + 1) * size),
  )
}
