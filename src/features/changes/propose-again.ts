import { z } from 'zod'
import { canonicalJson } from '#core/audit/canonical-json.ts'
import { accepted, type Result } from '#ground/base/result.ts'
import type { CallOperation } from './call-facts.ts'
import { changeRefusal, type ChangeRefusal } from './deps.ts'
import { editedSummary, editedTitle } from './edited-title.ts'
import { presentHash } from './held-grants.ts'
import { callOf, grantChanges, plannedAccount } from './plan.ts'
import { countRefusal, LIFETIME_MS, prepare, type Proposing } from './propose.ts'
import { MAX_INPUT_LENGTH, TOO_LONG } from './propose-call.ts'
import { isWithdrawn, type ChangeRequest, type ChangeResult } from './requests.ts'
import type { EditRequest } from './schema.ts'

type Proposed = Result<ChangeRequest, ChangeRefusal>

export async function proposeAgain(deps: Proposing, request: ChangeRequest): Promise<Proposed> {
  const { state, result, proposer } = request
  const open = await openSuccessor(deps, request)
  if (open) return accepted(open)
  if (request.kind === 'question')
    return changeRefusal('stale_plan', 'A question is not proposed again: write to the agent instead.')
  if ((state !== 'stale' && state !== 'expired') || result?.outcome === 'edited')
    return changeRefusal(
      'stale_plan',
      `This change request is ${result?.outcome === 'edited' ? 'edited' : state}; only an outdated request is proposed again.`,
    )
  if (isWithdrawn(request)) return changeRefusal('stale_plan', request.result.detail)
  const refusal = await countRefusal(deps, proposer)
  if (refusal) return refusal
  const call = callOf(request.operations)
  const prepared = call
    ? accepted(await requestOfCall(deps, request, { ...call, ...result?.call }, request.summary))
    : await preparePlan(deps, request)
  if (!prepared.ok) return prepared
  const { call: _, ...kept } = result ?? EXPIRED
  return replaced(deps, request, { state, result: kept }, prepared.value)
}

const EXPIRED: ChangeResult = {
  outcome: 'stale',
  detail: 'This change request expired and was proposed again.',
}

/** Replaces an open call with a copy that has another input. The person still has to confirm the copy. */
export async function editCall(
  deps: Proposing,
  request: ChangeRequest,
  { plan_hash, input }: EditRequest,
): Promise<Proposed> {
  const call = callOf(request.operations)
  if (call?.input_schema === undefined)
    return changeRefusal(
      'invalid',
      'The arguments of this request cannot be edited: its tool does not allow it.',
    )
  if (request.state !== 'proposed' || plan_hash !== request.planHash)
    return changeRefusal(
      'stale_plan',
      `This change request is ${request.state}, or it changed. Read the change request again.`,
    )
  const problem = problemOf(call, input)
  if (problem !== null) return changeRefusal('invalid', problem)
  const { title: _, ...untitled } = call
  const title = editedTitle(call, input)
  const first = call.edited?.input ?? call.input
  const edited: CallOperation = {
    ...untitled,
    ...(title !== '' && { title }),
    input,
    edited: { id: request.id, input: first },
  }
  const next = await requestOfCall(deps, request, edited, editedSummary(call.tool, title))
  const result: ChangeResult = { outcome: 'edited', detail: 'The arguments were edited, in a new request.' }
  return replaced(deps, request, { state: 'stale', result }, next)
}

/** A sentence that names the invalid fields; null for a valid input. The tool checks its input again when it runs. */
function problemOf({ input_schema: schema }: CallOperation, input: EditRequest['input']): string | null {
  if (canonicalJson(input).length > MAX_INPUT_LENGTH) return `input: ${TOO_LONG}`
  const issues = issuesOf(schema as JsonSchema, input).slice(0, 5)
  if (issues.length === 0) return null
  return issues.map(({ path, message }) => [path.join('.'), message].filter(Boolean).join(': ')).join('; ')
}

type JsonSchema = Parameters<typeof z.fromJSONSchema>[0]

/** Empty for a schema that zod cannot read, because the tool itself checks its input. */
function issuesOf(schema: JsonSchema, input: EditRequest['input']) {
  let reader
  try {
    reader = z.fromJSONSchema(schema)
  } catch {
    return []
  }
  return reader.safeParse(input).error?.issues ?? []
}

async function preparePlan(deps: Proposing, request: ChangeRequest): Promise<Proposed> {
  const { hub, kind, operations, proposer } = request
  const subject = plannedAccount(operations)?.email ?? grantChanges(operations)[0]!.subject
  return prepare(deps, subject, { hub, kind, operations, proposer })
}

async function requestOfCall(
  { access, clock, newId }: Proposing,
  { hub, kind, proposer }: ChangeRequest,
  call: CallOperation,
  summary: string,
): Promise<ChangeRequest> {
  const plan = { hub, kind, proposer, operations: [call] }
  const now = clock.now()
  return {
    ...plan,
    id: newId(),
    summary,
    diff: [],
    policyRevision: (await access.revision(hub)) ?? 0,
    planHash: await presentHash(access, plan),
    state: 'proposed',
    createdAt: now,
    expiresAt: now + LIFETIME_MS,
    decidedAt: null,
    result: null,
  }
}

async function replaced(
  { requests, clock }: Proposing,
  { id, state: from, decidedAt }: ChangeRequest,
  { state: to, result }: Pick<ChangeRequest, 'state'> & { result: ChangeResult },
  next: ChangeRequest,
): Promise<Proposed> {
  const at = result.outcome === 'edited' ? clock.now() : decidedAt
  return (await requests.replace(id, { from, to, at, result }, next))
    ? accepted(next)
    : changeRefusal('stale_plan', 'Another request decided this change request just now.')
}

/** Finds the new request if the person has already proposed this one again, for example in another tab. */
async function openSuccessor({ requests }: Proposing, { result, proposer }: ChangeRequest) {
  const next = result?.next === undefined ? null : await requests.find(result.next, proposer)
  return next?.state === 'proposed' ? next : null
}
