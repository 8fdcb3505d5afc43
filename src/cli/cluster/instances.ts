import { systemClock } from '#ground/base/clock.ts'
import { drainInstances, readInstances, type InstanceState } from '#ground/instances/instances.ts'
import type { Store } from '#ground/store/store.ts'
import { readSharedConfig } from '#processes/config/shared.ts'
import { openKnownStore } from '#ground/store/known-store.ts'
import { CommandFailure } from '../failure.ts'
import { hubFolderOf } from '../hub-folder.ts'
import { alignColumns, print, printJson } from '../print.ts'
import { readCommandSettings } from '../settings.ts'

export async function printInstances({ hub, json }: { hub?: string; json?: boolean }): Promise<void> {
  await using store = await openOwnStore(hub)
  const instances = await readInstances({ store, clock: systemClock })
  if (json) return instances.forEach((instance) => printJson(inJson(instance)))
  if (instances.length === 0) return print('no instance uses this database')
  const heads = ['name', 'state', 'version', 'since', 'turns', 'runs', 'Hubs']
  print(alignColumns([heads, ...instances.map(inWords)], ''))
}

export async function drain(name: string, { hub }: { hub?: string }): Promise<void> {
  await using store = await openOwnStore(hub)
  const drained = await drainInstances({ store, clock: systemClock }, name)
  if (drained.length === 0) throw new CommandFailure(`no instance on this database is named ${name}`)
  print(`${name} accepts no new work; stop it once hub instances list shows no turns and runs for it`)
}

async function openOwnStore(hub: string | undefined): Promise<Store> {
  const hubFolder = hubFolderOf(hub)
  return openKnownStore(readSharedConfig((await readCommandSettings(hubFolder)).environment, hubFolder))
}

const inWords = ({
  name,
  state,
  version,
  startedAt,
  turns,
  runs,
  hubs,
  versions,
}: InstanceState): string[] => [
  name,
  state,
  version,
  new Date(startedAt).toISOString(),
  String(turns),
  String(runs),
  hubs.map((hub) => (hub in versions ? `${hub} (${versions[hub]})` : hub)).join(', ') || '–',
]

const inJson = ({ startedAt, lastHeartbeatAt: heardAt, versions, ...rest }: InstanceState) => ({
  ...rest,
  started_at: new Date(startedAt).toISOString(),
  heard_at: new Date(heardAt).toISOString(),
  hub_versions: versions,
})
