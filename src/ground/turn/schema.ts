import { z } from 'zod'
import { OpenQuestion, TurnQuestion } from './question/schema.ts'

/** An artifact that a call published, for a card beside the answer. */
export const PublishedArtifact = z.object({
  id: z.string(),
  title: z.string(),
  /** Kind of preview, such as `html`. */
  preview: z.string().catch('none'),
  version: z.number(),
})
export type PublishedArtifact = z.infer<typeof PublishedArtifact>

/** Data for a page that lets a person connect an account elsewhere. */
export const ConnectOffer = z.object({
  /** As in `needs.connection`. */
  provider: z.string(),
  /** Name of the provider for people. */
  name: z.string(),
  /** Id of the connection journey. */
  journey: z.string(),
})
export type ConnectOffer = z.infer<typeof ConnectOffer>

/** A change that a person decides on, in the Console. */
export const ChangeOffer = z.object({
  /** Id of the change request. */
  id: z.string(),
  /** Its effect, in a sentence. */
  summary: z.string(),
})
export type ChangeOffer = z.infer<typeof ChangeOffer>

/** A tool's source, as its author names it. */
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

/** Parts of a call that a page shows beside its answer. */
export interface ToolCard {
  artifact?: PublishedArtifact
  change?: ChangeOffer
  sources?: NamedSource[]
}

/**
 * One call of a tool, for people. Cards may change between releases: unreadable parts are left out, and the
 * rest is shown.
 */
export const ToolActivity = z.object({
  id: z.string(),
  name: z.string().catch('tool'),
  /** Title for people: `Searched files`. Empty is replaced by the name. */
  title: z.string().catch(''),
  state: z.enum(['running', 'done', 'failed']),
  /** Length of the answer's text when the call began, which the web chat records; absent for none. */
  at: z.int().min(0).optional().catch(undefined),
  /** Its arguments as JSON, shortened and without secrets; only once it has ended. */
  input: z.string().optional().catch(undefined),
  /** Its output, shortened; only when done. */
  result: z.string().optional().catch(undefined),
  /** Milliseconds it took; only once it has ended. */
  ms: z.number().optional().catch(undefined),
  /** Why it failed, for the person. */
  error: z.string().optional().catch(undefined),
  /** Why a `failed` call had no result when the turn ended. `cancelled`: the person stopped the turn. */
  unfinished: z.enum(['cancelled', 'interrupted']).optional().catch(undefined),
  /** Its published artifact; only when done. */
  artifact: PublishedArtifact.optional().catch(undefined),
  /** The change it waits for, or proposed; only when done. */
  change: ChangeOffer.optional().catch(undefined),
  /** Its named sources; only when done. */
  sources: z.array(NamedSource).optional().catch(undefined),
  /** It failed because the person has no connected account. */
  connect: ConnectOffer.optional().catch(undefined),
  /** Its question to the person; only while running. */
  question: TurnQuestion.optional().catch(undefined),
  /** Its past question to the person; only after the question has ended. */
  asked: OpenQuestion.optional().catch(undefined),
})
export type ToolActivity = z.infer<typeof ToolActivity>

/** An activity as stored after its question has ended. */
export const withoutQuestion = <Activity extends ToolActivity>({ question: _, ...activity }: Activity) =>
  activity

/** The last form of an activity that still runs when its turn ends. Its open question is cancelled. */
export const unfinished = <Activity extends ToolActivity>(
  { question, ...activity }: Activity,
  isStopped: boolean,
): Omit<Activity, 'question'> =>
  question
    ? { ...activity, state: 'done', asked: { server: question.server, action: 'cancel' } }
    : { ...activity, state: 'failed', unfinished: isStopped ? 'cancelled' : 'interrupted' }

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
  /** Input tokens that the provider wrote to its cache, at a separate price. */
  cacheWrite: z.number().optional(),
})

/** Tokens of one completion, or of all of a turn. `input` includes the cached ones. */
export const TokenUsage = z.object({
  ...CallTokens.shape,
  reasoning: z.number(),
  /** The calls of which this is the sum, if there were several: a provider sets its price by the prompt of each call. */
  calls: z.array(CallTokens).readonly().optional(),
  /** Estimated from the text, since no count was reported. */
  isEstimated: z.boolean().optional(),
  /** Reported cost, for models without a price of ours. */
  costMicroUsd: z.number().optional(),
})
export type TokenUsage = z.infer<typeof TokenUsage>

export const FinishReason = z.enum(['stop', 'length', 'tool-calls', 'content-filter', 'aborted'])
export type FinishReason = z.infer<typeof FinishReason>

export const TextEvent = z.object({ type: z.literal('text'), text: z.string() })
export type TextEvent = z.infer<typeof TextEvent>

export const ReasoningEvent = z.object({ type: z.literal('reasoning'), text: z.string() })
export type ReasoningEvent = z.infer<typeof ReasoningEvent>

/** A call of a tool that began, progressed or ended. The newest event of an id has the state. */
export const ToolEvent = z.object({ type: z.literal('tool'), ...ToolActivity.shape })
export type ToolEvent = z.infer<typeof ToolEvent>

/** Calls of the client's own tools; `finish` with reason `tool-calls` follows. */
export const ClientCallsEvent = z.object({
  type: z.literal('client-calls'),
  calls: z.array(ToolCall).readonly(),
})

/** A short title for the chat, if the request asked for it. */
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
 * What happens during a turn, in order; the last event is always `finish`. The agent emits them, the bridge
 * sends them, the web chat reads and stores them, its page shows them: all use these types. Only the model's
 * API, and fields of OpenAI's chunks, use another vocabulary.
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
