import { readdirSync, readFileSync } from 'node:fs'

/** Ticks are the unit of times in `/proc/<pid>/stat`. */
const TICKS_PER_SECOND = 100

export function processorSeconds(pid: number): number {
  const { user, system } = timesOf(pid)
  return (user + system) / TICKS_PER_SECOND
}

export interface ProcessTime {
  name: string
  seconds: number
  isKernel: boolean
}

export function processTimes(): ReadonlyMap<string, ProcessTime> {
  const all = new Map<string, ProcessTime>()
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      const { name, parent, user, system } = timesOf(pid)
      all.set(pid, { name, seconds: (user + system) / TICKS_PER_SECOND, isKernel: parent === KERNEL })
    } catch {
      // the process has ended
    }
  return all
}

export const processTimesBetween = (
  before: ReadonlyMap<string, ProcessTime>,
  after: ReadonlyMap<string, ProcessTime>,
): (ProcessTime & { pid: number })[] =>
  [...after]
    .map(([pid, time]) => ({
      ...time,
      pid: Number(pid),
      seconds: time.seconds - (before.get(pid)?.seconds ?? 0),
    }))
    .toSorted((one, other) => other.seconds - one.seconds)

export const kernelSecondsBetween = (
  before: ReadonlyMap<string, ProcessTime>,
  after: ReadonlyMap<string, ProcessTime>,
): number =>
  processTimesBetween(before, after)
    .filter(({ isKernel }) => isKernel)
    .reduce((sum, { seconds }) => sum + seconds, 0)

/** Pid of `kthreadd`, the parent of all kernel threads. */
const KERNEL = 2

export function endedChildrenSeconds(): number {
  const { endedUser, endedSystem } = timesOf(process.pid)
  return (endedUser + endedSystem) / TICKS_PER_SECOND
}

export function busySeconds(core: number): number {
  const line = new RegExp(`^cpu${core} (.*)$`, 'm').exec(readFileSync('/proc/stat', 'utf8'))
  if (!line) throw new Error(`this machine has no core ${core}: benchmarks need two`)
  const [user = 0, nice = 0, system = 0, , , interrupts = 0, softInterrupts = 0, stolen = 0] = line[1]!
    .split(' ')
    .map(Number)
  return (user + nice + system + interrupts + softInterrupts + stolen) / TICKS_PER_SECOND
}

function timesOf(pid: number | string) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ') // a name may contain spaces and parentheses
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15).map(Number)
  const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
  return { name, parent: Number(fields[1]), user, system, endedUser, endedSystem }
}
