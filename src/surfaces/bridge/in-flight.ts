import type { FastifyInstance } from 'fastify'

/** Count work as running until it has settled. Gives the same promise back. */
export type Track = <T>(work: Promise<T>) => Promise<T>

/**
 * Let closing wait for work that outlives its connection: when a client leaves or is cut off, its turn or upload still
 * has to clean up and to reach history and ledger before the store closes.
 */
export function trackInFlight(app: FastifyInstance): Track {
  const running = new Set<Promise<unknown>>()
  app.addHook('onClose', async () => void (await Promise.allSettled(running)))
  return (work) => {
    running.add(work)
    const settled = () => running.delete(work)
    work.then(settled, settled)
    return work
  }
}
