import type { Access } from '#core/access/access.ts'
import type { PolicyDecision as AccessDecision } from '#core/access/decide.ts'
import type { AccessGrant } from '#core/access/policy.ts'
import type { ToolDecision, ToolDecisions } from '#core/audit/tool-decisions.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { Caller } from '#ground/identity/caller.ts'
import type { CallOrigin, MaySee, MayUse, RecordQuestion, Restriction, Tool } from './tool.ts'

export interface RestrictedDeps {
  access: Pick<Access, 'decide'>
  decisions: Pick<ToolDecisions, 'record'>
  hub: string
  clock: Pick<Clock, 'now'>
}

/**
 * Code of a restricted tool, including its input check, runs only after the decision to allow the call is committed
 * to the audit ledger. Refusals are recorded too.
 */
export function restrictedTools(deps: RestrictedDeps): {
  mayUse: MayUse
  maySee: MaySee
  recordQuestion: RecordQuestion
} {
  const { access, decisions, hub, clock } = deps
  return {
    async recordQuestion(tool, caller, place, { action }) {
      if (!tool.restricted) return
      const { capability } = tool.restricted
      const about = { at: clock.now(), hub, tool: tool.name, capability, ...callFacts(caller, place) }
      const reason = `question_${action}`
      await decisions.record({ ...about, outcome: 'allowed', reason, grant: null, revision: null })
    },
    async mayUse(tool, caller, place) {
      if (!tool.restricted) return { allowed: true }
      const { capability } = tool.restricted
      const about = { at: clock.now(), hub, tool: tool.name, capability, ...callFacts(caller, place) }
      const decision = await decideOrRecord(deps, caller, about)
      await decisions.record({ ...about, ...outcomeOf(decision) })
      return decision.allowed
        ? { allowed: true }
        : { allowed: false, reason: reasonFor(tool, tool.restricted, decision) }
    },
    async maySee(capability, caller) {
      try {
        return (await access.decide(caller, hub, capability)).allowed
      } catch {
        return false
      }
    },
  }
}

type About = Omit<ToolDecision, 'outcome' | 'reason' | 'grant' | 'revision'>

const callFacts = (caller: Caller, { chatId, runId }: CallOrigin) => ({
  subject: caller.email,
  surface: caller.surface,
  chat_id: chatId,
  run_id: runId,
})

/** If access cannot be checked, adds the failure to the audit ledger if possible, and refuses the call. */
async function decideOrRecord(
  { access, decisions, hub }: RestrictedDeps,
  caller: Caller,
  about: About,
): Promise<AccessDecision> {
  try {
    return await access.decide(caller, hub, about.capability)
  } catch (error) {
    const failed = { outcome: 'failed', reason: 'not_checked', grant: null, revision: null } as const
    await decisions.record({ ...about, ...failed }).catch(() => {})
    throw new Error('Your permission to use this tool could not be checked. Please try again.', {
      cause: error,
    })
  }
}

const outcomeOf = (
  decision: AccessDecision,
): Pick<ToolDecision, 'outcome' | 'reason' | 'grant' | 'revision'> => ({
  outcome: decision.allowed ? 'allowed' : 'denied',
  reason: decision.reason,
  grant: decision.grant && grantRecord(decision.grant),
  revision: decision.revision,
})

const grantRecord = ({ subject, hub, permission, grantedBy, grantedAt, revision }: AccessGrant) => ({
  subject,
  hub,
  permission,
  granted_by: grantedBy,
  granted_at: new Date(grantedAt).toISOString(),
  revision,
})

const reasonFor = (tool: Tool, { capability, label }: Restriction, { reason }: AccessDecision): string => {
  if (reason === 'blocked') return 'You are blocked. Ask an administrator.'
  const needed = `${tool.name} needs the capability “${label}” (${capability}) on this Hub`
  return reason === 'no_identity'
    ? `${needed}, and no person is signed in for this request. A person with the permission can use the tool in the web chat.`
    : `${needed}. An administrator can grant it.`
}
