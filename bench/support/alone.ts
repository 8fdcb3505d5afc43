import { setTimeout as sleep } from 'node:timers/promises'
import { MEASURED, moveTo, OTHERS } from './cores.ts'
import { busySeconds, processorSeconds } from './processor.ts'

/** Share of a core from which other work spoils a figure. */
const TOLERATED = 0.05

/**
 * For benchmarks that measure code in their own process: move to a core and, when the process ends, say how much of that
 * core others took. Figures of a run in which that was more than a little do not count, and the exit status is 1.
 */
export function measureAlone(): void {
  moveTo(MEASURED)
  const began = { at: performance.now(), busy: busySeconds(MEASURED), own: processorSeconds(process.pid) }
  process.once('exit', () => {
    const elapsed = (performance.now() - began.at) / 1000
    const own = (processorSeconds(process.pid) - began.own) / elapsed
    const foreign = Math.max(0, (busySeconds(MEASURED) - began.busy) / elapsed - own)
    console.log(`core ${MEASURED} in these ${elapsed.toFixed(0)} s: ${percent(own)} ours, ${percent(foreign)} others'`)
    if (foreign > TOLERATED) refuse()
  })
}

/**
 * For benchmarks whose processes use all cores as they would anywhere: wait for a second in which both were idle.
 *
 * @returns After ten seconds in vain false, and the exit status is 1.
 */
export async function untilQuiet(): Promise<boolean> {
  const busy = () => busySeconds(MEASURED) + busySeconds(OTHERS)
  for (let second = 0; second < 10; second++) {
    const before = busy()
    await sleep(1000)
    if (busy() - before <= TOLERATED) return true
  }
  refuse()
  return false
}

function refuse(): void {
  console.log('NOT VALID: the machine does other work')
  process.exitCode = 1
}

const percent = (share: number): string => `${(share * 100).toFixed(0)} %`
