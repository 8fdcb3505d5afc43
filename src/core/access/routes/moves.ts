import { Refused, unwrap } from '#ground/api/errors.ts'
import type { ConsoleApp } from '#ground/api/route.ts'
import type { Result } from '#ground/base/result.ts'
import type { Moved } from '../hubs.ts'
import { describeRefusal, type Refusal } from '../refusal.ts'
import { HubMode, HubParams } from '../schema.ts'
import { contextOf } from './changes.ts'
import type { AccessRoutesDeps } from './deps.ts'
import { managedPolicy } from './scope.ts'

/** Move a Hub between the two ways of managing access. */
export function moveRoutes(app: ConsoleApp, { access, membersOf, onChange }: AccessRoutesDeps): void {
  const answer = (hub: string, console_managed: boolean, result: Result<Moved, Refusal>): HubMode => {
    const { changed, revision, imported, skipped } = unwrap(result, describeRefusal)
    if (changed) onChange()
    return { hub, console_managed, policy_revision: revision, changed, imported, skipped: [...skipped] }
  }
  app.post(
    '/hubs/:hub/manage',
    {
      summary: 'Manage a Hub’s access in the Console; who sees it now gets `use_hub`',
      level: 'organization',
      params: HubParams,
      answer: HubMode,
      refusals: ['chatapp_unavailable'],
    },
    async ({ caller, params: { hub }, requestId }) => {
      const { mode } = await managedPolicy(access, caller, hub)
      const members = mode === 'console' ? [] : await readMembers(membersOf, hub)
      return answer(hub, true, await access.manage(contextOf(caller, requestId), hub, { members }))
    },
  )
  app.post(
    '/hubs/:hub/unmanage',
    {
      summary: 'Leave a Hub’s access to the web chat’s groups; its grants rest',
      level: 'organization',
      params: HubParams,
      answer: HubMode,
    },
    async ({ caller, params: { hub }, requestId }) =>
      answer(hub, false, await access.unmanage(contextOf(caller, requestId), hub)),
  )
}

async function readMembers(
  membersOf: AccessRoutesDeps['membersOf'],
  hub: string,
): Promise<readonly string[]> {
  const members = await membersOf(hub)
  if (members.ok) return members.value
  throw new Refused('chatapp_unavailable', `${members.refusal.detail} Nothing was changed.`)
}
