import type { AccessNotifications } from '#core/access/access-notifications.ts'
import { EventStream } from '#ground/api/event-stream.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { Bus } from '#ground/bus/bus.ts'
import { listenForNotifications } from '#ground/bus/interruptible-waits.ts'
import type { Viewer } from './artifact.ts'
import { changedSubject, type Artifacts } from './artifacts.ts'

export interface LiveParts {
  artifacts: Pick<Artifacts, 'gate'>
  bus: Pick<Bus, 'subscribe'>
  accessNotifications: Pick<AccessNotifications, 'listen'>
  clock: Clock
}

/** Changes to the artifact or to its access are detected within this time, even if no bus notification arrives. */
const POLL_INTERVAL_MS = 2000

export const follow = (
  { artifacts: { gate }, bus, accessNotifications, clock }: LiveParts,
  viewer: Viewer,
  id: string,
) =>
  new EventStream(async function* (signal) {
    using notifications = listenForNotifications(clock, (wake) => [
      bus.subscribe(changedSubject(id), wake),
      accessNotifications.listen(viewer.email, wake),
    ])
    let lastSent = ''
    while (!signal.aborted) {
      const seen = await gate.see(viewer, id)
      if (!seen.ok) {
        yield { event: 'gone', data: {} }
        return
      }
      const { version, updatedAt, audience } = seen.value.artifact
      const data = { version, updated_at: new Date(updatedAt).toISOString() }
      const now = JSON.stringify([data, audience])
      if (now !== lastSent) yield { event: 'artifact', data }
      lastSent = now
      await notifications.next(POLL_INTERVAL_MS, signal)
    }
  })
