import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { systemClock } from '#ground/base/clock.ts'
import type { BudgetKey } from '#core/usage/budgets/limit.ts'
import { createBudgetSettings } from '#core/usage/budgets/settings.ts'
import type { StoredEvents } from '#core/inbox/inbox.ts'
import { createRuns, type Runs } from '#features/work/runs/runs.ts'
import type { WorkRun } from '#features/work/runs/run.ts'
import { openStore } from '#ground/store/store.ts'
import { startTestBridge, type TestBridge, type TestBridgeOptions } from '../support/bridge.ts'
import { storeOf } from '../support/own-services.ts'
import { deliverTo, inboxOf } from '../support/inboxes.ts'
import { until } from '../support/until.ts'

export interface WorkingHub {
  bridge: TestBridge
  folder: string
  runs: Runs
  inbox: StoredEvents
  deliver(...bodies: readonly unknown[]): Promise<string[]>
  ended(workflow: string, count?: number): Promise<WorkRun[]>
  paused(workflow: string): Promise<WorkRun>
  setBudget(budget: BudgetKey & { amount: number }): Promise<void>
}

export async function startWorkingHub(t: TestContext, options: TestBridgeOptions = {}): Promise<WorkingHub> {
  const bridge = await startTestBridge(t, options)
  const folder = bridge.hubFolder
  const store = await openStore(await storeOf(join(folder, '.svc')))
  t.after(() => store[Symbol.asyncDispose]())
  const runs = createRuns({ store, clock: systemClock })
  const inbox = inboxOf({ hubFolder: folder }, 'webhook')
  return {
    bridge,
    folder,
    runs,
    inbox,
    deliver: (...bodies) => deliver(folder, bodies),
    async setBudget(budget) {
      const settings = createBudgetSettings({ store, clock: systemClock, recordChange: async () => {} })
      await settings.change({ ...budget, hub: 'garden' }, { actor: 'ann@example.org', request: 'r1' })
    },
    ended: (workflow, count = 1) =>
      until(async () => {
        const { items } = await runs.list({ hubs: null, workflow }, { limit: 50, offset: 0 })
        const over = items.filter(({ endedAt }) => endedAt !== null)
        return over.length >= count && over
      }),
    paused: (workflow) =>
      until(async () => {
        const { items } = await runs.list({ hubs: null, workflow }, { limit: 50, offset: 0 })
        return items.find(({ paused }) => paused !== null)
      }),
  }
}

export async function deliver(
  folder: string,
  bodies: readonly unknown[],
  endpoint = 'webhook',
): Promise<string[]> {
  return deliverTo({ hubFolder: folder }, endpoint, bodies)
}

export const linesOf = async (folder: string, file: string): Promise<string[]> =>
  (await readFile(join(folder, file), 'utf8').catch(() => '')).split('\n').filter(Boolean)

/** True if a process has ended, including zombies. */
export const isGone = async (pid: number): Promise<boolean> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  return stat === null || stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z')
}
