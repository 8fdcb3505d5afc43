import { z } from 'zod'
import { FieldProblem } from '#ground/turn/question/schema.ts'
import { ToolActivity } from '#ground/turn/schema.ts'
import { ChatId, MessageId, MessageView } from '#chatapp/chats/schema.ts'

const FileReference = z.object({ id: z.string().min(1).max(100) })

export const MAX_REVISION_CHARS = 2000

/**
 * Regenerates an answer with an instruction for this turn only, which no message stores. `continue`: the new answer
 * begins with the text of the old answer.
 */
export const Revision = z.object({
  answer_id: MessageId,
  how: z.enum(['shorter', 'longer', 'otherwise', 'continue']),
  /** The person's words; only for `otherwise`. */
  text: z.string().trim().max(MAX_REVISION_CHARS).default(''),
})
export type Revision = z.infer<typeof Revision>

export const TurnRequest = z.object({
  model: z.string().min(1).max(256),
  session_id: z.string().min(1).max(200),
  chat_id: ChatId.nullish(),
  id: MessageId,
  parent_id: MessageId.nullish(),
  /** Time zone of the browser. Unknown names are ignored. */
  time_zone: z.string().max(64).optional().catch(undefined),
  user_message: z
    .object({
      id: MessageId,
      content: z.string(),
      files: z.array(FileReference).max(50).default([]),
    })
    .nullish(),
  revision: Revision.nullish(),
  /** True if the turn begins a chat that no list shows and that is removed after a day. */
  temporary: z.boolean().optional(),
})
export type TurnRequest = z.infer<typeof TurnRequest>

export const AnswerDelta = z.object({
  type: z.literal('delta'),
  message_id: z.string(),
  content: z.string().optional(),
  reasoning: z.string().optional(),
})
export const AnswerTool = z.object({ type: z.literal('tool'), message_id: z.string(), tool: ToolActivity })

/** A snapshot, then additions, then the end; or only `idle` if no answer runs. */
export const AnswerEvent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('snapshot'), message: MessageView }),
  AnswerDelta,
  AnswerTool,
  z.object({ type: z.literal('end'), message: MessageView }),
  z.object({ type: z.literal('idle') }),
])
export type AnswerEvent = z.infer<typeof AnswerEvent>

export const StartedTurn = z.object({
  status: z.boolean(),
  task_ids: z.array(z.string()),
  chat_id: z.string(),
})
export type StartedTurn = z.infer<typeof StartedTurn>

export const TaskParams = z.object({ id: z.string().min(1).max(100) })

export const QuestionParams = z.object({ id: ChatId, question: z.string().min(1).max(100) })

export const AnswerTaken = z.discriminatedUnion('status', [
  z.object({ status: z.literal('taken') }),
  z.object({ status: z.literal('invalid'), problems: z.array(FieldProblem) }),
])
export type AnswerTaken = z.infer<typeof AnswerTaken>

export const Tasks = z.object({ task_ids: z.array(z.string()) })

export const RunningTasks = z.object({ tasks: z.array(z.string()) })

export const TaskConfig = z.object({
  TASK_MODEL: z.null(),
  TASK_MODEL_EXTERNAL: z.null(),
  ENABLE_TITLE_GENERATION: z.boolean(),
  ENABLE_TAGS_GENERATION: z.literal(false),
  ENABLE_FOLLOW_UP_GENERATION: z.literal(false),
  ENABLE_AUTOCOMPLETE_GENERATION: z.literal(false),
  ENABLE_SEARCH_QUERY_GENERATION: z.literal(false),
  ENABLE_RETRIEVAL_QUERY_GENERATION: z.literal(false),
})

export const StoppedTasks = z.object({ status: z.boolean(), message: z.string() })
