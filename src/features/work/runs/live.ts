import { setTimeout as wait } from 'node:timers/promises'
import { readDetail, type DetailSources } from './read-detail.ts'
import type { RunRef } from './run.ts'
import type { Runs } from './runs.ts'
import type { RunLive } from './schema.ts'
import { isOwn, outputView } from './view.ts'

/** Runs may be executed by another process, so the store is where they are seen. */
const POLL_INTERVAL_MS = 300

/**
 * A run after each change, and its output as it is written, until the run has ended or the signal aborts.
 *
 * @param caller Sees output only when the run acts as them.
 */
export async function* followRun(
  runs: DetailSources & Pick<Runs, 'read' | 'output'>,
  ref: RunRef,
  caller: string,
  signal: AbortSignal,
): AsyncGenerator<RunLive> {
  let seen = 0
  let said = ''
  let wasOver = false
  while (!signal.aborted) {
    const run = await runs.read(ref)
    if (run === null) return
    // Read after the run: once the run has ended, nothing more is written.
    const pieces = isOwn(run, caller) ? await runs.output(ref, seen) : []
    seen = pieces.at(-1)?.seq ?? seen
    const detail = await readDetail(runs, run, caller)
    const saying = JSON.stringify(detail)
    if (saying !== said || pieces.length > 0)
      yield { run: saying === said ? null : detail, output: pieces.map(outputView) }
    said = saying
    if (wasOver) return
    wasOver = run.endedAt !== null // the usage of its last turn is written a moment later: read once more
    await wait(POLL_INTERVAL_MS, undefined, { signal, ref: false }).catch(() => {}) // the loop looks at the signal
  }
}
