import { setTimeout as wait } from 'node:timers/promises'
import { readDetail, type DetailSources } from './read-detail.ts'
import type { RunRef } from './run.ts'
import type { Runs } from './runs.ts'
import type { RunLive } from './schema.ts'
import { isOwn, outputView } from './view.ts'

/** Polls the database, because another process may execute the run. */
const POLL_INTERVAL_MS = 300

/** `caller` receives output only if the run acts as this person. */
export async function* followRun(
  runs: DetailSources & Pick<Runs, 'read' | 'output'>,
  ref: RunRef,
  caller: string,
  signal: AbortSignal,
): AsyncGenerator<RunLive> {
  let seen = 0
  let lastSent = ''
  let wasOver = false
  while (!signal.aborted) {
    const run = await runs.read(ref)
    if (run === null) return
    // The output is read after the run itself, so that it is complete if the run has ended.
    const pieces = isOwn(run, caller) ? await runs.output(ref, seen) : []
    seen = pieces.at(-1)?.seq ?? seen
    const detail = await readDetail(runs, run, caller)
    const state = JSON.stringify(detail)
    if (state !== lastSent || pieces.length > 0)
      yield { run: state === lastSent ? null : detail, output: pieces.map(outputView) }
    lastSent = state
    if (wasOver) return
    wasOver = run.endedAt !== null // usage of the last turn may be stored later, so the run is read once more
    await wait(POLL_INTERVAL_MS, undefined, { signal, ref: false }).catch(() => {}) // the loop checks the aborted signal
  }
}
