import { z } from 'zod'

const Named = {
  name: z.string(),
  title: z.string(),
  hint: z.string().optional(),
  isRequired: z.boolean(),
}

const Option = z.object({ value: z.string(), title: z.string() })

export const QuestionField = z.discriminatedUnion('kind', [
  z.object({
    ...Named,
    kind: z.literal('text'),
    format: z.enum(['email', 'uri', 'date', 'date-time']).optional(),
    minLength: z.number().optional(),
    maxLength: z.number(),
    default: z.string().optional(),
  }),
  z.object({
    ...Named,
    kind: z.literal('number'),
    isWhole: z.boolean(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    default: z.number().optional(),
  }),
  z.object({ ...Named, kind: z.literal('boolean'), default: z.boolean().optional() }),
  z.object({
    ...Named,
    kind: z.literal('choice'),
    options: z.array(Option).readonly(),
    default: z.string().optional(),
  }),
  z.object({
    ...Named,
    kind: z.literal('choices'),
    options: z.array(Option).readonly(),
    minItems: z.number().optional(),
    maxItems: z.number().optional(),
    default: z.array(z.string()).readonly().optional(),
  }),
])
export type QuestionField = z.infer<typeof QuestionField>

/** `url`: a page to open. `finish`: the page was opened, and the person completes a task there. */
export const QuestionSubject = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('form'), fields: z.array(QuestionField).readonly() }),
  z.object({ kind: z.literal('url'), url: z.string() }),
  z.object({ kind: z.literal('finish'), url: z.string() }),
])
export type QuestionSubject = z.infer<typeof QuestionSubject>

export const TurnQuestion = z.object({
  id: z.string(),
  server: z.string(),
  message: z.string(),
  subject: QuestionSubject,
  /** Epoch milliseconds. */
  until: z.number(),
})
export type TurnQuestion = z.infer<typeof TurnQuestion>

/** `unattended`: no person can respond. `unclear`: the question may belong to any of several people. */
export const DeclineReason = z.enum(['unattended', 'unclear'])
export type DeclineReason = z.infer<typeof DeclineReason>

export const FinishedQuestion = z.object({
  server: z.string(),
  action: z.enum(['accept', 'decline', 'cancel', 'expired']),
  /** Why the service declined for the person; absent if the person declined. */
  reason: DeclineReason.optional().catch(undefined),
})
export type FinishedQuestion = z.infer<typeof FinishedQuestion>

const Value = z.union([
  z.string().max(20_000),
  z.number(),
  z.boolean(),
  z.array(z.string().max(2000)).max(500),
])

export const AnswerContent = z.record(z.string().max(200), Value)
export type AnswerContent = z.infer<typeof AnswerContent>

export const QuestionAnswer = z.object({
  action: z.enum(['accept', 'decline', 'cancel']),
  content: AnswerContent.nullish(),
})
export type QuestionAnswer = z.infer<typeof QuestionAnswer>

export const FieldProblem = z.object({
  field: z.string(),
  problem: z.enum([
    'required',
    'wrong_type',
    'unknown',
    'too_short',
    'too_long',
    'too_small',
    'too_large',
    'not_whole',
    'not_email',
    'not_uri',
    'not_date',
    'not_date_time',
    'not_offered',
    'too_few',
    'too_many',
  ]),
  limit: z.number().optional(),
})
export type FieldProblem = z.infer<typeof FieldProblem>

/** `over`: the person has no waiting question with this id. */
export const AnswerOutcome = z.discriminatedUnion('status', [
  z.object({ status: z.literal('taken') }),
  z.object({ status: z.literal('invalid'), problems: z.array(FieldProblem) }),
  z.object({ status: z.literal('answered_before') }),
  z.object({ status: z.literal('over') }),
])
export type AnswerOutcome = z.infer<typeof AnswerOutcome>
