import type { GatewayRecord } from './record.ts'

/** Hubs that people paused, by the names of their folders: they stay so over a restart of the gateway. */
export interface PausedHubs {
  has(name: string): boolean
  set(name: string, isPaused: boolean): Promise<void>
}

/** @param save Keep the record, which has changed. */
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
