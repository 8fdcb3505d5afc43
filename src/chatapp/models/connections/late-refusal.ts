import { Readable } from 'node:stream'
import { isRecord } from '#ground/base/json/lenient.ts'
import { createStreamParser, type StreamData } from '#ground/base/event-stream/parse.ts'
import type { UpstreamAnswer } from './client.ts'

/**
 * Some servers and brokers answer 200 and send their refusal as the first event of the stream. Such an answer becomes the
 * refusal that it is; any other stays as it was. Resolves with the first event.
 */
export async function refusalAsStatus(answer: UpstreamAnswer): Promise<UpstreamAnswer> {
  if (answer.status !== 200 || !answer.contentType.startsWith('text/event-stream')) return answer
  const chunks = (answer.body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]()
  const parser = createStreamParser()
  const read: Uint8Array[] = []
  let first: StreamData | undefined
  while (first === undefined) {
    const { done, value } = await chunks.next()
    if (!done) read.push(value)
    first = (done ? parser.end() : parser.push(value))[0]
    if (done) break
  }
  const refusal = first === undefined ? null : refusalIn(first)
  const body = (async function* () {
    yield* read
    yield* { [Symbol.asyncIterator]: () => chunks } // its end ends the request
  })()
  if (refusal === null) return { ...answer, body: Readable.from(body, { objectMode: false }) }
  answer.body.destroy()
  return {
    ...answer,
    status: refusal.status,
    contentType: 'application/json',
    size: null,
    body: Readable.from([Buffer.from(refusal.text)], { objectMode: false }),
  }
}

function refusalIn(event: StreamData): { status: number; text: string } | null {
  const text = typeof event === 'string' ? event : event.error
  const error = errorIn(text)
  if (typeof event === 'string' && error === null) return null
  return { status: statusOf(error), text: JSON.stringify({ error: error ?? { message: text } }) }
}

function errorIn(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? (value['error'] ?? null) : null
  } catch {
    return null
  }
}

const statusOf = (error: unknown): number => {
  const { code, status } = isRecord(error) ? error : {}
  return [status, code].map(Number).find((number) => number >= 400 && number <= 599) ?? 400
}
