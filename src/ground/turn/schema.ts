import { z } from 'zod'
import { OpenQuestion, TurnQuestion } from './question/schema.ts'

/** An artifact that a call published, shown as a card beside the answer. */
export const PublishedArtifact = z.object({
  id: z.string(),
  title: z.string(),
  /** Type of the preview, such as `html`. */
  preview: z.string().catch('none'),
  version: z.number(),
})
export type PublishedArtifact = z.infer<typeof PublishedArtifact>

/** Data of a card that lets a person connect an external account. */
export const ConnectOffer = z.object({
  /** Provider id, as in `needs.connection` of a tool. */
  provider: z.string(),
  /** Display name of the provider. */
  name: z.string(),
  /** Id of the connection journey. */
  journey: z.string(),
})
export type ConnectOffer = z.infer<typeof ConnectOffer>

/** A change request that the person decides in the Console. */
export const ChangeOffer = z.object({
  /** Id of the change request. */
  id: z.string(),
  /** Its effect in one sentence. */
  summary: z.string(),
})
export type ChangeOffer = z.infer<typeof ChangeOffer>

/** A source that a tool names. */
export const NamedSource = z.object({
  title: z.string(),
  /** http or https, without a password. */
  url: z.string().optional(),
  /** Path of a file. */
  path: z.string().optional(),
  /** The relevant passage. */
  text: z.string().optional(),
})
export type NamedSource = z.infer<typeof NamedSource>

/** Data of a call that pages show as cards beside the answer. */
export interface ToolCard {
  artifact?: PublishedArtifact
  change?: ChangeOffer
  sources?: NamedSource[]
}

/**
 * A tool call as people see it. Card formats may change between releases: invalid cards are dropped, and the rest is
 * shown.
 */
export const ToolActivity = z.object({
  id: z.string(),
  name: z.string().catch('tool'),
  /** Title, such as `Searched files`. If empty, pages show `name`. */
  title: z.string().catch(''),
  state: z.enum(['running', 'done', 'failed']),
  /** Length of the answer's text at the start of the call, in characters. Only the web chat adds it. */
  at: z.int().min(0).optional().catch(undefined),
  /** Arguments as JSON, shortened and without secrets; only after the end of the call. */
  input: z.string().optional().catch(undefined),
  /** Shortened output; only if `done`. */
  result: z.string().optional().catch(undefined),
  /** Duration in milliseconds; only after the end of the call. */
  ms: z.number().optional().catch(undefined),
  /** Error message for the person. */
  error: z.string().optional().catch(undefined),
  /** Why a `failed` call had no result at the end of the turn. `cancelled`: the person stopped the turn. */
  unfinished: z.enum(['cancelled', 'interrupted']).optional().catch(undefined),
  /** Published artifact; only if `done`. */
  artifact: PublishedArtifact.optional().catch(undefined),
  /** Change request that the call created or waits for; only if `done`. */
  change: ChangeOffer.optional().catch(undefined),
  /** Only if `done`. */
  sources: z.array(NamedSource).optional().catch(undefined),
  /** Set if the call failed because the person has no connection. */
  connect: ConnectOffer.optional().catch(undefined),
  /** Question to the person; only while `running`. */
  question: TurnQuestion.optional().catch(undefined),
  /** Finished question to the person. */
  asked: OpenQuestion.optional().catch(undefined),
})
export type ToolActivity = z.infer<typeof ToolActivity>

/** Removes a finished question before the activity is stored. */
export const withoutQuestion = <Activity extends ToolActivity>({ question: _, ...activity }: Activity) =>
  activity

/** Final state of a call that was running at the end of its turn. Cancels its question. */
export const unfinished = <Activity extends ToolActivity>(
  { question, ...activity }: Activity,
  isStopped: boolean,
): Omit<Activity, 'question'> =>
  question
    ? { ...activity, state: 'done', asked: { server: question.server, action: 'cancel' } }
    : { ...activity, state: 'failed', unfinished: isStopped ? 'cancelled' : 'interrupted' }

/** A tool call that a model wrote. */
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
  /** Input tokens written to the provider's cache, which have a separate price. */
  cacheWrite: z.number().optional(),
})

/** Tokens of one completion or of a whole turn. `input` includes cached tokens. */
export const TokenUsage = z.object({
  ...CallTokens.shape,
  reasoning: z.number(),
  /** The summed completions, if there are several, because prices may depend on the size of each prompt. */
  calls: z.array(CallTokens).readonly().optional(),
  /** True if the provider reported no tokens and they were estimated from the text. */
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

/** A tool call that started, progressed or ended. The latest event of an id has the current state. */
export const ToolEvent = z.object({ type: z.literal('tool'), ...ToolActivity.shape })
export type ToolEvent = z.infer<typeof ToolEvent>

/** Calls of the client's own tools. `finish` with reason `tool-calls` follows. */
export const ClientCallsEvent = z.object({
  type: z.literal('client-calls'),
  calls: z.array(ToolCall).readonly(),
})

/** Title of the chat, if requested. */
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
 * Events of a turn in order; the last is always `finish`. Agent, bridge, web chat and pages use these types. Only the
 * model's API and OpenAI's chunks use others.
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

/** Events that form an answer. */
export type AnswerPiece = TextEvent | ReasoningEvent | ToolEvent
