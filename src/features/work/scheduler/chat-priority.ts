import type { Clock, EpochMs } from '#ground/base/clock.ts'

/** Delays due work while the Hub answers chat. Source: service specification 1.0.1, "States and transitions". */
export function createChatPriority(deps: {
  clock: Pick<Clock, 'now'>
  isAnswering(): boolean
  maxDelayWhileAnsweringMs: number
}) {
  const since = new Map<string, EpochMs>()
  return {
    mustWait(workflow: string): boolean {
      const now = deps.clock.now()
      if (!deps.isAnswering()) return false
      if ((since.get(workflow) ?? Infinity) > now) since.set(workflow, now)
      return now - since.get(workflow)! < deps.maxDelayWhileAnsweringMs
    },
    hasWaiting: (): boolean => since.size > 0,
    retainOnly(workflows: ReadonlySet<string>): void {
      for (const workflow of since.keys()) if (!workflows.has(workflow)) since.delete(workflow)
    },
    clear: (workflow: string): void => void since.delete(workflow),
  }
}
