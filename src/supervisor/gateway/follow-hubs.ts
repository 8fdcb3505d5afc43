import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Environment } from '#ground/base/environment.ts'
import { createSemaphore } from '#ground/base/slots.ts'
import { throttle } from '#ground/base/throttle.ts'
import { readFileSettings } from '#ground/hub/environment.ts'
import { oneAtATime } from '#ground/hub/one-at-a-time.ts'
import { watchFolders } from '#ground/hub/watch.ts'
import { DEFAULT_PORTS } from '#processes/config/ports.ts'
import { INSTANCE_VARIABLE } from '#processes/config/set-by-us.ts'
import { writeServedHubs, type ListedHub } from '#processes/served-hubs.ts'
import type { Addresses } from '../addresses.ts'
import type { ControlOrder } from '../control.ts'
import type { SupervisorEvents } from '../log-events.ts'
import { findFolderKind, listFolderNames } from './find-hubs.ts'
import { beginHub, type HubLife, type HubLifeDeps } from './hub-life.ts'
import type { HubProcesses } from './hub-processes.ts'
import type { HubState } from './hub-state.ts'
import type { GatewayOptions } from './options.ts'
import { pausedIn } from './paused.ts'
import { createPorts } from './ports.ts'
import { readGatewayRecord, writeGatewayRecord, type GatewayRecord } from './record.ts'
import { createSlugs } from './slugs.ts'
import { createChangedEntries } from './changed-entries.ts'

export interface FollowHubsDeps {
  addresses: Addresses
  servedHubs: string
  events: SupervisorEvents
  processes: HubProcesses
}

export interface FollowedHubs extends AsyncDisposable {
  list(this: void): { folder: string; state: HubState }[]
  /** @param name Slug or folder. @returns The new state. @throws for an unknown Hub, or a Hub that is not served. */
  order(this: void, command: ControlOrder['command'], name: string): Promise<string>
  kill(this: void): void
}

/** One more than the number of cores, so that a Hub that hangs during its start does not block the other Hubs. */
const MAX_CONCURRENT_STARTS = availableParallelism() + 1
const WRITE_PAUSE_MS = 200

// oxlint-disable-next-line max-lines-per-function -- these functions share the state of all Hubs
export async function followHubs(
  { gateway, dataFolder, ...options }: GatewayOptions,
  { addresses, servedHubs, events, processes }: FollowHubsDeps,
): Promise<FollowedHubs> {
  const { folder } = gateway
  const lives = new Map<string, HubLife>()
  const leaving = new Map<string, HubLife>()
  let isDisposed = false

  const list = () =>
    [...lives.values()]
      .map(({ folder: hub, state }) => ({ folder: hub, state }))
      .toSorted((a, b) => (a.folder < b.folder ? -1 : 1))
  const failed = (error: unknown) => events.gatewayFailed({ reason: (error as Error).message })
  const throttled = (write: () => Promise<void>) =>
    throttle({ clock: options.clock, pauseMs: WRITE_PAUSE_MS, work: () => write().catch(failed) })
  const publishing = throttled(() => writeServedHubs(servedHubs, listed(lives.values())))
  /** Reports a Hub's new state only after `hubs.json` includes it. */
  const notify = (hub: string, state: HubState | { kind: 'gone' }) =>
    void publishing.run().then(() => options.onChange(hub, state))
  const record = await openRecord(dataFolder, folder)
  const remembering = throttled(() => writeGatewayRecord(dataFolder, record))
  const reportBroken = onChangedReason(events.hubBroken)
  const deps: HubLifeDeps = {
    ...options,
    gateway,
    dataFolder,
    servedHubs,
    processes,
    front: frontVariables(addresses.environment),
    slugs: createSlugs(() => lives.forEach((life) => life.retry())),
    ports: createPorts({ record, first: firstPorts(gateway), save: () => void remembering.run() }),
    paused: pausedIn(record, remembering.run),
    startSlots: createSemaphore(MAX_CONCURRENT_STARTS),
    onSlug: () => void publishing.run(),
    onChange({ folder: hub, state }) {
      if (isDisposed) return // leaves Hubs in `hubs.json` while the gateway stops, because they may still send responses
      reportBroken(hub, state.kind === 'broken' ? state.message : null)
      notify(hub, state)
    },
  }

  const removeHub = (name: string, life: HubLife) => {
    lives.delete(name)
    leaving.set(name, life)
    events.hubRemoved({ folder: life.folder })
    notify(life.folder, { kind: 'gone' })
    void publishing
      .run()
      .then(life.stop)
      .finally(() => {
        leaving.delete(name)
        scanPaths([life.folder])
      })
  }
  const settings = followSettings(gateway, events)
  const changedEntries = createChangedEntries(folder)
  const scan = async () => {
    watch.add(folder)
    const names = changedEntries.drain() ?? [
      ...new Set([...(await listFolderNames(folder)), ...lives.keys()]),
    ]
    const found = await Promise.all(
      names.map(async (name) => ({ name, kind: await findFolderKind(join(folder, name)) })),
    )
    for (const { name, kind } of found) {
      const life = lives.get(name)
      if (kind === null) watch.drop(join(folder, name))
      else watch.add(join(folder, name))
      if (kind === 'hub') life?.checkFolder()
      else if (life) removeHub(name, life)
    }
    for (const { name, kind } of found) {
      if (kind !== 'hub' || lives.has(name) || leaving.has(name) || isDisposed) continue
      const begun = beginHub(join(folder, name), deps)
      lives.set(name, begun)
      await begun.prepared // one Hub after another, so that the first of two Hubs with the same slug gets the slug
    }
    await settings.check()
  }
  const scans = oneAtATime(() => scan().catch(failed))
  const scanPaths = (paths: Iterable<string>) => {
    changedEntries.add(paths)
    scans.run()
  }
  const watch = watchFolders(scanPaths, failed)
  await scan()
  await Promise.all([...lives.values()].map(({ settled }) => settled))
  await publishing.run()

  const all = () => [...lives.values(), ...leaving.values()]
  return {
    list,
    order: (command, name) => runOrder([...lives.values()], command, name),
    kill: () => all().forEach((life) => life.kill()),
    async [Symbol.asyncDispose]() {
      isDisposed = true
      watch[Symbol.dispose]()
      await scans[Symbol.asyncDispose]()
      await Promise.all(all().map((life) => life.stop()))
      await Promise.all([publishing[Symbol.asyncDispose](), remembering[Symbol.asyncDispose]()])
    },
  }
}

/** Sorted by slug. Requests that any Hub can answer are sent to the first Hub. */
const listed = (lives: Iterable<HubLife>): ListedHub[] =>
  [...lives].flatMap((life) => life.listed ?? []).toSorted((a, b) => (a.slug < b.slug ? -1 : 1))

async function runOrder(
  lives: readonly HubLife[],
  command: ControlOrder['command'],
  name: string,
): Promise<string> {
  const life = lives.find(({ folder, listed }) => folder === name || listed?.slug === name)
  if (!life) {
    const slugs = lives.flatMap(({ listed }) => listed?.slug ?? []).toSorted()
    throw new Error(`there is no Hub ${name}; there are: ${slugs.join(', ') || 'none'}`)
  }
  const state = await life.order(command)
  if (state.kind === 'broken') throw new Error(`the Hub is not served: ${state.message}`)
  return state.kind
}

/** A failed start is retried, so an error is reported only if it differs from the previous one. */
function onChangedReason(notify: SupervisorEvents['hubBroken']) {
  const lastReasons = new Map<string, string | null>()
  return (folder: string, reason: string | null) => {
    if (reason !== null && lastReasons.get(folder) !== reason) notify({ folder, reason })
    lastReasons.set(folder, reason)
  }
}

function followSettings({ folder, own, file }: GatewayOptions['gateway'], events: SupervisorEvents) {
  let known = JSON.stringify(file)
  return {
    async check() {
      const now = JSON.stringify(await readFileSettings(folder, own))
      if (now !== known) events.gatewaySettingsChanged({ file: join(folder, '.env') })
      known = now
    },
  }
}

async function openRecord(dataFolder: string, folder: string): Promise<GatewayRecord> {
  const known = await readGatewayRecord(dataFolder)
  const record = { folder, ports: known?.ports ?? {}, paused: known?.paused ?? [] }
  if (known?.folder !== folder) await writeGatewayRecord(dataFolder, record)
  return record
}

const frontVariables = ({
  PORT,
  SVC_CHATAPP_PORT,
  [INSTANCE_VARIABLE]: instance,
}: Environment): Environment => ({
  PORT,
  SVC_CHATAPP_PORT,
  [INSTANCE_VARIABLE]: instance,
})

function firstPorts({ file, own }: GatewayOptions['gateway']) {
  const { BRIDGE_PORT, SVC_INBOUND_PORT } = { ...file, ...own }
  return {
    bridge: BRIDGE_PORT ? Number(BRIDGE_PORT) : DEFAULT_PORTS.bridge,
    inbound: SVC_INBOUND_PORT ? Number(SVC_INBOUND_PORT) : DEFAULT_PORTS.inbound,
  }
}
