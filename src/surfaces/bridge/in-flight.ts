import type { FastifyInstance } from 'fastify'

export type Track = <T>(work: Promise<T>) => Promise<T>

/** Makes `app.close()` wait for turns and uploads of disconnected clients, which still write to the database. */
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
