/** Bytes that a process uses, and its garbage collector. */
export interface ProcessMemoryAccount {
  used(): number
  collect(): void
  /** Milliseconds, to measure the duration of a collection. */
  now(): number
}

/** Estimates the memory that each Hub's own code retains in a shared process. */
export interface MemoryAccount {
  /** Call it when code of a Hub begins to run, or when its last code has ended. */
  recordCodeState(folder: string, isRunning: boolean): void
  /** While memory is scarce, small growth is measured too. */
  setScarce(isScarce: boolean): void
  /** Bytes by folder; omits Hubs that retain none. */
  retainedBytes(): [folder: string, bytes: number][]
}

/** Smaller growth is measured only after a garbage collection, because it may be garbage. */
const LARGE = 32 * 1024 ** 2
/** Maximum share of time spent on garbage collections. */
const MAX_TIME_SHARE = 0.1

/**
 * Memory growth that is not garbage is divided equally among the Hubs whose code ran meanwhile. Because garbage
 * collections take time, only some calls are measured; this still detects code that leaks with each call.
 */
export function createMemoryAccount({ used, collect, now }: ProcessMemoryAccount): MemoryAccount {
  const bytesByFolder = new Map<string, number>()
  const atWork = new Set<string>()
  let last = used()
  /** True after a garbage collection. The next change of memory is then measured. */
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
    for (const folder of atWork) bytesByFolder.set(folder, (bytesByFolder.get(folder) ?? 0) + share)
    last = exact
    isExact = false
  }

  return {
    recordCodeState(folder, isRunning) {
      judge()
      if (isRunning) atWork.add(folder)
      else atWork.delete(folder)
      if (!isRunning || !isScarce || now() < restUntil) return
      last = collected()
      isExact = true
    },
    setScarce: (isNow) => void (isScarce = isNow),
    retainedBytes: () => [...bytesByFolder].filter(([, bytes]) => bytes > 0),
  }
}
