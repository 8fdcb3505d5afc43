import { readdirSync, readFileSync } from 'node:fs'

/** The kernel tells times in hundredths of a second, whatever it measures with. */
const TICKS_PER_SECOND = 100

/** Seconds of processor time that a process took so far with all its threads, system calls included. */
export function processorSeconds(pid: number): number {
  const { user, system } = timesOf(pid)
  return (user + system) / TICKS_PER_SECOND
}

/** What somebody on the machine took so far. */
export interface Taken {
  name: string
  seconds: number
  /** A thread of the kernel, which writes to disks and moves packets for everybody. */
  isKernel: boolean
}

/** Every process of the machine and every thread of the kernel, by their ids. */
export function everybody(): ReadonlyMap<string, Taken> {
  const all = new Map<string, Taken>()
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      const { name, parent, user, system } = timesOf(pid)
      all.set(pid, { name, seconds: (user + system) / TICKS_PER_SECOND, isKernel: parent === KERNEL })
    } catch {
      // it ended meanwhile
    }
  return all
}

/**
 * What each took between two looks, most first. One at a time: threads of the kernel come and go, and one that ended
 * meanwhile takes hours of work with it, which a difference of sums would count as work of others.
 */
export const takenBetween = (
  before: ReadonlyMap<string, Taken>,
  after: ReadonlyMap<string, Taken>,
): (Taken & { pid: number })[] =>
  [...after]
    .map(([pid, taken]) => ({
      ...taken,
      pid: Number(pid),
      seconds: taken.seconds - (before.get(pid)?.seconds ?? 0),
    }))
    .toSorted((one, other) => other.seconds - one.seconds)

/** Of that, what threads of the kernel took. */
export const kernelBetween = (
  before: ReadonlyMap<string, Taken>,
  after: ReadonlyMap<string, Taken>,
): number =>
  takenBetween(before, after)
    .filter(({ isKernel }) => isKernel)
    .reduce((sum, { seconds }) => sum + seconds, 0)

/** The process that all threads of the kernel are children of. */
const KERNEL = 2

/** Seconds that children of this process took that have ended. */
export function endedChildrenSeconds(): number {
  const { endedUser, endedSystem } = timesOf(process.pid)
  return (endedUser + endedSystem) / TICKS_PER_SECOND
}

/** Seconds that a core was not idle so far, whoever used it; what a hypervisor took away counts too. */
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
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ') // a name may hold spaces and parentheses
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15).map(Number)
  const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
  return { name, parent: Number(fields[1]), user, system, endedUser, endedSystem }
}
