import { MEASURED, OTHERS } from './cores.ts'
import { limitOf, type Limit } from './limit.ts'
import {
  busySeconds,
  endedChildrenSeconds,
  processTimes,
  kernelSecondsBetween,
  processorSeconds,
} from './processor.ts'
import { percent } from './quiet.ts'
import { figure } from './figures.ts'
import { median, spread } from './statistics.ts'
import type { Load } from './wrk.ts'

export interface Contender {
  name: string
  /** The measured process; null if `run` starts it. */
  pid: number | null
  /** A round counts even if the process did not fully use its core. */
  waitsForDisk?: boolean
  run(seconds: number): Promise<Load>
}

export interface ContestOptions {
  contenders: readonly Contender[]
  upstreams?: Record<string, number>
  rounds: number
  seconds: number
  prepare?(): void
}

export interface Sample extends Load {
  /** Microseconds of processor time per request. */
  cost: number
  limit: Limit
  /** Whether the contender or its disk limited the rate. */
  rateCounts: boolean
}

export type Results = ReadonlyMap<string, readonly Sample[]>

/** After a warm-up round, the order of contenders alternates between rounds. */
export async function contest(options: ContestOptions): Promise<Results> {
  const { contenders, rounds, seconds } = options
  const results = new Map<string, Sample[]>(contenders.map(({ name }) => [name, []]))
  for (let round = 0; round <= rounds; round++)
    for (const contender of round % 2 ? contenders : contenders.toReversed()) {
      options.prepare?.()
      try {
        if (round === 0) await contender.run(Math.min(seconds, 2))
        else results.get(contender.name)!.push(await measure(contender, options))
      } catch (error) {
        throw new Error(`${contender.name} can't be measured`, { cause: error })
      }
    }
  return results
}

export function printRatio(results: Results, name: string, peer: string): void {
  const pairs = results.get(name)!.map((sample, round) => [sample, results.get(peer)![round]!] as const)
  const ofSpeed = (by: string, of: (sample: Sample) => number, isGood: (sample: Sample) => boolean) => {
    const good = pairs.filter((pair) => pair.every(isGood))
    const counts = good.length * 2 >= pairs.length
    const ratios = counts ? good.map(([ours, theirs]) => of(ours) / of(theirs)) : null
    figure(`${name} / ${peer}, ${by}`, ratios)
    return ratios && `${spread(ratios)}, ${good.length} of ${pairs.length} rounds`
  }
  const byCost = ofSpeed('cost', ({ cost }) => 1 / cost, isAlone)
  const byRate = ofSpeed(
    'rate',
    ({ perSecond }) => perSecond,
    ({ rateCounts }) => rateCounts,
  )
  const label = `${name} / ${peer}`.padEnd(34)
  if (byCost === null) process.exitCode = 1
  const limits = new Set(pairs.flat().flatMap(({ limit, rateCounts }) => (rateCounts ? [] : [limit])))
  console.log(`${label} by processor time ${byCost ?? 'NOT VALID: other work on the machine'}`)
  console.log(`${label} by rate           ${byRate ?? `NOT VALID: ${[...limits].join('; ')}`}`)
}

export function printMedians(results: Results): void {
  console.log()
  for (const [name, samples] of results) {
    const valid = samples.filter(({ rateCounts }) => rateCounts)
    const shown = valid.length > 0 ? valid : samples
    const of = (key: 'perSecond' | 'p50' | 'p99' | 'cost') => median(shown.map((sample) => sample[key]))
    const figures = { perSecond: of('perSecond'), p50: of('p50'), p99: of('p99'), cost: of('cost') }
    const alone = samples.filter(isAlone).map(({ cost }) => cost)
    figure(`${name}, cost`, alone.length > 0 ? alone : null)
    console.log(`${row(name, figures)}   the rate counts in ${valid.length} of ${samples.length} rounds`)
  }
}

const isAlone = ({ limit }: Sample): boolean => limit !== 'other work on the machine'

async function measure(contender: Contender, options: ContestOptions): Promise<Sample> {
  const upstreams = Object.entries(options.upstreams ?? {})
  const times = () => ({
    at: performance.now() / 1000,
    core: busySeconds(MEASURED),
    others: busySeconds(OTHERS),
    processTimes: processTimes(),
    ended: endedChildrenSeconds(),
    own: contender.pid === null ? endedChildrenSeconds() : processorSeconds(contender.pid),
    bench: processorSeconds(process.pid),
    upstreams: upstreams.map(([, pid]) => processorSeconds(pid)),
  })
  const before = times()
  const figures = await contender.run(options.seconds)
  const after = times()
  const elapsed = after.at - before.at
  const share = (spent: number) => spent / elapsed
  const own = share(after.own - before.own)
  const load = contender.pid === null ? 0 : share(after.ended - before.ended)
  const helpers = { load, bench: share(after.bench - before.bench), ...upstreamShares() }
  const shares = {
    own,
    core: share(after.core - before.core),
    kernel: share(kernelSecondsBetween(before.processTimes, after.processTimes)),
    helpers: Object.values(helpers).reduce((all, part) => all + part),
    others: share(after.others - before.others),
  }
  const limit = limitOf(shares)
  const rateCounts =
    limit === 'what is measured' || (contender.waitsForDisk === true && limit === 'nobody: it waits')
  const sample = { ...figures, cost: ((after.own - before.own) * 1e6) / figures.requests, limit, rateCounts }
  console.log(`${row(contender.name, sample)}   ${accounts()}   limit: ${limit}`)
  return sample

  function upstreamShares() {
    return Object.fromEntries(
      upstreams.map(([name], n) => [name, share(after.upstreams[n]! - before.upstreams[n]!)]),
    )
  }

  function accounts(): string {
    const parts = Object.entries(helpers).filter(([, part]) => part >= 0.01)
    const asked = parts.map(([name, part]) => `${name} ${percent(part)}`).join(', ')
    return `core ${MEASURED} ${percent(shares.core)} (own ${percent(own)}), core ${OTHERS} ${percent(shares.others)} (${asked})`
  }
}

function row(name: string, { perSecond, p50, p99, cost }: Omit<Load & { cost: number }, 'requests'>): string {
  const rate = `${perSecond.toFixed(0).padStart(6)}/s`
  const times = `p50 ${p50.toFixed(2).padStart(6)} ms, p99 ${p99.toFixed(2).padStart(6)} ms`
  return `${name.padEnd(26)} ${rate}   ${times}   ${cost.toFixed(1).padStart(6)} µs`
}
