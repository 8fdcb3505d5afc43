/** Bytes in use by a process, and what collects its garbage. */
export interface ProcessMemoryAccount {
  used(): number
  collect(): void
  /** Milliseconds, for how long collecting takes. */
  now(): number
}

/** Memory that the own code of Hubs in a shared process keeps, as far as measured. */
export interface MemoryAccount {
  /** Code of a Hub begins to run, or the last of it has ended. */
  note(folder: string, isRunning: boolean): void
  /** While memory is scarce calls are looked at however little they keep. */
  setScarce(isScarce: boolean): void
  /** Bytes by folder, of those that keep any. */
  kept(): [folder: string, bytes: number][]
}

/** Smaller growth can't be distinguished from garbage without a collection. */
const LARGE = 32 * 1024 ** 2
/** Collecting takes at most so much of the time. */
const MAX_TIME_SHARE = 0.1

/**
 * Memory is measured whenever a Hub's code begins or ends. The growth, excluding garbage, is attributed in
 * equal parts to the Hubs whose code ran meanwhile. Collecting takes time, so only a sample of the calls is
 * measured: code that leaks with each call is detected all the same.
 */
export function createMemoryAccount({ used, collect, now }: ProcessMemoryAccount): MemoryAccount {
  const kept = new Map<string, number>()
  const atWork = new Set<string>()
  let last = used()
  /** Whether `last` includes no garbage: then the next change is measured. */
  let isExact = false
  let isScarce = false
  let restUntil = 0

  const collected = (): number => {
    const began = now()
    collect()
    restUntil = now() + (now() - began) / MAX_TIME_SHARE
    return used()
  }
  const judge = () => {
    const rough = used()
    const isLarge = rough - last >= LARGE && now() >= restUntil
    if (!isExact && !isLarge) return void (last = rough)
    const exact = collected()
    const share = Math.max(0, exact - last) / atWork.size
    for (const folder of atWork) kept.set(folder, (kept.get(folder) ?? 0) + share)
    last = exact
    isExact = false
  }

  return {
    note(folder, isRunning) {
      judge()
      if (isRunning) atWork.add(folder)
      else atWork.delete(folder)
      if (!isRunning || !isScarce || now() < restUntil) return
      last = collected()
      isExact = true
    },
    setScarce: (isNow) => void (isScarce = isNow),
    kept: () => [...kept].filter(([, bytes]) => bytes > 0),
  }
}
