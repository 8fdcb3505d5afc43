import { basename } from 'node:path'
import { slugOf } from '#ground/hub/slug.ts'
import type { RunningHub } from '#supervisor/start.ts'
import { CommandFailure } from './failure.ts'
import { hubFolderOf } from './hub-folder.ts'
import { alignColumns, formatBold, formatDim } from './print.ts'
import { serve } from './serve.ts'
import { startHub } from './start-hub.ts'
import { readCommandSettings, type HubSettings } from './settings.ts'
import { receivingRoles } from '#processes/config/launch.ts'
import { SURFACE_NAMES, type SurfaceName } from '#surfaces/inbound/names.ts'
import { lacksOf, requestedSurfaces, surfacesIn, type SurfaceOptions } from './surfaces.ts'
import { webhookAddresses, webhookRows } from './webhook-addresses.ts'

/** `hub inbound`: runs only the processes that receive webhooks and messages for a Hub, beside its other processes. */
export async function inbound(
  folderArgument: string | undefined,
  options: { hub?: string; json?: boolean } & SurfaceOptions,
): Promise<void> {
  const hubFolder = hubFolderOf(folderArgument, options.hub)
  const settings = await receivingSettings(hubFolder, surfacesIn(options))
  const slug = settings.environment['SVC_HUB_SLUG'] || slugOf(basename(hubFolder))
  await serve(hubFolder, settings, {
    ...options,
    start: (environment) => startHub(hubFolder, settings, environment),
    ready: (hub) => ({
      event: 'ready',
      hubs: [{ slug, folder: hubFolder, inbound: hub.urls.inbound, webhooks: webhookAddresses(hub, slug) }],
    }),
    table: (hub) => readyTable(hub, slug, basename(hubFolder)),
  })
}

async function receivingSettings(hubFolder: string, named: readonly SurfaceName[]): Promise<HubSettings> {
  const settings = await readCommandSettings(hubFolder)
  const hubSettings = { hubFolder, environment: settings.environment }
  const asked = named.length > 0 ? named : SURFACE_NAMES
  const lacks = await lacksOf(asked, hubSettings)
  if (named.length > 0 ? lacks.size > 0 : lacks.size === asked.length)
    throw new CommandFailure([...lacks.values()].join('; '), 2)
  const served = asked.filter((name) => !lacks.has(name))
  const environment = { ...settings.environment, ...requestedSurfaces(served) }
  return { ...settings, environment, roles: receivingRoles(served) }
}

const readyTable = (hub: RunningHub, slug: string, name: string): string =>
  `\n${formatBold(name)} receives\n\n${alignColumns(webhookRows(hub, slug))}\n\n${formatDim('Ctrl-C stops the receiver.')}\n`
