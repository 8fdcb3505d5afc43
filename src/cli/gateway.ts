import { existsSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { systemClock } from '#ground/base/clock.ts'
import { startGateway, type RunningGateway } from '#supervisor/gateway/gateway.ts'
import type { HubState } from '#supervisor/gateway/hub-state.ts'
import { frontOf } from '#supervisor/run-file.ts'
import { commandName, shortPath } from './command-name.ts'
import { CommandFailure } from './failure.ts'
import { addressFor } from './front.ts'
import { hubRows, webhooksOf } from './gateway-hubs.ts'
import { workAsOwnerOf } from './owner.ts'
import { alignColumns, formatBold, formatDim, print, printJson } from './print.ts'
import { serve } from './serve.ts'
import { readGatewaySettings } from './settings.ts'
import { lacksOf } from './surfaces.ts'
import { SURFACE_NAMES } from '#surfaces/inbound/names.ts'

/** `hub gateway`: runs all Hubs of a folder behind one edge and one web chat, until stopped. */
export async function gateway(folderArgument: string, { json = false }: { json?: boolean }): Promise<void> {
  const folder = folderOfHubs(folderArgument)
  workAsOwnerOf(folder)
  const settings = await readGatewaySettings(folder)
  if (settings.mode === 'single')
    throw new CommandFailure(
      'SVC_PROCESSES=single cannot serve a gateway, whose Hubs run in separate processes; set SVC_PROCESSES to compact or split, or remove it',
      2,
    )
  const started: { running: RunningGateway | null } = { running: null }
  const notify = (hub: string, state: HubState | { kind: 'gone' }) => {
    const { running } = started
    if (running === null) return
    if (json) printJson({ event: 'hub', ...hubOf(running, hub, state) })
    else if (state.kind === 'serving')
      print([`${state.hub.slug} is served`, ...webhooksOf(addressFor(running), state)].join('\n  '))
    else if (state.kind === 'paused') print(`${basename(hub)} is paused`)
    else if (state.kind === 'gone') print(`${basename(hub)} was removed`)
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
        started.running = running
        const { edge, chatapp } = running.urls
        return {
          event: 'ready',
          edge,
          chatapp,
          hubs: running.hubs().map((hub) => hubOf(running, hub.folder, hub.state)),
        }
      },
      table: (running) => readyTable(running, folder),
    },
  )
}

function folderOfHubs(folderArgument: string): string {
  const folder = resolve(folderArgument)
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new CommandFailure(
      `${folderArgument} is not a folder; name the folder that contains your Hubs’ folders`,
    )
  if (existsSync(join(folder, 'agent.md')))
    throw new CommandFailure(
      `${folderArgument} is a Hub itself; run it with: ${commandName()} run ${shortPath(folder)}, or name its parent folder`,
    )
  return folder
}

const slugWarning = ({ own, file }: { own: NodeJS.ProcessEnv; file: NodeJS.ProcessEnv }): string[] =>
  own['SVC_HUB_SLUG'] || file['SVC_HUB_SLUG']
    ? ['SVC_HUB_SLUG has no effect in a gateway’s own settings; set it in the .env of a Hub']
    : []

async function configuredSurfaces(hub: { hubFolder: string; environment: NodeJS.ProcessEnv }) {
  const lacks = await lacksOf(SURFACE_NAMES, hub)
  return SURFACE_NAMES.filter((name) => !lacks.has(name))
}

const stateOf = (folder: string, state: HubState | { kind: 'gone' }) =>
  state.kind === 'serving'
    ? { state: state.kind, ...state.hub }
    : { state: state.kind, folder, ...(state.kind === 'broken' && { problem: state.message }) }

const hubOf = (running: RunningGateway, folder: string, state: HubState | { kind: 'gone' }) => ({
  ...stateOf(folder, state),
  ...(state.kind === 'serving' && { webhooks: webhooksOf(addressFor(running), state) }),
})

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
  const below =
    hubs.length > 0
      ? alignColumns(hubRows(front, hubs))
      : formatDim('  No Hub yet. Create a folder with an agent.md; the gateway serves it at once.')
  return `\n${formatBold(basename(folder))} is running\n\n${alignColumns(rows)}\n\n${formatBold('Hubs')}\n\n${below}\n\n${formatDim('Ctrl-C stops all Hubs.')}\n`
}
