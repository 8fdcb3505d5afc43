import assert from 'node:assert/strict'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeFolder } from '../../support/folder.ts'
import { runHub } from '../../support/running-hub.ts'
import { startUpstream } from '../../support/upstream.ts'
import { asAdmin, type OpenWebui } from '../../open-webui/target.ts'
import { CHECKS } from '../../open-webui/walk.ts'
import { HUB_FILES } from '../clients/hub-files.ts'
import { OPEN_WEBUI_TABLE } from '../clients/page.ts'
import { writeFilesIn } from '../clients/write-files.ts'
import type { AreaReport } from '../report.ts'
import { createTries, type Tries } from '../tries.ts'
import { PAGE_CHECKS, walkModel } from './browser-walk.ts'
import { installOpenWebui, RELEASES, startOpenWebui } from './real.ts'

/** Checks of features that Open WebUI has had since 0.12. */
export const SINCE_0_12: ReadonlySet<string> = new Set(['sign-out', 'nested-groups'])

export async function tryOpenWebui(versions: readonly string[], report: AreaReport): Promise<void> {
  for (const version of versions.length > 0 ? versions : Object.keys(RELEASES))
    await tryRelease(version, report).catch((error: Error) =>
      report.failed(`Open WebUI ${version}: ${error.message}`),
    )
}

async function tryRelease(version: string, report: AreaReport): Promise<void> {
  await installOpenWebui(version)
  await using webui = await startOpenWebui(version)
  const tries = createTries(`Open WebUI ${version}`)
  await tryCalls(version, webui, tries)
  if (isCurrent(version)) {
    await removeConnections(webui)
    await tryPages(webui, tries)
  }
  const name = RELEASES[version] ?? `Release ${version}`
  report.row({ table: OPEN_WEBUI_TABLE, name, version, tried: tries.tried })
}

/** A Hub does not replace the connection of a Hub with the same slug and another database. */
async function removeConnections(webui: OpenWebui): Promise<void> {
  const none = { OPENAI_API_BASE_URLS: [], OPENAI_API_KEYS: [], OPENAI_API_CONFIGS: {} }
  const { status } = await asAdmin(webui, 'POST', '/openai/config/update', {
    ENABLE_OPENAI_API: true,
    ...none,
  })
  assert.equal(status, 200)
}

const isCurrent = (version: string): boolean => version === Object.keys(RELEASES)[0]

const settingsOf = (webui: OpenWebui) => ({
  SVC_CHATAPP: 'openwebui',
  SVC_CHATAPP_URL: webui.url,
  SVC_CHATAPP_API_KEY: webui.adminKey,
  MCP_SERVER: 'true',
})

async function tryCalls(version: string, webui: OpenWebui, { run, notSupported }: Tries): Promise<void> {
  await using hub = await runHub({ environment: settingsOf(webui) })
  const world = { url: hub.url, slug: 'garden-team', webui }
  for (const [what, check] of Object.entries(CHECKS))
    if (SINCE_0_12.has(what) && version.startsWith('0.11.')) notSupported(what)
    else await run(what, () => check(world))
}

async function tryPages(webui: OpenWebui, { run }: Tries): Promise<void> {
  await using model = await startUpstream()
  model.otherwise(walkModel)
  const template = mkdtempSync(join(tmpdir(), 'open-webui-pages-'))
  try {
    await writeFilesIn(template, HUB_FILES)
    await using hub = await runHub({
      template,
      fromSources: true,
      environment: {
        ...settingsOf(webui),
        SVC_MODEL: 'compatible/garden-1',
        SVC_MODEL_BASE_URL: model.url,
        SVC_MODEL_API_KEY: 'sk-model',
      },
    })
    const world = { url: hub.url, slug: hub.ready.hubs[0]!.slug, folder: hub.folder, webui }
    for (const [what, check] of Object.entries(PAGE_CHECKS)) await run(what, () => check(world))
  } finally {
    await removeFolder(template)
  }
}
