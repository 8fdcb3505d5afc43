import { createServer } from 'node:http'
import { text as readText } from 'node:stream/consumers'
import { request } from 'undici'
import { listen } from '#ground/base/http-server.ts'

/** Times come from `performance.now()`. */
export interface Exchange {
  kind: 'answer' | 'title' | 'summary'
  startedAt: number
  firstPieceAt: number | null
  endedAt: number | null
  status: number
  /** Token counts; null if the server did not report them. */
  prompt: { cached: number; evaluated: number } | null
  instructions: string
  newest: { role: string; content: unknown } | null
}

export interface Recorder extends AsyncDisposable {
  readonly url: string
  readonly exchanges: readonly Exchange[]
}

const FIRST_PIECE = /"(?:content|reasoning_content|arguments)":"[^"]/
const TIMINGS = /"cache_n":(\d+),"prompt_n":(\d+)/

/**
 * A task ends when the model calls the tool `finish`. The small model would not call the tool, so these options force
 * a call: the bias favours `{"`, with which a call begins.
 */
const FORCED_END = { tool_choice: 'required', logit_bias: [['{"', 15]] }

export async function startRecorder(modelUrl: string): Promise<Recorder> {
  const { origin } = new URL(modelUrl)
  const exchanges: Exchange[] = []
  const server = createServer(async (incoming, response) => {
    const sent = await readText(incoming)
    const exchange = exchangeOf(sent)
    if (exchange) exchanges.push(exchange)
    const closed = new AbortController()
    response.on('close', () => closed.abort())
    try {
      const answer = await request(origin + incoming.url, {
        method: incoming.method as 'GET' | 'POST',
        headers: { 'content-type': 'application/json' },
        body: sent === '' ? undefined : withForcedEnd(sent),
        signal: closed.signal,
        headersTimeout: 0, // a slow machine evaluates a long prompt for minutes
        bodyTimeout: 0,
      })
      response.writeHead(answer.statusCode, { 'content-type': String(answer.headers['content-type']) })
      let received = ''
      for await (const piece of answer.body.setEncoding('utf8')) {
        received += piece
        if (exchange && FIRST_PIECE.test(received)) exchange.firstPieceAt ??= performance.now()
        response.write(piece)
      }
      if (exchange) recordEnd(exchange, answer.statusCode, received)
      response.end()
    } catch {
      if (exchange) exchange.endedAt = performance.now()
      response.destroy()
    }
  })
  return {
    url: `${await listen(server, { host: '127.0.0.1', port: 0, variable: 'none' })}/v1`,
    exchanges,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function withForcedEnd(sent: string): string {
  const body = JSON.parse(sent) as { tools?: { function: { name: string } }[] }
  const isTask = body.tools?.some(({ function: { name } }) => name === 'finish')
  return isTask ? JSON.stringify({ ...body, ...FORCED_END }) : sent
}

function exchangeOf(sent: string): Exchange | null {
  if (sent === '') return null
  const { messages = [] } = JSON.parse(sent) as { messages?: { role: string; content: string }[] }
  const instructions = messages.find(({ role }) => role === 'system')?.content ?? ''
  const kind = instructions.startsWith('You name conversations')
    ? 'title'
    : instructions.startsWith('You condense')
      ? 'summary'
      : 'answer'
  const startedAt = performance.now()
  const newest = messages.at(-1) ?? null
  return { kind, startedAt, firstPieceAt: null, endedAt: null, status: 0, prompt: null, instructions, newest }
}

function recordEnd(exchange: Exchange, status: number, received: string): void {
  const counts = TIMINGS.exec(received)
  exchange.endedAt = performance.now()
  exchange.status = status
  exchange.prompt = counts && { cached: Number(counts[1]), evaluated: Number(counts[2]) }
}
