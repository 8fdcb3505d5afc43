import type { Endpoints } from '#core/inbox/endpoints/open.ts'
import {
  openWork,
  type BackgroundWork,
  type WorkAccess,
  type WorkFolder,
  type WorkHost,
} from '#features/work/work.ts'
import type { WorkData } from '#features/work/executing.ts'
import type { ChannelEnvironment } from '#features/messaging/setup/channel-environment.ts'
import type { Environment } from '#ground/base/environment.ts'
import type { ChatappClient } from '#ground/identity/chatapp-client/client.ts'
import { createLog } from '#ground/base/log.ts'
import { createResultNotes } from '#features/messaging/results/result-notes.ts'
import { isServiceVariable } from './config/catalog.ts'
import { targetProblems } from './delivery.ts'
import { readSchedulerConfig } from './config/scheduler.ts'
import { readSharedConfig } from './config/shared.ts'
import { openHubEndpoints } from '#core/inbox/endpoints/settings.ts'

export interface HubWorkParts {
  folder: Omit<WorkFolder, 'endpoints' | 'targetProblem'>
  data: WorkData
  host: WorkHost
  permitted: Omit<WorkAccess, 'hasAccount'>
  chatapp: { accounts: Pick<ChatappClient['accounts'], 'findByEmail'> }
  environment: Environment
  channels: Pick<ChannelEnvironment, 'current'>
}

export interface HubWork extends BackgroundWork {
  readonly endpoints: Endpoints
}

export async function openHubWork({
  folder,
  data,
  host,
  permitted,
  chatapp,
  environment,
  channels,
}: HubWorkParts): Promise<HubWork> {
  const { hubFolder } = folder
  const targetProblem = targetProblems(environment, channels)
  await using opening = new AsyncDisposableStack()
  const endpoints = opening.use(await openHubEndpoints({ hubFolder, environment }))
  const work = opening.use(
    await openWork({
      folder: { ...folder, endpoints, targetProblem },
      data,
      host,
      permitted: {
        ...permitted,
        async hasAccount(email) {
          const found = await chatapp.accounts.findByEmail(email)
          return found.ok ? found.value !== null : undefined
        },
      },
      scripts: { environment, isOurs: isServiceVariable },
      limits: readSchedulerConfig(environment),
      deliver: createResultNotes({ clock: data.clock, problemOf: targetProblem }),
      log: createLog('scheduler', readSharedConfig(environment, hubFolder).logLevel),
    }),
  )
  const opened = opening.move()
  return { ...work, endpoints, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}
