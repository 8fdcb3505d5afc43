import { basename } from 'node:path'
import { slugOf } from '#ground/hub/slug.ts'
import type { RunningHub } from '#supervisor/start.ts'
import { Failure } from './failure.ts'
import { hubFolderOf } from './hub-folder.ts'
import { aligned, bold, dim } from './print.ts'
import { serve } from './serve.ts'
import { readSettings, type HubSettings } from './settings.ts'
import { missingFor, surfacesAsked, type SurfaceOptions } from './surfaces.ts'
import { webhookAddresses, webhookRows } from './webhook-addresses.ts'

/** `hub inbound`: only the receiver of a Hub, beside its other processes. */
export async function inbound(
  given: string | undefined,
  options: { hub?: string; json?: boolean } & SurfaceOptions,
): Promise<void> {
  const hubFolder = hubFolderOf(given, options.hub)
  const asked = { webhook: true, ...options }
  const environment = { ...process.env, ...surfacesAsked(asked) }
  const settings: HubSettings = { ...(await readSettings(hubFolder, environment)), roles: ['inbound'] }
  const missing = missingFor(asked, { hubFolder, environment: settings.environment })
  if (missing !== null) throw new Failure(missing, 2) // nothing would be left to do
  const slug = settings.environment['SVC_HUB_SLUG'] || slugOf(basename(hubFolder))
  await serve(hubFolder, settings, {
    ...options,
    ready: (hub) => ({
      event: 'ready',
      hubs: [{ slug, folder: hubFolder, inbound: hub.urls.inbound, webhooks: webhookAddresses(hub, slug) }],
    }),
    table: (hub) => readyTable(hub, slug, basename(hubFolder)),
  })
}

const readyTable = (hub: RunningHub, slug: string, name: string): string =>
  `\n${bold(name)} receives\n\n${aligned(webhookRows(hub, slug))}\n\n${dim('Ctrl-C stops it.')}\n`
