import { EventStream } from '#ground/api/event-stream.ts'
import type { Viewer } from './artifact.ts'
import type { Artifacts } from './artifacts.ts'

/** How often an open viewer is decided on anew, and how late changes of other processes are seen at most. */
const LOOK_MS = 2000

/** What happens to an artifact while somebody looks at it: each new version, and the end of their access. */
export const follow = ({ gate, signals }: Pick<Artifacts, 'gate' | 'signals'>, viewer: Viewer, id: string) =>
  new EventStream(async function* (signal) {
    let told = ''
    while (!signal.aborted) {
      const seen = await gate.see(viewer, id)
      if (!seen.ok) {
        yield { event: 'gone', data: {} }
        return
      }
      const { version, updatedAt, audience } = seen.value.artifact
      const data = { version, updated_at: new Date(updatedAt).toISOString() }
      const now = JSON.stringify([data, audience])
      if (now !== told) yield { event: 'artifact', data }
      told = now
      await signals.next(id, LOOK_MS, signal)
    }
  })
