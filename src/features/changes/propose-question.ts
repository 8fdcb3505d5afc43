import type { Access } from '#core/access/access.ts'
import type { Clock } from '#ground/base/clock.ts'
import { cutText } from '#ground/base/cut-text.ts'
import { createOneByOne } from '#ground/base/one-by-one.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { Caller } from '#ground/identity/caller.ts'
import type { Store } from '#ground/store/store.ts'
import type { QuestionOperation } from './answer-text.ts'
import { planHash, type RequestPlan } from './plan.ts'
import { MAX_OPEN_REQUESTS } from './propose.ts'
import { createChangeRequests, type ChangeRequest } from './requests.ts'

export interface QuestionDeps {
  store: Pick<Store, 'db' | 'transaction'>
  clock: Pick<Clock, 'now'>
  newId(): string
  access: Pick<Access, 'revision'>
  hub: string
  onProposed?(id: string): void
}

export interface AskedQuestion extends Pick<QuestionOperation, 'question' | 'form' | 'fields'> {
  caller: Caller
  chatId: string
  runId: string | null
  lifetimeMs: number
}

export type ProposeQuestion = (question: AskedQuestion) => Promise<Result<ChangeRequest, string>>

const MAX_SUMMARY_CHARS = 200

/** The same question of the same chat stays one change request while it is open. */
export function createQuestionProposals(deps: QuestionDeps): ProposeQuestion {
  const requests = createChangeRequests(deps)
  const oneByOne = createOneByOne()

  const propose = async (
    { question, form, fields, caller, chatId, runId, lifetimeMs }: AskedQuestion,
    proposer: string,
  ): Promise<Result<ChangeRequest, string>> => {
    const now = deps.clock.now()
    await requests.expire(proposer, now)
    const operation: QuestionOperation = {
      action: 'ask_person',
      question,
      form,
      fields,
      chat_id: chatId,
      surface: caller.surface,
      run_id: runId,
    }
    const plan: RequestPlan = { hub: deps.hub, kind: 'question', proposer, operations: [operation] }
    const hash = planHash(plan, [])
    const open = await requests.findOpen(proposer, hash)
    if (!open && (await requests.countOpen(proposer)) >= MAX_OPEN_REQUESTS)
      return refused(
        `There are ${MAX_OPEN_REQUESTS} open change requests and questions of this person. The person must decide some of them first.`,
      )
    const request: ChangeRequest = open ?? {
      ...plan,
      id: deps.newId(),
      summary: cutText(question.replaceAll(/\s+/g, ' '), MAX_SUMMARY_CHARS),
      diff: [],
      policyRevision: (await deps.access.revision(deps.hub)) ?? 0,
      planHash: hash,
      state: 'proposed',
      createdAt: now,
      expiresAt: now + lifetimeMs,
      decidedAt: null,
      result: null,
    }
    if (!open) await requests.add(request)
    deps.onProposed?.(request.id)
    return accepted(request)
  }

  return async (question) => {
    const { email } = question.caller
    if (email === null || email.startsWith('svc:')) return refused('No person can answer here.')
    return oneByOne(email, () => propose(question, email))
  }
}
