import type { Access } from '#core/access/access.ts'
import type { ProposeCall, ProposedCall, Tool } from '#core/agent/tools/tool.ts'
import { WithCard } from '#core/agent/tools/with-card.ts'
import { canonicalJson, type JsonValue } from '#core/audit/canonical-json.ts'
import type { Clock } from '#ground/base/clock.ts'
import { createOneByOne } from '#ground/base/one-by-one.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { Surface } from '#ground/identity/caller.ts'
import { cutText } from '#ground/base/cut-text.ts'
import { callFactsOf, type CallOperation } from './call-facts.ts'
import { planHash, type RequestPlan } from './plan.ts'
import { LIFETIME_MS, MAX_OPEN_REQUESTS } from './propose.ts'
import { createChangeRequests, type ChangeRequest } from './requests.ts'
import type { Store } from '#ground/store/store.ts'

export interface CallProposalDeps {
  store: Pick<Store, 'db' | 'transaction'>
  clock: Pick<Clock, 'now'>
  newId(): string
  access: Pick<Access, 'revision'>
  hub: string
  onProposed?(id: string): void
  linkTo(id: string, surface: Surface): string
}

/** Maximum characters of an input. A person must be able to read the whole input. */
export const MAX_INPUT_LENGTH = 32 * 1024

export const TOO_LONG = `This input is too long for a person to confirm (at most ${MAX_INPUT_LENGTH} characters).`

/** If an agent sends the same call twice in parallel, only one request is created. */
export function createCallProposals(deps: CallProposalDeps): ProposeCall {
  const requests = createChangeRequests(deps)
  const oneByOne = createOneByOne()

  const propose = async (call: ProposedCall, proposer: string): Promise<Result<WithCard, string>> => {
    const { caller } = call
    const now = deps.clock.now()
    await requests.expire(proposer, now)
    const plan = planOf(call, { hub: deps.hub, proposer })
    if (canonicalJson(call.inputValue as JsonValue).length > MAX_INPUT_LENGTH) return refused(TOO_LONG)
    const hash = planHash(plan, [])
    const open = await requests.findOpen(proposer, hash)
    if (!open && (await requests.countOpen(proposer)) >= MAX_OPEN_REQUESTS)
      return refused(
        `There are ${MAX_OPEN_REQUESTS} open change requests of this person. The person must confirm or reject some of them first.`,
      )
    const request: ChangeRequest = open ?? {
      ...plan,
      id: deps.newId(),
      summary: summaryOf(call),
      diff: [],
      policyRevision: (await deps.access.revision(deps.hub)) ?? 0,
      planHash: hash,
      state: 'proposed',
      createdAt: now,
      expiresAt: now + LIFETIME_MS,
      decidedAt: null,
      result: null,
    }
    if (!open) await requests.add(request)
    deps.onProposed?.(request.id)
    const { id, summary } = request
    const answer = answerOf(request, deps.linkTo(id, caller.surface))
    return accepted(new WithCard(answer, { change: { id, summary } }))
  }

  return async (call) => {
    const { email } = call.caller
    if (email === null || email.startsWith('svc:')) return refused(noPersonText(call.tool))
    return oneByOne(email, () => propose(call, email))
  }
}

const noPersonText = ({ name }: Tool): string =>
  `${name} runs only after a person has confirmed it in the Console, but no person is signed in for this request.`

const planOf = (
  call: ProposedCall,
  { hub, proposer }: Pick<RequestPlan, 'hub' | 'proposer'>,
): RequestPlan => {
  const { tool, inputValue, caller, chatId, runId } = call
  const title = titleOf(call)
  const operation: CallOperation = {
    action: 'call_tool',
    tool: tool.name,
    ...(title !== '' && { title }),
    ...callFactsOf(tool),
    input: inputValue as CallOperation['input'],
    chat_id: chatId,
    surface: caller.surface,
    groups: [...caller.groups],
    run_id: runId,
  }
  return { hub, kind: 'tool_call', proposer, operations: [operation] }
}

function titleOf({ tool, input }: ProposedCall): string {
  try {
    return cutText(tool.title(input, 'running').replaceAll(/\s+/g, ' ').trim(), 200)
  } catch {
    return '' // a Hub's own tool may throw in `title`; the summary then uses the tool's name
  }
}

const summaryOf = (call: ProposedCall): string => titleOf(call) || `Run ${call.tool.name}`

const answerOf = ({ summary, expiresAt }: ChangeRequest, link: string): string =>
  JSON.stringify({
    state: 'waiting_for_confirmation',
    summary,
    confirm_at: link,
    expires_at: new Date(expiresAt).toISOString(),
    note:
      'Nothing was done yet. The web chat and messaging channels show the call to the person, who approves or declines it; elsewhere, give the person this link. ' +
      'An approved call runs without you. Do not call the tool again for this.',
  })
