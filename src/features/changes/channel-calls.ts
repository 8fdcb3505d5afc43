import { forBrowsers } from '#ground/base/json/plain.ts'
import type { EpochMs } from '#ground/base/clock.ts'
import type { Surface } from '#ground/identity/caller.ts'
import { secretFieldsOf } from './call-facts.ts'
import type { ChangeRequests } from './changes.ts'
import { callOf } from './plan.ts'
import type { ChangeRequest } from './requests.ts'

export interface ChannelCallsDeps {
  changes: Pick<ChangeRequests, 'find' | 'confirm' | 'reject'>
  hub: string
  linkTo(id: string, surface: Surface): string
}

interface Decidable {
  id: string
  planHash: string
  email: string
}

type Decided = { is: 'approved' | 'declined' | 'expired' | 'stale'; at: EpochMs }

const MASK = '••••••••'

/** Tool calls that people decide with buttons in messaging channels. */
export function createChannelCalls({ changes, hub, linkTo }: ChannelCallsDeps) {
  const find = async (id: string, email: string) => {
    const found = await changes.find(id, email)
    const call = found.ok && found.value.hub === hub ? callOf(found.value.operations) : null
    return found.ok && call ? { request: found.value, call } : null
  }
  return {
    async find(id: string, email: string) {
      const found = await find(id, email)
      if (found?.request.state !== 'proposed') return null
      const { request, call } = found
      const { tool, title = null, surface } = call
      const link = linkTo(id, surface)
      return { id, planHash: request.planHash, tool, title, fields: fieldsOf(call), link }
    },

    async decide({ id, planHash, email }: Decidable, decision: 'approve' | 'decline') {
      const before = await find(id, email)
      if (!before) return { is: 'foreign' as const }
      const known = decidedOf(before.request)
      if (known) return known
      const done =
        decision === 'approve'
          ? await changes.confirm(email, id, { planHash })
          : await changes.reject(email, id, '')
      if (!done.ok && done.refusal.code === 'forbidden') return { is: 'forbidden' as const }
      const after = await find(id, email)
      const decided = after && decidedOf(after.request)
      if (decided) return decided
      if (done.ok || done.refusal.code !== 'stale_plan')
        throw new Undecided(done.ok ? 'it is open' : done.refusal.detail)
      return { is: 'stale' as const, at: before.request.createdAt }
    },
  }
}

/**
 * The call is still undecided, for example because this instance drains. The caller processes the press again later.
 */
class Undecided extends Error {
  constructor(why: string) {
    super(`failed to decide a tool call: ${why}`)
  }
}

function decidedOf({ state, decidedAt, expiresAt }: ChangeRequest): Decided | null {
  const at = decidedAt ?? expiresAt
  switch (state) {
    case 'proposed':
      return null
    case 'confirmed':
      return { is: 'approved', at }
    case 'rejected':
      return { is: 'declined', at }
    case 'expired':
    case 'stale':
      return { is: state, at }
  }
}

type Call = NonNullable<ReturnType<typeof callOf>>

function fieldsOf(call: Call): { name: string; value: string }[] {
  const secret = new Set(secretFieldsOf(call))
  const input = (forBrowsers(call.input) ?? {}) as Record<string, unknown>
  return Object.entries(input).map(([name, value]) => ({
    name,
    value: secret.has(name) ? MASK : textOf(value, secret),
  }))
}

const textOf = (value: unknown, secret: ReadonlySet<string>): string =>
  typeof value === 'string'
    ? value
    : JSON.stringify(value, (key, part: unknown) => (secret.has(key) ? MASK : part))
