import { USE_HUB } from '#core/access/permission.ts'
import { checkAnswer } from '#core/agent/tools/questions/check-answer.ts'
import { accepted, type Result } from '#ground/base/result.ts'
import type { AnswerContent, FieldProblem, QuestionField } from '#ground/turn/question/schema.ts'
import { changeRefusal, type ChangeRefusal, type ChangeRequestsDeps } from './deps.ts'
import { questionOf } from './plan.ts'
import type { ChangeRequest, createChangeRequests } from './requests.ts'
import type { AnswerRequest, ChangeOperation } from './schema.ts'

export type QuestionOperation = Extract<ChangeOperation, { action: 'ask_person' }>

/** Name of the only field of a question that is no form. */
export const ANSWER = 'answer'

type Answering = Pick<ChangeRequestsDeps, 'access' | 'clock'> & {
  requests: Pick<ReturnType<typeof createChangeRequests>, 'move' | 'find'>
}

/** @returns The problems of an invalid answer; an empty list if the answer was stored */
export async function answerQuestion(
  { access, requests, clock }: Answering,
  request: ChangeRequest,
  { plan_hash, content }: AnswerRequest,
): Promise<Result<readonly FieldProblem[], ChangeRefusal>> {
  const { id, hub, proposer } = request
  const question = questionOf(request.operations)
  if (question === null) return changeRefusal('invalid', 'This change request is not a question.')
  if (plan_hash !== request.planHash)
    return changeRefusal('stale_plan', 'This is not the question that was asked. Read it again.')
  if (request.state !== 'proposed') return endedQuestion(request)
  if (!(await access.decide({ email: proposer }, hub, USE_HUB)).allowed)
    return changeRefusal(
      'forbidden',
      'You may not use this agent any more, so the answer was not sent. Request access to the agent.',
    )
  const checked = checkAnswer(question.fields, content)
  if (!checked.ok) return accepted(checked.refusal)
  const result = answeredResult(question, checked.value)
  const at = clock.now()
  if (await requests.move(id, { from: 'proposed', to: 'confirmed', at, result })) return accepted([])
  const now = await requests.find(id, proposer)
  return endedQuestion(now ?? request)
}

/** Refuses a second answer, and names the first. */
export function endedQuestion({ state, proposer, decidedAt }: ChangeRequest) {
  const at = decidedAt === null ? '' : ` at ${new Date(decidedAt).toISOString()}`
  switch (state) {
    case 'expired':
      return changeRefusal('expired', 'This question has expired. Write to the agent instead.')
    case 'rejected':
      return changeRefusal('stale_plan', `${proposer} declined to answer this question${at}.`)
    case 'stale':
      return changeRefusal('stale_plan', `The chat continued without an answer to this question${at}.`)
    default:
      return changeRefusal('stale_plan', `${proposer} answered this question${at}.`)
  }
}

export const answeredResult = (question: QuestionOperation, answer: AnswerContent) =>
  ({ outcome: 'answered', detail: answerText(question, answer), answer }) as const

/** The answer for people and models: the chosen titles or the text, or a line for each field of a form. */
export function answerText({ form, fields }: QuestionOperation, answer: AnswerContent): string {
  if (form !== 'form') return valueText(fields[0]!, answer[ANSWER])
  return fields
    .filter(({ name }) => answer[name] !== undefined)
    .map((field) => `${field.title}: ${valueText(field, answer[field.name])}`)
    .join('\n')
}

function valueText(field: QuestionField, value: AnswerContent[string] | undefined): string {
  const titles = 'options' in field ? new Map(field.options.map((one) => [one.value, one.title])) : null
  const shown = (one: unknown) => titles?.get(String(one)) ?? String(one)
  return Array.isArray(value) ? value.map(shown).join(', ') : shown(value ?? '')
}

