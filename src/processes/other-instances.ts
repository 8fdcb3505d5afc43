import type { InstanceOptions } from '#chatapp/instance.ts'
import type { SharedCancellationsDeps } from '#cluster/cancellations/share.ts'
import { NO_REMOTE_TURNS } from '#chatapp/turns/remote-turns.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import type { ShareCancellations } from '#surfaces/mcp/cancellations.ts'

export async function otherInstances(deps: {
  store: Store
  clock: Clock
}): Promise<Pick<InstanceOptions, 'agree' | 'openRemoteTurns'>> {
  if (deps.store.kind === 'sqlite') return { agree: undefined, openRemoteTurns: NO_REMOTE_TURNS }
  const [{ agreeWithOthers }, { openRemoteTurns }] = await Promise.all([
    import('#cluster/instances/agreement.ts'),
    import('#cluster/live-answers/remote-turns.ts'),
  ])
  return { agree: (facts) => agreeWithOthers(deps, facts), openRemoteTurns }
}

export async function sharedCancellations(
  deps: SharedCancellationsDeps & { store: Store },
): Promise<ShareCancellations | null> {
  if (deps.store.kind === 'sqlite') return null
  return (await import('#cluster/cancellations/share.ts')).shareCancellations(deps)
}
