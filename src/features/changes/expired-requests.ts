import type { ChangeRequestsDeps } from './deps.ts'
import { presentHash } from './held-grants.ts'
import { grantChanges } from './plan.ts'
import type { ChangeRequest, createChangeRequests } from './requests.ts'

export const STALE =
  'The access that this plan changes was changed after the proposal. Nothing was applied; propose it again.'

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
  const result = { outcome: 'stale', detail: STALE } as const
  for (const request of await requests.listOpen(proposer))
    if (givesWhatIsOver(request, now) || (await presentHash(access, request)) !== request.planHash)
      await requests.move(request.id, { from: 'proposed', to: 'stale', at: null, result })
}

const givesWhatIsOver = ({ operations }: ChangeRequest, now: number): boolean =>
  grantChanges(operations).some(({ expires_at }) => expires_at !== undefined && Date.parse(expires_at) <= now)
