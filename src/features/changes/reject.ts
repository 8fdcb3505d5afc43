import { accepted, type Result } from '#ground/base/result.ts'
import { endedQuestion } from './answer-question.ts'
import { changeRefusal, type ChangeRefusal, type ChangeRequestsDeps } from './deps.ts'
import type { ChangeRequest, createChangeRequests } from './requests.ts'

type Rejecting = Pick<ChangeRequestsDeps, 'clock' | 'notifyOfAnswer'> & {
  requests: Pick<ReturnType<typeof createChangeRequests>, 'move'>
}

export async function rejectRequest(
  { requests, clock, notifyOfAnswer }: Rejecting,
  request: ChangeRequest,
  reason: string,
): Promise<Result<void, ChangeRefusal>> {
  const { id, hub, kind, state } = request
  if (state === 'rejected') return accepted(undefined)
  if (kind === 'question' && state !== 'proposed') return endedQuestion(request)
  if (state === 'expired') return changeRefusal('expired', 'This change request has expired already.')
  const at = clock.now()
  const result = reason === '' ? null : ({ outcome: 'rejected', detail: reason } as const)
  const moved = state === 'proposed' && (await requests.move(id, { from: state, to: 'rejected', at, result }))
  if (!moved) return changeRefusal('stale_plan', `This change request is ${state} already.`)
  if (kind === 'question') notifyOfAnswer?.(hub)
  return accepted(undefined)
}
