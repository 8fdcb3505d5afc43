export interface ProcessMemoryAccount {
  used(): number
  collect(): void
  now(): number
}

export interface MemoryAccount {
  recordCodeState(folder: string, isRunning: boolean): void
  setScarce(isScarce: boolean): void
  retainedBytes(): [folder: string, bytes: number][]
}

const LARGE = 32 * 1024 ** 2
const MAX_TIME_SHARE = 0.1

/**
 * Measures the memory at each start and end of a Hub's code. Growth that is not garbage is divided equally among the
 * Hubs whose code ran since the previous measurement.
 */
export function createMemoryAccount({ used, collect, now }: ProcessMemoryAccount): MemoryAccount {
  const bytesByFolder = new Map<string, number>()
  const atWork = new Set<string>()
  let last = used()
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
