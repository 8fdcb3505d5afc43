import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'
import { createAnswer, type UpstreamAnswer } from '../support/upstream-answer.ts'

export interface RecordedCompletion {
  headers: IncomingMessage['headers']
  text: string
  body: { model: string; messages: { role: string; content: unknown }[] } & Record<string, unknown>
}

export type Script = (answer: UpstreamAnswer, request: RecordedCompletion) => void | Promise<void>

export interface RecordingAgent extends AsyncDisposable {
  /** Base URL, ends with `/v1`. */
  readonly url: string
  readonly completions: readonly RecordedCompletion[]
  listCalls(): number
  /** Changes the model list; null makes the request fail. */
  offer(models: object[] | null): void
  /** Responses below `/v1` by path, such as `/about`. Null refuses the request; other paths return 404. */
  notify(reported: Readonly<Record<string, unknown>>): void
  shutOut(emails: readonly string[]): void
  serve(files: Readonly<Record<string, string>>): void
  readonly asked: readonly { path: string; headers: IncomingMessage['headers'] }[]
  /** Scripts of the next chat requests, in order; afterwards `otherwise` applies. */
  script(...scripts: Script[]): void
  otherwise(script: Script): void
  forget(): void
}

export const says =
  (...pieces: string[]) =>
  (answer: UpstreamAnswer): void => {
    for (const piece of pieces) answer.text(piece)
    answer.finish('stop')
    answer.usage({ input: 7, output: 3 })
    answer.done()
  }

export const GARDEN = {
  id: 'garden',
  object: 'model',
  created: 1_780_000_000,
  owned_by: 'hub-service',
  name: 'Garden helper',
  description: 'Knows plants',
  suggestions: ['What grows in May?'],
}

export async function startRecordingAgent({ port = 0 }: { port?: number } = {}): Promise<RecordingAgent> {
  const completions: RecordedCompletion[] = []
  const scripts: Script[] = []
  let fallback: Script = says('Hello ', 'there')
  let models: object[] | null = [GARDEN]
  let listCalls = 0
  let reported: Readonly<Record<string, unknown>> = {}
  let shutOut: readonly string[] = []
  let served: Readonly<Record<string, string>> = {}
  const asked: { path: string; headers: IncomingMessage['headers'] }[] = []

  const server = createServer(async (request, response) => {
    const text = await readText(request).catch(() => null)
    if (text === null) return
    const answer = createAnswer(response, 'garden')
    if (request.url === '/v1/models') {
      listCalls++
      if (models) answer.status(200, { object: 'list', data: models })
      else answer.status(500, 'broken')
      return
    }
    if (request.method === 'GET') {
      const path = request.url!.replace('/v1', '')
      asked.push({ path, headers: request.headers })
      const part = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
      if (Object.hasOwn(served, path) && part) {
        const [start, end] = [Number(part[1]), Number(part[2])]
        const text = served[path]!
        const head = { 'content-range': `bytes ${start}-${end}/${text.length}`, etag: '"1"' }
        return void response.writeHead(206, head).end(text.slice(start, end + 1))
      }
      if (Object.hasOwn(served, path)) return void response.end(served[path])
      const refusal = Object.hasOwn(reported, path) ? 403 : 404
      if (shutOut.includes(String(request.headers['x-chatapp-user-email']))) return answer.status(403, {})
      return reported[path] ? answer.status(200, reported[path]) : answer.status(refusal, {})
    }
    const completion = {
      text,
      headers: request.headers,
      body: JSON.parse(text) as RecordedCompletion['body'],
    }
    completions.push(completion)
    await (scripts.shift() ?? fallback)(answer, completion)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    completions,
    listCalls: () => listCalls,
    notify: (more) => void (reported = more),
    shutOut: (emails) => void (shutOut = emails),
    serve: (files) => void (served = files),
    asked,
    offer: (list) => void (models = list),
    script: (...more) => void scripts.push(...more),
    otherwise: (script) => void (fallback = script),
    forget: () => void (scripts.length = 0),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
