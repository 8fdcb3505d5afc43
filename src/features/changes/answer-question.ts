import { USE_HUB } from '#core/access/permission.ts'
import { checkAnswer } from '#core/agent/tools/questions/check-answer.ts'
import { accepted, type Result } from '#ground/base/result.ts'
import type { FieldProblem } from '#ground/turn/question/schema.ts'
import { answeredResult } from './answer-text.ts'
import { changeRefusal, type ChangeRefusal, type ChangeRequestsDeps } from './deps.ts'
import { questionOf } from './plan.ts'
import type { ChangeRequest, createChangeRequests } from './requests.ts'
import type { AnswerRequest } from './schema.ts'

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
      return changeRefusal('stale_plan', `This question was closed without an answer${at}.`)
    default:
      return changeRefusal('stale_plan', `${proposer} answered this question${at}.`)
  }
}
