import { accepted, type Result } from '#ground/base/result.ts'
import type { FieldProblem } from '#ground/turn/question/schema.ts'
import { answerQuestion } from './answer-question.ts'
import { rejectRequest } from './reject.ts'
import { confirmRequest, type Confirmation } from './confirm.ts'
import { changeRefusal, type ChangeRequestsDeps, type ChangeRefusal } from './deps.ts'
import { closeLapsed } from './expired-requests.ts'
import { editCall, proposeAgain } from './propose-again.ts'
import { proposeAccess, proposeAccount, type AccessProposal, type AccountProposal } from './propose.ts'
import { createChangeRequests, type ChangeRequest } from './requests.ts'
import type { AnswerRequest, ChangeState, EditRequest } from './schema.ts'

export type ChangeRequests = ReturnType<typeof createChangeFlow>

/** Proposals of agents. Only the person for whom the agent proposed a change may see, confirm or reject it. */
export function createChangeFlow(given: ChangeRequestsDeps) {
  const requests = createChangeRequests(given)
  const deps = { ...given, requests }
  const deciding = new Map<string, Promise<unknown>>()

  const find = async (id: string, proposer: string): Promise<Result<ChangeRequest, ChangeRefusal>> => {
    await closeLapsed(deps, proposer)
    const request = await requests.find(id, proposer)
    return request ? accepted(request) : changeRefusal('not_found', 'You have no such change request.')
  }

  const oneByOne = async (
    id: string,
    proposer: string,
    work: (request: ChangeRequest) => Promise<Result<ChangeRequest, ChangeRefusal>>,
  ): Promise<Result<ChangeRequest, ChangeRefusal>> => {
    const before = deciding.get(id)
    const mine = (async () => {
      await before?.catch(() => {})
      const found = await find(id, proposer)
      return found.ok ? work(found.value) : found
    })()
    deciding.set(id, mine)
    try {
      return await mine
    } finally {
      if (deciding.get(id) === mine) deciding.delete(id)
    }
  }

  const decide = (
    id: string,
    proposer: string,
    work: (request: ChangeRequest) => Promise<Result<void, ChangeRefusal>>,
  ) =>
    oneByOne(id, proposer, async (request) => {
      const done = await work(request)
      return done.ok ? find(id, proposer) : done
    })

  return {
    proposeAccess: (proposer: string, proposal: AccessProposal) => proposeAccess(deps, proposer, proposal),
    proposeAccount: (proposer: string, proposal: AccountProposal) => proposeAccount(deps, proposer, proposal),
    find,

    async list(
      filter: { proposer: string; state?: ChangeState | undefined },
      page: { limit: number; offset: number },
    ) {
      await closeLapsed(deps, filter.proposer)
      return requests.list(filter, page)
    },

    /** Applies the whole request or nothing. Idempotent. A confirmed tool call is queued for the Hub’s bridge. */
    confirm: (proposer: string, id: string, confirmation: Confirmation) =>
      decide(id, proposer, (request) => confirmRequest(deps, request, confirmation)),

    /** Stores the first valid answer. Invalid answers return the problems of their fields. */
    async answer(
      proposer: string,
      id: string,
      answer: AnswerRequest,
    ): Promise<Result<ChangeRequest | { problems: FieldProblem[] }, ChangeRefusal>> {
      let problems: readonly FieldProblem[] = []
      const done = await decide(id, proposer, async (request) => {
        const answered = await answerQuestion(deps, request, answer)
        if (answered.ok) given.notifyOfAnswer?.(request.hub)
        if (answered.ok) problems = answered.value
        return answered.ok ? accepted(undefined) : answered
      })
      return done.ok && problems.length > 0 ? accepted({ problems: [...problems] }) : done
    },

    proposeAgain: (proposer: string, id: string) =>
      oneByOne(id, proposer, (request) => proposeAgain(deps, request)),

    edit: (proposer: string, id: string, edit: EditRequest) =>
      oneByOne(id, proposer, (request) => editCall(deps, request, edit)),

    /** @param reason Empty if the person gave none. */
    reject: (proposer: string, id: string, reason: string) =>
      decide(id, proposer, (request) => rejectRequest(deps, request, reason)),
  }
}
