import { existsSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { systemClock } from '#ground/base/clock.ts'
import { endpointPath } from '#ground/hub/endpoint-path.ts'
import { startGateway, type RunningGateway } from '#supervisor/gateway/gateway.ts'
import type { HubState } from '#supervisor/gateway/hub-state.ts'
import { frontOf } from '#supervisor/run-file.ts'
import { commandName, shortPath } from './command-name.ts'
import { CommandFailure } from './failure.ts'
import { addressFor } from './front.ts'
import { workAsOwnerOf } from './owner.ts'
import { alignColumns, formatBold, formatDim, print, printJson } from './print.ts'
import { serve } from './serve.ts'
import { readGatewaySettings } from './settings.ts'
import { lacksOf } from './surfaces.ts'
import { SURFACE_NAMES } from '#surfaces/inbound/names.ts'

/** `hub gateway`: runs every Hub of a folder behind one edge and one web chat, until stopped. */
export async function gateway(given: string, { json = false }: { json?: boolean }): Promise<void> {
  const folder = folderOfHubs(given)
  workAsOwnerOf(folder)
  const settings = await readGatewaySettings(folder)
  if (settings.mode === 'single')
    throw new CommandFailure(
      'SVC_PROCESSES=single is for one Hub: a gateway keeps its Hubs in processes of their own; set compact or split, or remove it',
      2,
    )
  const isEarly = { value: true }
  const notify = (hub: string, state: HubState | { kind: 'gone' }) => {
    if (isEarly.value) return
    if (json) printJson({ event: 'hub', ...stateOf(hub, state) })
    else if (state.kind === 'serving') print(`${state.hub.slug} is served`)
    else if (state.kind === 'paused') print(`${basename(hub)} is paused`)
    else if (state.kind === 'gone') print(`${basename(hub)} is gone`) // a broken Hub is reported by its warning
  }
  await serve(
    folder,
    { ...settings, warnings: [...settings.warnings, ...slugWarning(settings.layers)] },
    {
      json,
      start: (environment) =>
        startGateway({
          ...settings,
          gateway: settings.layers,
          environment,
          roles: settings.roles.filter((role) => role === 'edge' || role === 'chatapp'),
          clock: systemClock,
          surfacesOf: configuredSurfaces,
          onChange: notify,
        }),
      ready(running) {
        isEarly.value = false
        const { edge, chatapp } = running.urls
        return { event: 'ready', edge, chatapp, hubs: running.hubs().map((hub) => hubOf(running, hub)) }
      },
      table: (running) => readyTable(running, folder),
    },
  )
}

function folderOfHubs(given: string): string {
  const folder = resolve(given)
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new CommandFailure(`${given} is not a folder; name the folder that contains your Hubs’ folders`)
  if (existsSync(join(folder, 'agent.md')))
    throw new CommandFailure(
      `${given} is a Hub itself; run it with: ${commandName()} run ${shortPath(folder)}, or name its parent folder`,
    )
  return folder
}

const slugWarning = ({ own, file }: { own: NodeJS.ProcessEnv; file: NodeJS.ProcessEnv }): string[] =>
  own['SVC_HUB_SLUG'] || file['SVC_HUB_SLUG']
    ? ['SVC_HUB_SLUG has no effect in a gateway’s own settings; set it in the .env of a Hub']
    : []

/** Surfaces whose variables are set. */
async function configuredSurfaces(hub: { hubFolder: string; environment: NodeJS.ProcessEnv }) {
  const lacks = await lacksOf(SURFACE_NAMES, hub)
  return SURFACE_NAMES.filter((name) => !lacks.has(name))
}

const stateOf = (folder: string, state: HubState | { kind: 'gone' }) =>
  state.kind === 'serving'
    ? { state: state.kind, ...state.hub }
    : { state: state.kind, folder, ...(state.kind === 'broken' && { problem: state.message }) }

function hubOf(running: RunningGateway, { folder, state }: { folder: string; state: HubState }) {
  const shown = stateOf(folder, state)
  if (state.kind !== 'serving') return shown
  return {
    ...shown,
    webhooks: state.endpoints.map((name) => addressFor(running) + endpointPath(state.hub.slug, name)),
  }
}

function readyTable(running: RunningGateway, folder: string): string {
  const front = addressFor(running)
  const isElsewhere = front !== frontOf(running.urls)
  const rows = [
    ['Chat', front],
    ...(running.urls.edge ? [['Console', `${front}/portal/`]] : []),
    ...(isElsewhere ? [['Here', frontOf(running.urls)]] : []),
    ['API', `${front}/api`],
    ['Folder', shortPath(folder)],
  ]
  const hubs = running.hubs()
  const listed = hubs.map(({ folder: hub, state }) =>
    state.kind === 'serving'
      ? [state.hub.slug, shortPath(hub)]
      : [basename(hub), `not served: ${state.kind === 'broken' ? state.message : `it is ${state.kind}`}`],
  )
  const below =
    hubs.length > 0
      ? alignColumns(listed)
      : formatDim('  No Hub yet. Create a folder with an agent.md; it is picked up at once.')
  return `\n${formatBold(basename(folder))} is running\n\n${alignColumns(rows)}\n\n${formatBold('Hubs')}\n\n${below}\n\n${formatDim('Ctrl-C stops all.')}\n`
}
