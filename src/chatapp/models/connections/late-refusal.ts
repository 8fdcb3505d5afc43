import { Readable } from 'node:stream'
import type { Clock } from '#ground/base/clock.ts'
import { isRecord } from '#ground/base/json/lenient.ts'
import { createStreamParser, type StreamData } from '#ground/base/event-stream/parse.ts'
import type { UpstreamAnswer } from './client.ts'

/** Maximum wait for a refusal as the first event. After this time, the response is forwarded unchanged. */
const MAX_WAIT_MS = 1000

/** Some servers return 200 and send a refusal as the first event. Gives such a response an error status. */
export async function refusalAsStatus(
  answer: UpstreamAnswer,
  clock: Pick<Clock, 'after'>,
): Promise<UpstreamAnswer> {
  if (answer.status !== 200 || !answer.contentType.startsWith('text/event-stream')) return answer
  const chunks = (answer.body as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]()
  const first = chunks.next()
  const refusal = refusalIn(await within(first, clock))
  if (refusal === null) return { ...answer, body: streamFrom(first, chunks, answer.body) }
  answer.body.destroy()
  return {
    ...answer,
    status: refusal.status,
    contentType: 'application/json',
    size: null,
    body: Readable.from([Buffer.from(refusal.text)], { objectMode: false }),
  }
}

type Chunk = IteratorResult<Uint8Array>

const within = (first: Promise<Chunk>, clock: Pick<Clock, 'after'>): Promise<Chunk | null> =>
  new Promise((resolve) => {
    const cancel = clock.after(MAX_WAIT_MS, () => resolve(null))
    const settle = (chunk: Chunk | null) => {
      cancel()
      resolve(chunk)
    }
    first.then(settle, () => settle(null))
  })

function streamFrom(first: Promise<Chunk>, rest: AsyncIterator<Uint8Array>, source: Readable): Readable {
  const stream = Readable.from(
    (async function* () {
      for (let chunk = await first; !chunk.done; chunk = await rest.next()) yield chunk.value
    })(),
    { objectMode: false },
  )
  return stream.once('close', () => source.destroy())
}

function refusalIn(chunk: Chunk | null): { status: number; text: string } | null {
  const event: StreamData | undefined =
    chunk?.done === false ? createStreamParser().push(chunk.value)[0] : undefined
  if (event === undefined) return null
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
