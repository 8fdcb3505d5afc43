import { join } from 'node:path'
import { systemClock } from '#ground/base/clock.ts'
import { createLog } from '#ground/base/log.ts'
import type { Store } from '#ground/store/store.ts'
import type { ChatappOptions } from '#chatapp/options.ts'
import { openBlobs } from '#processes/blobs.ts'
import { openBus } from '#processes/bus.ts'
import { readSharedConfig } from '#processes/config/shared.ts'
import type { Ending } from '../support/console.ts'
import { servicesOf } from '../support/own-services.ts'

export async function partsOf(
  t: Ending,
  folder: string,
  store: Store,
): Promise<Partial<Pick<ChatappOptions, 'bus' | 'blobs'>>> {
  const environment = await servicesOf(folder)
  if (!environment['SVC_BUS_URL']) return {}
  const shared = readSharedConfig({ ...environment, SVC_DATA_DIR: folder }, join(folder, 'hub'))
  const deps = { clock: systemClock, log: createLog('chatapp-test', 'error') }
  const secrets = { bridgeKey: 'b', linkSecret: 'l', sessionSecret: 's' }
  const bus = await openBus(shared, { ...deps, secrets })
  t.after(async () => bus[Symbol.asyncDispose]())
  const blobs = await openBlobs(
    shared,
    { area: 'chat-files', folder: join(folder, 'files') },
    { ...deps, store },
  )
  return { bus, blobs }
}
