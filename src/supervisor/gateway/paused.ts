import type { GatewayRecord } from './record.ts'

/** Paused Hubs stay paused after a restart of the gateway. */
export interface PausedHubs {
  has(name: string): boolean
  set(name: string, isPaused: boolean): Promise<void>
}

export function pausedIn(record: GatewayRecord, save: () => Promise<void>): PausedHubs {
  const names = new Set(record.paused)
  return {
    has: (name) => names.has(name),
    async set(name, isPaused) {
      if (isPaused) names.add(name)
      else names.delete(name)
      record.paused = [...names]
      await save()
    },
  }
}
