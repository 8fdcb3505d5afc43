import { accepted, type Result } from '#ground/base/result.ts'
import { confirmRequest, type Confirmation } from './confirm.ts'
import { changeRefusal, type ChangeRequestsDeps, type ChangeRefusal } from './deps.ts'
import { closeLapsed } from './expired-requests.ts'
import {
  proposeAccess,
  proposeAccount,
  proposeAgain,
  type AccessProposal,
  type AccountProposal,
} from './propose.ts'
import { createChangeRequests, type ChangeRequest } from './requests.ts'
import type { ChangeState } from './schema.ts'

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

  const decide = async (
    id: string,
    proposer: string,
    work: (request: ChangeRequest) => Promise<Result<void, ChangeRefusal>>,
  ): Promise<Result<ChangeRequest, ChangeRefusal>> => {
    const before = deciding.get(id)
    const mine = (async () => {
      await before?.catch(() => {})
      const found = await find(id, proposer)
      if (!found.ok) return found
      const done = await work(found.value)
      return done.ok ? find(id, proposer) : done
    })()
    deciding.set(id, mine)
    try {
      return await mine
    } finally {
      if (deciding.get(id) === mine) deciding.delete(id)
    }
  }

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

    async proposeAgain(proposer: string, id: string): Promise<Result<ChangeRequest, ChangeRefusal>> {
      const found = await find(id, proposer)
      return found.ok ? proposeAgain(deps, found.value) : found
    },

    reject: (proposer: string, id: string) =>
      decide(id, proposer, async ({ state }) => {
        if (state === 'rejected') return accepted(undefined)
        if (state === 'expired') return changeRefusal('expired', 'This change request has expired already.')
        const at = deps.clock.now()
        const moved = state === 'proposed' && (await requests.move(id, { from: state, to: 'rejected', at }))
        return moved
          ? accepted(undefined)
          : changeRefusal('stale_plan', `This change request is ${state} already.`)
      }),
  }
}
