import { z } from 'zod'
import { FinishedQuestion, TurnQuestion } from './question/schema.ts'

export const PublishedArtifact = z.object({
  id: z.string(),
  title: z.string(),
  preview: z.string().catch('none'),
  version: z.number(),
})
export type PublishedArtifact = z.infer<typeof PublishedArtifact>

export const ConnectOffer = z.object({
  provider: z.string(),
  name: z.string(),
  journey: z.string(),
})
export type ConnectOffer = z.infer<typeof ConnectOffer>

export const ChangeOffer = z.object({
  id: z.string(),
  summary: z.string(),
})
export type ChangeOffer = z.infer<typeof ChangeOffer>

export const NamedSource = z.object({
  title: z.string(),
  /** http or https, without a password. */
  url: z.string().optional(),
  path: z.string().optional(),
  text: z.string().optional(),
})
export type NamedSource = z.infer<typeof NamedSource>

export const CallSavedFile = z.object({
  /** Part of the file's link that names the chat. */
  chat: z.string(),
  filename: z.string(),
})
export type CallSavedFile = z.infer<typeof CallSavedFile>

export interface ToolCard {
  artifact?: PublishedArtifact
  change?: ChangeOffer
  sources?: NamedSource[]
  saved?: CallSavedFile[]
}

/** Formats may change between releases, so invalid optional fields are dropped. */
export const ToolActivity = z.object({
  id: z.string(),
  name: z.string().catch('tool'),
  /** Example: `Searched files`. If empty, pages show `name`. */
  title: z.string().catch(''),
  state: z.enum(['running', 'done', 'failed']),
  /** Length of the answer's text at the start of the call. Only the web chat adds it. */
  at: z.int().min(0).optional().catch(undefined),
  /** Length of the reasoning at the start of the call. Answers of earlier releases lack it. */
  reasoning_at: z.int().min(0).optional().catch(undefined),
  /** Shortened JSON without secrets. Present only after the end of the call. */
  input: z.string().optional().catch(undefined),
  /** Shortened. Present only if the state is `done`. */
  result: z.string().optional().catch(undefined),
  /** Duration in milliseconds. Present only after the end of the call. */
  ms: z.number().optional().catch(undefined),
  error: z.string().optional().catch(undefined),
  /** Why a `failed` call had no result. `cancelled`: the person stopped the turn. */
  unfinished: z.enum(['cancelled', 'interrupted']).optional().catch(undefined),
  artifact: PublishedArtifact.optional().catch(undefined),
  /** Change request that the call created or waits for. */
  change: ChangeOffer.optional().catch(undefined),
  sources: z.array(NamedSource).optional().catch(undefined),
  /** Files that the call saved for the person. */
  saved: z.array(CallSavedFile).optional().catch(undefined),
  /** Present if the call failed because the person has not connected an account. */
  connect: ConnectOffer.optional().catch(undefined),
  /** Present only while the state is `running`. */
  question: TurnQuestion.optional().catch(undefined),
  asked: FinishedQuestion.optional().catch(undefined),
})
export type ToolActivity = z.infer<typeof ToolActivity>

/** Waiting questions are not stored. */
export const withoutQuestion = <Activity extends ToolActivity>({ question: _, ...activity }: Activity) =>
  activity

export const unfinished = <Activity extends ToolActivity>(
  { question, ...activity }: Activity,
  isStopped: boolean,
): Omit<Activity, 'question'> =>
  question
    ? { ...activity, state: 'done', asked: { server: question.server, action: 'cancel' } }
    : { ...activity, state: 'failed', unfinished: isStopped ? 'cancelled' : 'interrupted' }

export const ToolCall = z.object({
  id: z.string(),
  name: z.string(),
  /** JSON, possibly malformed. */
  input: z.string(),
})
export type ToolCall = z.infer<typeof ToolCall>

const CallTokens = z.object({
  input: z.number(),
  output: z.number(),
  cached: z.number(),
  /** Input tokens written to the provider's cache, at a separate price. */
  cacheWrite: z.number().optional(),
  /** `<provider>/<model>`, if a turn may use several models, whose prices differ. */
  model: z.string().optional(),
})

/** `input` includes cached tokens. */
export const TokenUsage = z.object({
  ...CallTokens.shape,
  reasoning: z.number(),
  /** Tokens of each completion, because prices may depend on the size of each prompt. */
  calls: z.array(CallTokens).readonly().optional(),
  /** True if tokens were estimated from the text, because the provider reported none. */
  isEstimated: z.boolean().optional(),
  /** Cost reported by the provider, for models without a configured price. */
  costMicroUsd: z.number().optional(),
})
export type TokenUsage = z.infer<typeof TokenUsage>

export const FinishReason = z.enum(['stop', 'length', 'tool-calls', 'content-filter', 'aborted'])
export type FinishReason = z.infer<typeof FinishReason>

export const TextEvent = z.object({ type: z.literal('text'), text: z.string() })
export type TextEvent = z.infer<typeof TextEvent>

export const ReasoningEvent = z.object({ type: z.literal('reasoning'), text: z.string() })
export type ReasoningEvent = z.infer<typeof ReasoningEvent>

/** Events with equal ids describe the same call; the latest of them has its current state. */
export const ToolEvent = z.object({ type: z.literal('tool'), ...ToolActivity.shape })
export type ToolEvent = z.infer<typeof ToolEvent>

export const ClientCallsEvent = z.object({
  type: z.literal('client-calls'),
  calls: z.array(ToolCall).readonly(),
})

export const TitleEvent = z.object({ type: z.literal('title'), title: z.string() })
export type TitleEvent = z.infer<typeof TitleEvent>

export const FinishEvent = z.object({
  type: z.literal('finish'),
  reason: FinishReason,
  usage: TokenUsage,
  model: z.string(),
})
export type FinishEvent = z.infer<typeof FinishEvent>

/** The last event is always `finish`. */
export const TurnEvent = z.discriminatedUnion('type', [
  TextEvent,
  ReasoningEvent,
  ToolEvent,
  ClientCallsEvent,
  TitleEvent,
  FinishEvent,
])
export type TurnEvent = z.infer<typeof TurnEvent>

export type AnswerPiece = TextEvent | ReasoningEvent | ToolEvent
