import { readFileSync } from 'node:fs'

/** Memory that a process needs besides its Hubs' own code: `PROGRAM_MB` once, and `HUB_MB` for each Hub. */
const PROGRAM_MB = 128
const HUB_MB = 8
export const MEMORY_POLL_INTERVAL_MS = 2000
/** Smaller amounts do not show which Hub filled the memory, because compiled code alone may take nearly as much. */
const MIN_BLAMED_BYTES = 1024 ** 2

export interface ProcessMemory {
  heldMb: number
  limitMb: number
}

export interface MemoryWatch {
  /** True if at least half of the memory limit is used. */
  isScarce(): boolean
  check(): void
}

export function watchMemory(
  pid: number | undefined,
  limits: () => readonly (number | null)[],
  onTooLarge: (held: ProcessMemory) => void,
): MemoryWatch {
  const measure = (): ProcessMemory | null => {
    const limitMb = processLimitMb(limits())
    const held = limitMb === null || pid === undefined ? null : heldMb(pid)
    return limitMb === null || held === null ? null : { heldMb: Math.round(held), limitMb }
  }
  return {
    isScarce() {
      const held = measure()
      return held !== null && held.heldMb >= held.limitMb / 2
    },
    check() {
      const held = measure()
      if (held && held.heldMb > held.limitMb) onTooLarge(held)
    },
  }
}

function processLimitMb(limits: readonly (number | null)[]): number | null {
  if (limits.length === 0 || limits.includes(null)) return null
  return PROGRAM_MB + HUB_MB * limits.length + Math.max(...(limits as number[]))
}

/** Reads `/proc`, because a hanging process cannot report its memory. Null if `/proc` has no such value. */
function heldMb(pid: number): number | null {
  try {
    const [, kilobytes] = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return kilobytes === undefined ? null : Number(kilobytes) / 1024
  } catch {
    return null
  }
}

/** If all Hubs use less than `MIN_BLAMED_BYTES`, returns the Hubs whose code was running. */
export function findBlamedHubs(
  memoryByHub: readonly (readonly [folder: string, bytes: number])[],
  atWork: readonly string[],
): readonly string[] {
  const maxBytes = Math.max(0, ...memoryByHub.map(([, bytes]) => bytes))
  if (maxBytes < MIN_BLAMED_BYTES) return atWork
  return memoryByHub.filter(([, bytes]) => bytes >= maxBytes / 2).map(([folder]) => folder)
}
