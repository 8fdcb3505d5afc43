import { readdirSync, readFileSync } from 'node:fs'

/** The kernel tells times in hundredths of a second, whatever it measures with. */
const TICKS_PER_SECOND = 100

/** Seconds of processor time that a process took so far with all its threads, system calls included. */
export function processorSeconds(pid: number): number {
  const { user, system } = timesOf(pid)
  return (user + system) / TICKS_PER_SECOND
}

/** Seconds that all threads of the kernel took so far, which write to disks and move packets for everybody. */
export function kernelSeconds(): number {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return pids.reduce((sum, pid) => {
    try {
      const { parent, user, system } = timesOf(pid)
      return parent === KERNEL ? sum + (user + system) / TICKS_PER_SECOND : sum
    } catch {
      return sum // it ended meanwhile
    }
  }, 0)
}

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
  return { parent: Number(fields[1]), user, system, endedUser, endedSystem }
}
