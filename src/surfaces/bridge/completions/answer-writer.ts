import { STREAM_END, streamEventText } from '#ground/base/event-stream/write.ts'
import type { FinishEvent, TurnEvent } from '#ground/turn/schema.ts'
import { bridgeErrorBody, type BridgeError } from '../error.ts'
import { completionBody, eventChunks, lastChunks, roleChunk, type CompletionFacts } from './chunks.ts'
import type { Transcript } from './transcript.ts'

/** Writes a turn in the format of the client's protocol. A stream's parts are texts of stream events. */
export interface AnswerWriter {
  /** The first events of a stream, sent with its head. */
  begin(): string
  add(event: Exclude<TurnEvent, FinishEvent>): string
  /** Called in place of `add` for a request without a stream, where `body` needs more than the transcript. */
  collect?(event: Exclude<TurnEvent, FinishEvent>): void
  /** The last events of a stream with a finished turn. */
  finish(event: FinishEvent, overheadMs: number): string
  /** The last events of a stream whose turn failed after the stream's head. */
  fail(error: BridgeError): string
  /** The whole answer of a request without a stream. */
  body(transcript: Transcript, finish: FinishEvent): object
}

/** The format of chat completions. */
export function completionWriter(facts: CompletionFacts): AnswerWriter {
  const texts = (chunks: readonly object[]) => chunks.map((chunk) => streamEventText(chunk)).join('')
  return {
    begin: () => texts([roleChunk(facts)]),
    add: (event) => texts(eventChunks(facts, event)),
    finish: (event, overheadMs) => texts(lastChunks(facts, event, overheadMs)) + STREAM_END,
    fail: (error) => texts([bridgeErrorBody(error)]),
    body: (transcript, finish) => completionBody(facts, transcript, finish),
  }
}
