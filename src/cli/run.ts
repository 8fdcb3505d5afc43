import { existsSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { slugOf } from '#ground/hub/slug.ts'
import { frontOf } from '#supervisor/run-file.ts'
import type { RunningHub } from '#supervisor/start.ts'
import { shortPath } from './command-name.ts'
import { writeEditorTypes } from './editor-types.ts'
import { addressFor } from './front.ts'
import { hubFolderOf } from './hub-folder.ts'
import { CommandFailure } from './failure.ts'
import { alignColumns, formatBold, formatDim } from './print.ts'
import { scaffold } from './scaffold.ts'
import { serve } from './serve.ts'
import { startHub } from './start-hub.ts'
import { readCommandSettings, type HubSettings } from './settings.ts'
import { lacksOf, parseSurfaceNames, requestedSurfaces, surfacesIn, type SurfaceOptions } from './surfaces.ts'
import { webhookAddresses, webhookRows } from './webhook-addresses.ts'

const DEMO_FOLDER = 'demo-hub'

export async function run(
  folderArgument: string | undefined,
  options: { hub?: string; demo?: boolean; json?: boolean } & SurfaceOptions,
): Promise<void> {
  const hubFolder = options.demo
    ? await demoFolder(folderArgument ?? options.hub ?? DEMO_FOLDER)
    : hubFolderOf(folderArgument, options.hub)
  await writeEditorTypes(hubFolder).catch(() => {}) // the code that needs the folder reports that it is unwritable
  const asked = requestedSurfaces(surfacesIn(options))
  const settings = await readCommandSettings(hubFolder, { ...process.env, ...asked })
  const lacks = await lacksOf(parseSurfaceNames(settings.environment), {
    hubFolder,
    environment: settings.environment,
  })
  if (lacks.size > 0) throw new CommandFailure([...lacks.values()].join('; '), 2)
  await serve(hubFolder, settings, {
    ...options,
    start: (environment) => startHub(hubFolder, settings, environment),
    ready: (hub) => readyEvent(hub, hubFolder, settings),
    table: (hub) => readyTable(hub, hubFolder, settings),
  })
}

async function demoFolder(folderArgument: string): Promise<string> {
  const folder = resolve(folderArgument)
  if (!existsSync(join(folder, 'agent.md'))) await scaffold(folder, 'demo')
  return hubFolderOf(folder)
}

const slugIn = ({ environment }: HubSettings, hubFolder: string): string =>
  environment['SVC_HUB_SLUG'] || slugOf(basename(hubFolder))

const readyEvent = (hub: RunningHub, hubFolder: string, settings: HubSettings) => ({
  event: 'ready',
  edge: hub.urls.edge,
  chatapp: hub.urls.chatapp,
  hubs: [
    {
      slug: slugIn(settings, hubFolder),
      folder: hubFolder,
      bridge: hub.urls.bridge,
      inbound: hub.urls.inbound,
      webhooks: webhookAddresses(hub, slugIn(settings, hubFolder)),
    },
  ],
})

function readyTable(hub: RunningHub, hubFolder: string, settings: HubSettings): string {
  const { urls } = hub
  const front = addressFor(hub)
  const isElsewhere = front !== frontOf(urls)
  const rows = [
    ['Chat', front],
    ...(urls.edge ? [['Console', `${front}/portal/`]] : []),
    ...(isElsewhere ? [['Here', frontOf(urls)]] : []),
    ['API', `${front}/api`],
    ['Bridge', `${urls.bridge}/v1`],
    ...webhookRows(hub, slugIn(settings, hubFolder)),
    ['Folder', shortPath(hubFolder)],
    ['Log', shortPath(join(settings.dataFolder, 'logs', 'hub.log'))],
  ]
  return `\n${formatBold(basename(hubFolder))} is running\n\n${alignColumns(rows)}\n\n${formatDim('Ctrl-C stops the Hub.')}\n`
}
