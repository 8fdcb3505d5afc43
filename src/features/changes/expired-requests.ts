import type { ChangeRequestsDeps } from './deps.ts'
import { grantChanges } from './plan.ts'
import type { ChangeRequest, createChangeRequests } from './requests.ts'

export const STALE =
  'The access policy was changed since this was proposed. Nothing was applied; propose it again.'

export async function closeLapsed(
  {
    access,
    clock,
    requests,
  }: Pick<ChangeRequestsDeps, 'access' | 'clock'> & { requests: ReturnType<typeof createChangeRequests> },
  proposer: string,
): Promise<void> {
  const now = clock.now()
  await requests.expire(proposer, now)
  const open = await requests.listOpen(proposer)
  const revisions = new Map<string, number | null>()
  for (const hub of new Set(open.map((request) => request.hub)))
    revisions.set(hub, await access.revision(hub))
  const result = { outcome: 'stale', detail: STALE } as const
  for (const request of open)
    if (revisions.get(request.hub) !== request.policyRevision || givesWhatIsOver(request, now))
      await requests.move(request.id, { from: 'proposed', to: 'stale', at: now, result })
}

const givesWhatIsOver = ({ operations }: ChangeRequest, now: number): boolean =>
  grantChanges(operations).some(({ expires_at }) => expires_at !== undefined && Date.parse(expires_at) <= now)
