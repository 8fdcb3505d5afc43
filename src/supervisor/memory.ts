import { readFileSync } from 'node:fs'

/** Megabytes that a process that serves Hubs needs itself, and for each of them. */
const PROGRAM_MB = 128
const HUB_MB = 8
/** Between two looks. */
export const MEMORY_POLL_INTERVAL_MS = 2000
/** Bytes that are kept by anybody who does anything, such as compiled code. */
const NOTHING = 1024 ** 2

/** Memory use and limit of a process in megabytes. */
export interface ProcessMemory {
  heldMb: number
  limitMb: number
}

export interface MemoryWatch {
  /** Whether so little is left that the process has to look closely who keeps what. */
  isScarce(): boolean
  /** Checks whether the process exceeds its limit. */
  check(): void
}

/** @param limits Of the Hubs that the process serves right now. */
export function watchMemory(
  pid: number | undefined,
  limits: () => readonly (number | null)[],
  onTooLarge: (held: ProcessMemory) => void,
): MemoryWatch {
  const look = (): ProcessMemory | null => {
    const limitMb = processLimitMb(limits())
    const held = limitMb === null || pid === undefined ? null : heldMb(pid)
    return limitMb === null || held === null ? null : { heldMb: Math.round(held), limitMb }
  }
  return {
    isScarce() {
      const held = look()
      return held !== null && held.heldMb >= held.limitMb / 2
    },
    check() {
      const held = look()
      if (held && held.heldMb > held.limitMb) onTooLarge(held)
    },
  }
}

/**
 * Memory limit of a process, from its Hubs' limits for their own code; the largest counts. Null is no limit:
 * a single Hub without a limit removes it for all.
 */
function processLimitMb(limits: readonly (number | null)[]): number | null {
  if (limits.length === 0 || limits.includes(null)) return null
  return PROGRAM_MB + HUB_MB * limits.length + Math.max(...(limits as number[]))
}

/**
 * Megabytes that a process has written to and holds: heap and buffers, not the files it maps. Read from outside, so it is
 * known of one that answers nothing. Null on systems without `/proc`.
 */
function heldMb(pid: number): number | null {
  try {
    const [, kilobytes] = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return kilobytes === undefined ? null : Number(kilobytes) / 1024
  } catch {
    return null
  }
}

/** Those that keep most, if anybody keeps much; else those at work. */
export function findBlamedHubs(
  kept: readonly (readonly [folder: string, bytes: number])[],
  atWork: readonly string[],
): readonly string[] {
  const most = Math.max(0, ...kept.map(([, bytes]) => bytes))
  if (most < NOTHING) return atWork
  return kept.filter(([, bytes]) => bytes >= most / 2).map(([folder]) => folder)
}
