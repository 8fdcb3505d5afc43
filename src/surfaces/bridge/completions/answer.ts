import type { FastifyReply } from 'fastify'
import type { Clock } from '#ground/base/clock.ts'
import { FAILED_DEPENDENCY } from '#ground/turn/errors/schema.ts'
import type { FinishEvent, TurnEvent } from '#ground/turn/schema.ts'
import { sendError, TurnEnded, type BridgeError } from '../error.ts'
import { eventStream } from './event-stream.ts'
import type { Overhead } from './overhead.ts'
import { createTranscript, type Transcript } from './transcript.ts'
import type { AnswerFacts } from './answer-facts.ts'
import type { AnswerWriter } from './answer-writer.ts'

export interface Answering {
  reply: FastifyReply
  writer: AnswerWriter
  stream: boolean
  headers: Record<string, string>
  events: AsyncIterable<TurnEvent>
  /** Aborts when the client disconnects. Aborts with `TurnEnded` when the caller loses access or the service stops. */
  signal: AbortSignal
  clock: Clock
  overhead: Pick<Overhead, 'ms'>
  failureOf(error: unknown): BridgeError | Promise<BridgeError>
  ended(transcript: Transcript, how: AnswerEnd): Promise<void>
  factsOf?(finish: FinishEvent): Promise<AnswerFacts>
}

export type AnswerEnd = { how: 'finished' } | { how: 'aborted' } | { how: 'failed'; error: unknown }

const KEEP_ALIVE_MS = 15_000

/** The response head waits this long, so that an early failure of the model still gets an error status. */
const OPEN_AFTER_MS = 250

export async function answerCompletion(answering: Answering): Promise<FastifyReply> {
  const transcript = createTranscript()
  const sink = answering.stream ? streamed(answering) : collected(answering, transcript)
  const stopBeating = answering.stream ? keepAlive(answering, sink) : () => {}
  try {
    for await (const event of answering.events) {
      transcript.add(event)
      // The last chunk waits until the turn is stored, because a client may read the history when the stream ends.
      if (event.type !== 'finish') await sink.add(event)
    }
    answering.signal.throwIfAborted()
    if (!transcript.finish) throw new Error('the turn ended without a finish event')
    await answering.ended(transcript, { how: 'finished' })
    return sink.finish(transcript.finish, await answering.factsOf?.(transcript.finish))
  } catch (thrown) {
    const { signal } = answering
    const error: unknown = signal.aborted ? signal.reason : thrown
    if (signal.aborted && !(error instanceof TurnEnded)) return abandon(answering, transcript)
    await answering.ended(transcript, { how: 'failed', error })
    return sink.fail(await answering.failureOf(error), transcript.hasBegun)
  } finally {
    stopBeating()
  }
}

interface Sink {
  open(): void
  add(event: Exclude<TurnEvent, FinishEvent>): Promise<void>
  keepAlive(): void
  finish(event: FinishEvent, facts?: AnswerFacts): FastifyReply
  fail(error: BridgeError, hasBegun: boolean): FastifyReply
}

function streamed({ reply, writer, headers, signal, overhead }: Answering): Sink {
  const stream = eventStream(reply.raw, signal)
  const open = () => {
    if (stream.isOpen) return
    reply.hijack()
    stream.open({ ...headers, ...overheadHeader(overhead) }, writer.begin())
  }
  return {
    open,
    async add(event) {
      open()
      await stream.send(writer.add(event))
    },
    keepAlive() {
      open()
      stream.keepAlive()
    },
    finish(event, facts) {
      open()
      stream.end(writer.finish(event, overhead.ms(), facts))
      return reply
    },
    fail(error, hasBegun) {
      if (!stream.isOpen) return sendFailure(reply.headers(headers), error, hasBegun)
      stream.end(writer.fail(error))
      return reply
    },
  }
}

/** In a stream, the header has only the time until the first byte; the last chunk has the total. */
const overheadHeader = (overhead: Pick<Overhead, 'ms'>) => ({ 'x-svc-overhead-ms': String(overhead.ms()) })

const collected = ({ reply, writer, headers, overhead }: Answering, transcript: Transcript): Sink => ({
  open() {},
  async add(event) {
    writer.collect?.(event)
  },
  keepAlive() {},
  finish: (event, facts) =>
    reply
      .headers({ ...headers, ...overheadHeader(overhead) })
      .header('cache-control', 'no-store')
      .send(writer.body(transcript, event, facts)),
  fail: (error, hasBegun) => sendFailure(reply.headers(headers), error, hasBegun),
})

/**
 * Clients must not retry, because a retry would repeat the turn's actions. Some clients ignore `x-should-retry` and
 * retry every 5xx, so the status is 424.
 */
const sendFailure = (reply: FastifyReply, error: BridgeError, hasBegun: boolean): FastifyReply =>
  hasBegun
    ? sendError(reply.header('x-should-retry', 'false'), { ...error, status: FAILED_DEPENDENCY })
    : sendError(reply, error)

async function abandon({ reply, ended }: Answering, transcript: Transcript): Promise<FastifyReply> {
  await ended(transcript, { how: 'aborted' })
  if (!reply.sent) reply.hijack()
  reply.raw.destroy()
  return reply
}

function keepAlive({ clock }: Answering, sink: Pick<Sink, 'open' | 'keepAlive'>): () => void {
  const cancelOpening = clock.after(OPEN_AFTER_MS, sink.open)
  let cancel: () => void
  const next = () => {
    cancel = clock.after(KEEP_ALIVE_MS, () => {
      sink.keepAlive()
      next()
    })
  }
  next()
  return () => {
    cancelOpening()
    cancel()
  }
}
