import type { ConsoleApp } from '#ground/api/console-app.ts'
import { ApiRefused, unwrap } from '#ground/api/errors.ts'
import type { Result } from '#ground/base/result.ts'
import { manageHub, unmanageHub } from '../contract.ts'
import type { MovedHub } from '../hubs.ts'
import { describePolicyRefusal, type PolicyRefusal } from '../refusal.ts'
import type { HubMode } from '../schema.ts'
import { contextOf } from './changes.ts'
import type { AccessRoutesDeps } from './deps.ts'
import { managedPolicy } from './scope.ts'

export function moveRoutes(app: ConsoleApp, { access, membersOf, onChange }: AccessRoutesDeps): void {
  const answer = (
    hub: string,
    console_managed: boolean,
    result: Result<MovedHub, PolicyRefusal>,
  ): HubMode => {
    const { changed, revision, imported, skipped } = unwrap(result, describePolicyRefusal)
    if (changed) onChange()
    return { hub, console_managed, policy_revision: revision, changed, imported, skipped: [...skipped] }
  }
  app.handle(manageHub, async ({ caller, params: { hub }, requestId }) => {
    const { mode } = await managedPolicy(access, caller, hub)
    const members = mode === 'console' ? [] : await readMembers(membersOf, hub)
    return answer(hub, true, await access.manage(contextOf(caller, requestId), hub, { members }))
  })
  app.handle(unmanageHub, async ({ caller, params: { hub }, requestId }) =>
    answer(hub, false, await access.unmanage(contextOf(caller, requestId), hub)),
  )
}

async function readMembers(
  membersOf: AccessRoutesDeps['membersOf'],
  hub: string,
): Promise<readonly string[]> {
  const members = await membersOf(hub)
  if (members.ok) return members.value
  throw new ApiRefused('chatapp_unavailable', `${members.refusal.detail} Nothing was changed.`)
}
