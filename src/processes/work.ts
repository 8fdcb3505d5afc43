import type { Endpoints } from '#core/inbox/endpoints/open.ts'
import { openWork, type BackgroundWork, type HubWorkDeps } from '#features/work/work.ts'
import type { ChatappClient } from '#ground/identity/chatapp-client/client.ts'
import { createLog } from '#ground/base/log.ts'
import { createResultNotes } from '#features/messaging/results/result-notes.ts'
import { isServiceVariable } from './config/catalog.ts'
import { targetProblems } from './delivery.ts'
import { readSchedulerConfig } from './config/scheduler.ts'
import { readSharedConfig } from './config/shared.ts'
import { openHubEndpoints } from '#core/inbox/endpoints/settings.ts'

type Given = 'limits' | 'isOurs' | 'endpoints' | 'hasAccount' | 'targetProblem' | 'deliver' | 'log'

export interface HubWorkParts extends Omit<HubWorkDeps, Given> {
  chatapp: { accounts: Pick<ChatappClient['accounts'], 'findByEmail'> }
}

export interface HubWork extends BackgroundWork {
  readonly endpoints: Endpoints
}

/** A Hub's own work, as its environment configures it. */
export async function openHubWork({ chatapp, ...parts }: HubWorkParts): Promise<HubWork> {
  const { hubFolder, environment, clock } = parts
  const targetProblem = targetProblems(environment)
  await using opening = new AsyncDisposableStack()
  const endpoints = opening.use(await openHubEndpoints({ hubFolder, environment }))
  const work = opening.use(
    await openWork({
      ...parts,
      endpoints,
      limits: readSchedulerConfig(environment),
      isOurs: isServiceVariable,
      targetProblem,
      deliver: createResultNotes({ clock, problemOf: targetProblem }),
      log: createLog('scheduler', readSharedConfig(environment, hubFolder).logLevel),
      async hasAccount(email) {
        const found = await chatapp.accounts.findByEmail(email)
        return found.ok ? found.value !== null : undefined
      },
    }),
  )
  const opened = opening.move()
  return { ...work, endpoints, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}
