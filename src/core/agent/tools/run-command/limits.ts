import { availableParallelism } from 'node:os'

const MiB = 1024 * 1024

/** Limits of a sandboxed command. Sizes are in bytes. */
export interface CommandLimits {
  /** Concurrent processes and threads. The kernel counts them per user, and each sandbox has a separate user. */
  processes: number
  processMemory: number
  /** Memory of all processes together, including `/tmp`. */
  memory: number
  fileSize: number
  /** CPU time of one process. */
  cpuSeconds: number
  /**
   * Free disk space that a command must leave. If less is free at the start, the command must leave half of the free
   * space.
   */
  freeDisk: number
}

export const usualLimits = (maxSeconds: number): CommandLimits => ({
  processes: 512,
  processMemory: 2048 * MiB,
  memory: 4096 * MiB,
  fileSize: 1024 * MiB,
  cpuSeconds: Math.ceil(maxSeconds) * availableParallelism(),
  freeDisk: 512 * MiB,
})

/** Keeps stricter limits that already apply. bash's `ulimit -u` is `-p` in dash and busybox. */
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

export function limitsLacking(seen: string, limits: CommandLimits): string[] {
  const wanted = [
    ['Max processes', limits.processes, 'the number of processes'],
    ['Max data size', limits.processMemory, 'the memory of a process'],
    ['Max file size', limits.fileSize, 'the size of a file'],
    ['Max cpu time', limits.cpuSeconds, 'the processor time of a process'],
  ] as const
  return wanted.filter(([row, most]) => !(softLimit(seen, row) <= most)).map(([, , name]) => name)
}

const softLimit = (seen: string, row: string): number => {
  const line = seen.split('\n').find((one) => one.startsWith(row)) ?? ''
  return Number.parseInt(line.slice(row.length), 10)
}
