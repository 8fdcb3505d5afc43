import { useQuery } from '@tanstack/react-query'
import {
  answerChangeRequest,
  confirmChangeRequest,
  editChangeRequest,
  proposeChangeAgain,
  readChangeRequest,
  rejectChangeRequest,
} from '#features/changes/contract.ts'
import type { ChangeRequestView } from '#features/changes/schema.ts'
import { ApiError } from '../../ui/call.ts'
import type { ChangeDecisions } from '../../ui/change-request/change-acts.tsx'
import type { QuestionActs } from '../../ui/questions/question-form.tsx'
import { call } from './client.ts'

const POLL_MS = 4000
/** Poll interval while a confirmed tool call runs. */
const RUNNING_POLL_MS = 1000
/** Maximum number of edits that are followed from a change request to its newest version. */
const MAX_SUCCESSORS = 20

export const changeKey = (id: string) => ['change-request', id] as const

async function readNewest(id: string, signal: AbortSignal): Promise<ChangeRequestView> {
  let change = await call(readChangeRequest, { params: { id }, signal })
  for (let n = 0; change.next !== null && n < MAX_SUCCESSORS; n++)
    change = await call(readChangeRequest, { params: { id: change.next }, signal })
  return change
}

/** Polls until the decision is final. Components that show the same request share the query. */
export const useChangeRequest = (id: string) =>
  useQuery({
    queryKey: changeKey(id),
    queryFn: ({ signal }) => readNewest(id, signal),
    refetchInterval: ({ state }) => askAgainIn(state),
    refetchOnWindowFocus: true,
    retry: false,
  })

export type ChangeStanding =
  | Exclude<ChangeRequestView['state'], 'confirmed'>
  | 'confirmed'
  | 'waiting'
  | 'running'
  | 'refused'
  | 'failed'
  | 'partial'
  | 'interrupted'
  | 'answered'
  | 'unanswered'

export function standingOf({
  state,
  kind,
  result,
}: Pick<ChangeRequestView, 'state' | 'result'> & Partial<Pick<ChangeRequestView, 'kind'>>): ChangeStanding {
  if (kind === 'question') return QUESTION_STANDINGS[state]
  if (state !== 'confirmed') return state
  if (result === null) return kind === 'tool_call' ? 'waiting' : 'confirmed'
  switch (result.outcome) {
    case 'running':
    case 'refused':
    case 'failed':
    case 'partial':
    case 'interrupted':
      return result.outcome
    default:
      return 'confirmed'
  }
}

const QUESTION_STANDINGS: Record<ChangeRequestView['state'], ChangeStanding> = {
  proposed: 'proposed',
  confirmed: 'answered',
  rejected: 'rejected',
  expired: 'unanswered',
  stale: 'unanswered',
}

const PENDING: ReadonlySet<ChangeStanding> = new Set(['proposed', 'waiting', 'running'])

export const isPending = (standing: ChangeStanding): boolean => PENDING.has(standing)

interface Told {
  data: (Pick<ChangeRequestView, 'state' | 'result'> & Partial<Pick<ChangeRequestView, 'kind'>>) | undefined
  error: Error | null
}

/** Poll interval in milliseconds; false after the final decision. */
export function askAgainIn({ data, error }: Told): number | false {
  if (isMissing(error)) return false
  if (!data) return POLL_MS
  const standing = standingOf(data)
  if (!isPending(standing)) return false
  return standing === 'proposed' ? POLL_MS : RUNNING_POLL_MS
}

/** The request belongs to another person, or nobody is signed in. */
export const isMissing = (error: Error | null): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 401)

export const changeDecisions: ChangeDecisions & {
  again(change: ChangeRequestView): Promise<ChangeRequestView>
} = {
  approve: ({ id, plan_hash }) => call(confirmChangeRequest, { params: { id }, body: { plan_hash } }),
  decline: ({ id }, reason) => call(rejectChangeRequest, { params: { id }, body: { reason } }),
  edit: ({ id, plan_hash }, input) =>
    call(editChangeRequest, { params: { id }, body: { plan_hash, input: input as Record<string, never> } }),
  again: ({ id }) => call(proposeChangeAgain, { params: { id } }),
}

export const questionActs: QuestionActs = {
  async answer({ id, plan_hash }, content) {
    const answered = await call(answerChangeRequest, { params: { id }, body: { plan_hash, content } })
    return answered.status === 'invalid' ? answered.problems : []
  },
  decline: ({ id }) => call(rejectChangeRequest, { params: { id }, body: { reason: '' } }),
}
