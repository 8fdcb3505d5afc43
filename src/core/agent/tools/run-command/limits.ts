import { availableParallelism } from 'node:os'

const MiB = 1024 * 1024

/** Limits of a sandboxed command. Sizes are in bytes. */
export interface CommandLimits {
  /** Processes and threads at once. They are counted by user, so only a sandbox, with a user of its own, has this. */
  processes: number
  /** Memory of one process. */
  processMemory: number
  /** Memory of all processes together, `/tmp` with it. */
  memory: number
  fileSize: number
  /** Processor time of one process. */
  cpuSeconds: number
  /**
   * Free disk space to preserve: a command that leaves less is stopped. On a nearly full disk, half of the
   * free space.
   */
  freeDisk: number
}

/** @param maxSeconds Longest time of a command. */
export const usualLimits = (maxSeconds: number): CommandLimits => ({
  processes: 512,
  processMemory: 2048 * MiB,
  memory: 4096 * MiB,
  fileSize: 1024 * MiB,
  cpuSeconds: Math.ceil(maxSeconds) * availableParallelism(),
  freeDisk: 512 * MiB,
})

/**
 * Words of a shell that sets the limits of a process and then runs the command that follows, its errors among its output.
 * A limit that was lower already stays. `-u` is bash's name of what dash and busybox call `-p`.
 */
export const limitedShell = ({
  processes,
  processMemory,
  fileSize,
  cpuSeconds,
}: Omit<CommandLimits, 'processes'> & { processes: number | null }): string[] => [
  '/bin/sh',
  '-c',
  [
    'ulimit -c 0', // no core dumps
    `ulimit -f ${fileSize / 512} 2>/dev/null`,
    `ulimit -d ${processMemory / 1024} 2>/dev/null`,
    `ulimit -t ${cpuSeconds} 2>/dev/null`,
    ...(processes === null ? [] : [`{ ulimit -u ${processes} || ulimit -p ${processes}; } 2>/dev/null`]),
    'exec "$0" -c "$1" 2>&1',
  ].join('; '),
  '/bin/sh',
]

/**
 * The limits that don't hold, by name. Pure.
 *
 * @param seen `/proc/self/limits` as a limited process reads it.
 */
export function limitsLacking(seen: string, limits: CommandLimits): string[] {
  const wanted = [
    ['Max processes', limits.processes, 'the number of processes'],
    ['Max data size', limits.processMemory, 'the memory of a process'],
    ['Max file size', limits.fileSize, 'the size of a file'],
    ['Max cpu time', limits.cpuSeconds, 'the processor time of a process'],
  ] as const
  return wanted.filter(([row, most]) => !(softLimit(seen, row) <= most)).map(([, , name]) => name)
}

/** `NaN` for none. */
const softLimit = (seen: string, row: string): number => {
  const line = seen.split('\n').find((one) => one.startsWith(row)) ?? ''
  return Number.parseInt(line.slice(row.length), 10)
}
