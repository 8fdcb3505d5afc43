import type { FastifyReply } from 'fastify'
import type { TurnEvent } from '#agent/turn.ts'
import type { Clock } from '#base/clock.ts'
import { errorBody, sendError, type ApiError } from '../error.ts'
import { completionBody, eventChunks, roleChunk, type CompletionFacts } from './chunks.ts'
import { eventStream } from './event-stream.ts'
import { createTranscript, type Transcript } from './transcript.ts'

export interface Answering {
  reply: FastifyReply
  facts: CompletionFacts
  stream: boolean
  /** Headers of the answer, whatever it becomes. */
  headers: Record<string, string>
  events: AsyncIterable<TurnEvent>
  /** Aborted when the client goes away. */
  signal: AbortSignal
  /** Aborted when the caller may not go on: the answer ends with the signal's reason. */
  withdrawn: AbortSignal
  clock: Clock
  failureOf(error: unknown): ApiError
  /** Called once with how it ended, before the client learns of the end. */
  ended(transcript: Transcript, how: Ending): Promise<void>
}

export type Ending = { how: 'finished' } | { how: 'aborted' } | { how: 'failed'; error: unknown }

const KEEP_ALIVE_MS = 15_000

/** Pass a turn on to the client as it happens, or whole at its end. */
export async function answer(answering: Answering): Promise<FastifyReply> {
  const transcript = createTranscript()
  const sink = answering.stream ? streamed(answering) : collected(answering, transcript)
  const stopBeating = answering.stream ? keepAlive(answering, sink.keepAlive) : () => {}
  try {
    for await (const event of answering.events) {
      transcript.add(event)
      // The last chunks wait until the turn is in the history: whoever reads the end may look for it there.
      if (event.type !== 'finish') await sink.add(event)
    }
    answering.withdrawn.throwIfAborted()
    if (!transcript.finish) throw new Error('the turn ended without saying how')
    if (answering.signal.aborted) return await abandon(answering, transcript)
    await answering.ended(transcript, { how: 'finished' })
    return sink.finish({ type: 'finish', ...transcript.finish })
  } catch (thrown) {
    if (answering.signal.aborted) return abandon(answering, transcript)
    const error: unknown = answering.withdrawn.aborted ? answering.withdrawn.reason : thrown
    await answering.ended(transcript, { how: 'failed', error })
    return sink.fail(answering.failureOf(error), transcript.hasBegun)
  } finally {
    stopBeating()
  }
}

interface Sink {
  add(event: TurnEvent): Promise<void>
  keepAlive(): void
  finish(event: Extract<TurnEvent, { type: 'finish' }>): FastifyReply
  fail(error: ApiError, hasBegun: boolean): FastifyReply
}

function streamed({ reply, facts, headers, signal, withdrawn }: Answering): Sink {
  const stream = eventStream(reply.raw, headers, AbortSignal.any([signal, withdrawn]))
  const open = () => {
    if (stream.isOpen) return
    reply.hijack()
    stream.open(roleChunk(facts))
  }
  return {
    async add(event) {
      open()
      for (const chunk of eventChunks(facts, event)) await stream.send(chunk)
    },
    keepAlive() {
      open()
      stream.keepAlive()
    },
    finish(event) {
      open()
      stream.end(eventChunks(facts, event), 'done')
      return reply
    },
    fail(error, hasBegun) {
      if (!stream.isOpen) return sendFailure(reply.headers(headers), error, hasBegun)
      stream.end([errorBody(error)], 'broken')
      return reply
    },
  }
}

const collected = ({ reply, facts, headers }: Answering, transcript: Transcript): Sink => ({
  async add() {},
  keepAlive() {},
  finish: (event) =>
    reply
      .headers(headers)
      .header('cache-control', 'no-store')
      .send(completionBody(facts, { text: transcript.text, reasoning: transcript.reasoning, ...event })),
  fail: (error, hasBegun) => sendFailure(reply.headers(headers), error, hasBegun),
})

/** What a turn has done must not be done again by a client that retries on its own. */
const sendFailure = (reply: FastifyReply, error: ApiError, hasBegun: boolean): FastifyReply =>
  sendError(hasBegun ? reply.header('x-should-retry', 'false') : reply, error)

async function abandon({ reply, ended }: Answering, transcript: Transcript): Promise<FastifyReply> {
  await ended(transcript, { how: 'aborted' })
  if (!reply.sent) reply.hijack()
  reply.raw.destroy()
  return reply
}

/** Call `beat` every 15 seconds, until the client is gone or the returned function is called. */
function keepAlive({ clock, signal }: Answering, beat: () => void): () => void {
  const over = new AbortController()
  const until = AbortSignal.any([over.signal, signal])
  const beating = async () => {
    for (;;) {
      await clock.sleep(KEEP_ALIVE_MS, until)
      beat()
    }
  }
  beating().catch((error: unknown) => {
    if (!until.aborted) throw error
  })
  return () => over.abort()
}
