import { STREAM_END, streamEventText } from '#ground/base/event-stream/write.ts'
import type { FinishEvent, TurnEvent } from '#ground/turn/schema.ts'
import { bridgeErrorBody, type BridgeError } from '../error.ts'
import { completionBody, eventChunks, lastChunks, roleChunk, type CompletionFacts } from './chunks.ts'
import type { AnswerFacts } from './answer-facts.ts'
import type { Transcript } from './transcript.ts'

export interface AnswerWriter {
  begin(): string
  add(event: Exclude<TurnEvent, FinishEvent>): string
  collect?(event: Exclude<TurnEvent, FinishEvent>): void
  finish(event: FinishEvent, overheadMs: number, facts?: AnswerFacts): string
  fail(error: BridgeError): string
  body(transcript: Transcript, finish: FinishEvent, facts?: AnswerFacts): object
}

export function completionWriter(facts: CompletionFacts): AnswerWriter {
  const texts = (chunks: readonly object[]) => chunks.map((chunk) => streamEventText(chunk)).join('')
  return {
    begin: () => texts([roleChunk(facts)]),
    add: (event) => texts(eventChunks(facts, event)),
    finish: (event, overheadMs, answerFacts) =>
      texts(lastChunks(facts, event, overheadMs, answerFacts)) + STREAM_END,
    fail: (error) => texts([bridgeErrorBody(error)]),
    body: (transcript, finish, answerFacts) => completionBody(facts, transcript, finish, answerFacts),
  }
}
