import { setTimeout as sleep } from 'node:timers/promises'
import { MEASURED, moveTo, OTHERS } from './cores.ts'
import { spoiled } from './figures.ts'
import {
  busySeconds,
  processTimes,
  kernelSecondsBetween,
  processorSeconds,
  processTimesBetween,
} from './processor.ts'

/** Share of a core that other work may use. */
const TOLERATED = 0.05
const NAMED = 5

/** Pins this process to a core. If other processes use the core, figures are invalid and the exit status is 1. */
export function measureAlone(): void {
  moveTo(MEASURED)
  const report = watch([MEASURED], [])
  process.once('exit', report)
}

export async function amongOurselves<T>(pids: readonly number[], work: () => Promise<T>): Promise<T> {
  const report = watch([MEASURED, OTHERS], pids)
  const result = await work()
  report()
  return result
}

/** Waits until both cores are idle for a second. @returns False after ten seconds; the exit status is then 1 */
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

function watch(cores: readonly number[], pids: readonly number[]): () => void {
  const own = [process.pid, ...pids]
  const times = () => ({
    at: performance.now() / 1000,
    busy: sum(cores.map(busySeconds)),
    own: sum(own.map(processorSeconds)),
    processTimes: processTimes(),
  })
  const before = times()
  return () => {
    const after = times()
    const elapsed = after.at - before.at
    const share = (key: 'busy' | 'own') => (after[key] - before[key]) / elapsed
    const kernel = kernelSecondsBetween(before.processTimes, after.processTimes) / elapsed
    const foreign = Math.max(0, share('busy') - share('own') - kernel)
    const where = cores.length > 1 ? `cores ${cores.join(' and ')}` : `core ${cores.join('')}`
    console.log(
      `${where} for ${elapsed.toFixed(0)} s: ours ${percent(share('own'))}, others' ${percent(foreign)}`,
    )
    if (foreign <= TOLERATED) return
    const others = processTimesBetween(before.processTimes, after.processTimes).filter(
      ({ pid }) => !own.includes(pid),
    )
    const names = others.slice(0, NAMED).map(({ name, seconds }) => `${name} ${seconds.toFixed(0)} s`)
    console.log(`others, on any core: ${names.join(', ')}`)
    refuse()
  }
}

function refuse(): void {
  console.log('NOT VALID: other work on the machine')
  spoiled()
  process.exitCode = 1
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

export const percent = (share: number): string => `${(share * 100).toFixed(0)} %`
