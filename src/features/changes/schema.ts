import { z } from 'zod'
import { pageSchema, Paging, Time } from '#ground/api/schema.ts'
import { AnswerContent, FieldProblem, QuestionField } from '#ground/turn/question/schema.ts'

export const ChangeState = z.enum(['proposed', 'confirmed', 'rejected', 'expired', 'stale'])
export type ChangeState = z.infer<typeof ChangeState>

const SignIn = z.enum(['password', 'idp'])

const QuestionForm = z.enum(['choice', 'choices', 'text', 'form'])
export type QuestionForm = z.infer<typeof QuestionForm>

export const ChangeOperation = z.discriminatedUnion('action', [
  z.object({ action: z.literal('create_account'), email: z.string(), name: z.string(), sign_in: SignIn }),
  z.object({
    action: z.enum(['grant', 'revoke']),
    subject: z.string(),
    hub: z.string(),
    permission: z.string(),
    expires_at: Time.optional().describe('Time at which a grant expires; without it, the grant is unlimited'),
  }),
  z.object({
    action: z.literal('call_tool'),
    tool: z.string(),
    title: z.string().optional(),
    description: z.string().optional().describe('Effect of the tool, as its author describes it'),
    input: z.json().describe('Input of the tool, as the agent wrote it, or as the person edited it'),
    input_schema: z.json().optional().describe('JSON schema of the input, if the person may edit it'),
    edited: z
      .object({ id: z.string(), input: z.json() })
      .optional()
      .describe('The request that this request replaces, and the input that the agent wrote'),
    permissions: z.array(z.string()).optional().describe('Permissions that the call needs'),
    definition: z.string().describe('SHA-256 of the tool’s description, input and restriction'),
    chat_id: z.string(),
    surface: z.string(),
    groups: z.array(z.string()),
    run_id: z.string().nullable(),
  }),
  z.object({
    action: z.literal('ask_person'),
    question: z.string(),
    form: QuestionForm.describe('`choice`, `choices` and `text` have one field, `answer`'),
    fields: z.array(QuestionField),
    chat_id: z.string(),
    surface: z.string(),
    run_id: z.string().nullable(),
  }),
])
export type ChangeOperation = z.infer<typeof ChangeOperation>

export const ChangeDiff = z.object({
  subject: z.string(),
  hub: z.string(),
  before: z.array(z.string()),
  after: z.array(z.string()),
  ends: z.record(z.string(), Time).optional().describe('Permissions that are granted with an expiry'),
})
export type ChangeDiff = z.infer<typeof ChangeDiff>

export const ChangeRequestView = z
  .object({
    id: z.string(),
    hub: z.string(),
    proposer: z.string(),
    kind: z.enum(['access', 'account', 'tool_call', 'question']),
    operations: z.array(ChangeOperation),
    summary: z.string(),
    diff: z.array(ChangeDiff),
    policy_revision: z.int(),
    plan_hash: z
      .string()
      .describe('Hash of the plan; confirming requires it, so that exactly this plan is confirmed'),
    state: ChangeState,
    needs_password: z.boolean().describe('True if confirming requires a first password for the account'),
    created_at: Time,
    expires_at: Time,
    decided_at: Time.nullable().describe('Null unless the person decided'),
    secret_fields: z.array(z.string()).describe('Names in a call’s input whose values pages mask'),
    next: z.string().nullable().describe('The request that replaced this one: edited, or proposed again'),
    result: z
      .object({
        outcome: z.enum([
          'applied',
          'partial',
          'stale',
          'refused',
          'running',
          'failed',
          'interrupted',
          'rejected',
          'edited',
          'answered',
          'unanswered',
        ]),
        detail: z
          .string()
          .describe('For `rejected`: the person’s reason; for `answered`: the answer as text'),
        answer: AnswerContent.optional().describe('Values of the fields; only for `answered`'),
        output: z.string().optional().describe('Output of a confirmed tool'),
      })
      .nullable(),
  })
  .meta({ id: 'ChangeRequest' })
export type ChangeRequestView = z.infer<typeof ChangeRequestView>

export const ChangeRequestPage = pageSchema(ChangeRequestView).meta({ id: 'ChangeRequests' })
export type ChangeRequestPage = z.infer<typeof ChangeRequestPage>

export const ChangeRequestQuery = z.strictObject({ state: ChangeState.optional(), ...Paging.shape })
export type ChangeRequestQuery = z.infer<typeof ChangeRequestQuery>

export const ChangeRequestParams = z.object({ id: z.string().min(1).max(64) })
export type ChangeRequestParams = z.infer<typeof ChangeRequestParams>

export const ConfirmRequest = z
  .strictObject({
    plan_hash: z.string().min(1).max(128),
    password: z.string().min(1).max(256).optional().describe('First password of a proposed account'),
  })
  .meta({ id: 'ConfirmRequest' })
export type ConfirmRequest = z.infer<typeof ConfirmRequest>

export const RejectRequest = z
  .strictObject({
    reason: z.string().trim().max(1000).default('').describe('The agent receives the reason'),
  })
  .prefault({})
  .meta({ id: 'RejectRequest' })
export type RejectRequest = z.infer<typeof RejectRequest>

export const EditRequest = z
  .strictObject({
    plan_hash: z.string().min(1).max(128),
    input: z.record(z.string(), z.json()).describe('The whole input of the call'),
  })
  .meta({ id: 'EditRequest' })
export type EditRequest = z.infer<typeof EditRequest>

export const AnswerRequest = z
  .strictObject({
    plan_hash: z.string().min(1).max(128),
    content: AnswerContent.describe('Value of each field, by name'),
  })
  .meta({ id: 'AnswerRequest' })
export type AnswerRequest = z.infer<typeof AnswerRequest>

export const AnsweredQuestion = z
  .discriminatedUnion('status', [
    z.object({ status: z.literal('taken'), request: ChangeRequestView }),
    z.object({ status: z.literal('invalid'), problems: z.array(FieldProblem) }),
  ])
  .meta({ id: 'AnsweredQuestion' })
export type AnsweredQuestion = z.infer<typeof AnsweredQuestion>
