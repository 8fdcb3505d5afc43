import { z } from 'zod'
import { AskedQuestion, Question } from './question/schema.ts'

/** An artifact that a call published, for a card beside the answer. */
export const PublishedArtifact = z.object({
  id: z.string(),
  title: z.string(),
  /** Kind of preview, such as `html`. */
  preview: z.string().catch('none'),
  version: z.number(),
})
export type PublishedArtifact = z.infer<typeof PublishedArtifact>

/** What a page needs to let a person connect an account elsewhere. */
export const ConnectOffer = z.object({
  /** As in `needs.connection`. */
  provider: z.string(),
  /** What people call the provider. */
  name: z.string(),
  /** Id of the connection journey. */
  journey: z.string(),
})
export type ConnectOffer = z.infer<typeof ConnectOffer>

/** A change that a person is asked to decide on, in the Console. */
export const ChangeOffer = z.object({
  /** Of the change request. */
  id: z.string(),
  /** What it would do, in a sentence. */
  summary: z.string(),
})
export type ChangeOffer = z.infer<typeof ChangeOffer>

/** Where a tool has something from, as its author names it. */
export const NamedSource = z.object({
  title: z.string(),
  /** Http or https, without a password. */
  url: z.string().optional(),
  /** Of a file. */
  path: z.string().optional(),
  /** The passage that matters. */
  text: z.string().optional(),
})
export type NamedSource = z.infer<typeof NamedSource>

/** What a page shows of a call beside its answer. */
export interface ToolCard {
  artifact?: PublishedArtifact
  change?: ChangeOffer
  sources?: NamedSource[]
}

/**
 * One call of a tool, as people read it. Between releases a card may change: what can't be read of a call is left out, and
 * the rest is shown.
 */
export const ToolActivity = z.object({
  id: z.string(),
  name: z.string().catch('tool'),
  /** What a person reads: `Searched files`. Empty is read as the name. */
  title: z.string().catch(''),
  state: z.enum(['running', 'done', 'failed']),
  /** Length of the answer's text when the call began, which the web chat records; absent for none. */
  at: z.int().min(0).optional().catch(undefined),
  /** Its arguments as JSON, shortened and without secrets; only once it has ended. */
  input: z.string().optional().catch(undefined),
  /** What it gave, shortened; only once it is done. */
  result: z.string().optional().catch(undefined),
  /** Milliseconds it took; only once it has ended. */
  ms: z.number().optional().catch(undefined),
  /** Why it failed, for the person. */
  error: z.string().optional().catch(undefined),
  /** What it published; only once it is done. */
  artifact: PublishedArtifact.optional().catch(undefined),
  /** What it waits for, or proposed; only once it is done. */
  change: ChangeOffer.optional().catch(undefined),
  /** What it names as its sources; only once it is done. */
  sources: z.array(NamedSource).optional().catch(undefined),
  /** It failed for want of an outside account. */
  connect: ConnectOffer.optional().catch(undefined),
  /** It asks the person; only while it is running. */
  question: Question.optional().catch(undefined),
  /** It asked the person; only once that has ended. */
  asked: AskedQuestion.optional().catch(undefined),
})
export type ToolActivity = z.infer<typeof ToolActivity>

/** An activity as it is stored once nobody can answer its question any more. */
export const withoutQuestion = <Activity extends ToolActivity>({ question: _, ...activity }: Activity) =>
  activity

/** A call as a model wrote it. */
export const ToolCall = z.object({
  id: z.string(),
  name: z.string(),
  /** JSON text as the model wrote it; it may be malformed. */
  input: z.string(),
})
export type ToolCall = z.infer<typeof ToolCall>

const CallTokens = z.object({
  input: z.number(),
  output: z.number(),
  cached: z.number(),
  /** Of the input, what the provider kept for later at a price of its own. */
  cacheWrite: z.number().optional(),
})

/** Tokens of one completion, or of all of a turn. `input` includes the cached ones. */
export const TokenUsage = z.object({
  ...CallTokens.shape,
  reasoning: z.number(),
  /** The calls of which this is the sum, if there were several: a provider sets its price by the prompt of each call. */
  calls: z.array(CallTokens).readonly().optional(),
  /** Worked out from what was said, as nobody counted it. */
  isEstimated: z.boolean().optional(),
  /** What it cost by whoever counted it, for models without a price of ours. */
  costMicroUsd: z.number().optional(),
})
export type TokenUsage = z.infer<typeof TokenUsage>

export const FinishReason = z.enum(['stop', 'length', 'tool-calls', 'content-filter', 'aborted'])
export type FinishReason = z.infer<typeof FinishReason>

export const TextEvent = z.object({ type: z.literal('text'), text: z.string() })
export type TextEvent = z.infer<typeof TextEvent>

export const ReasoningEvent = z.object({ type: z.literal('reasoning'), text: z.string() })
export type ReasoningEvent = z.infer<typeof ReasoningEvent>

/** A call of a tool that began, went on or ended. The newest event of an id says how it stands. */
export const ToolEvent = z.object({ type: z.literal('tool'), ...ToolActivity.shape })
export type ToolEvent = z.infer<typeof ToolEvent>

/** Calls of the client's own tools; `finish` with reason `tool-calls` follows. */
export const ClientCallsEvent = z.object({
  type: z.literal('client-calls'),
  calls: z.array(ToolCall).readonly(),
})

/** A few words for what the chat is about, where the request asked for them. */
export const TitleEvent = z.object({ type: z.literal('title'), title: z.string() })
export type TitleEvent = z.infer<typeof TitleEvent>

export const FinishEvent = z.object({
  type: z.literal('finish'),
  reason: FinishReason,
  usage: TokenUsage,
  model: z.string(),
})
export type FinishEvent = z.infer<typeof FinishEvent>

/**
 * What happens during a turn, in order; the last event is always `finish`. The agent makes them, the bridge sends them, the
 * web chat reads and stores them, its page shows them: nobody says the same in other words. Only at the model's API, and
 * in what OpenAI's chunks have a place for, another vocabulary begins.
 */
export const TurnEvent = z.discriminatedUnion('type', [
  TextEvent,
  ReasoningEvent,
  ToolEvent,
  ClientCallsEvent,
  TitleEvent,
  FinishEvent,
])
export type TurnEvent = z.infer<typeof TurnEvent>

/** The events that an answer is made of. */
export type AnswerPiece = TextEvent | ReasoningEvent | ToolEvent
