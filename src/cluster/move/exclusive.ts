import { join } from 'node:path'
import { openInstanceId } from '#chatapp/instance.ts'
import { createHubServers } from '#core/serving/servers.ts'
import type { Clock } from '#ground/base/clock.ts'
import { newId } from '#ground/base/ids.ts'
import { packageVersion } from '#ground/base/package-version.ts'
import type { Moving } from '#ground/instances/facts.ts'
import { openInstance } from '#ground/instances/instance.ts'
import { InstancesAtWork } from '#ground/store/errors.ts'
import type { Store } from '#ground/store/store.ts'

/** Until the result is disposed of, instances refuse to start on the database. @throws InstancesAtWork, StoreMoving */
export async function claimStore(
  { instance, dataFolder, hubSlug }: { instance: { name: string }; dataFolder: string; hubSlug: string },
  { store, clock }: { store: Store; clock: Clock },
  moves: Moving,
): Promise<AsyncDisposable> {
  await using parts = new AsyncDisposableStack()
  const folder = await openInstanceId(join(dataFolder, 'chatapp'))
  const facts = { id: newId(), name: instance.name, version: packageVersion(), folder, moves }
  parts.use(await openInstance({ store, clock, onFailure() {} }, facts))
  const bridge = await createHubServers({ store, clock }).find(hubSlug)
  if (bridge) throw new InstancesAtWork([`the bridge of ${hubSlug} at ${bridge.address}`])
  const opened = parts.move()
  return { [Symbol.asyncDispose]: () => opened.disposeAsync() }
}
