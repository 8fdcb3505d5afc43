import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeFolder } from '../../support/folder.ts'
import { runHub } from '../../support/running-hub.ts'
import { startUpstream } from '../../support/upstream.ts'
import type { OpenWebui } from '../../open-webui/target.ts'
import { CHECKS } from '../../open-webui/walk.ts'
import { HUB_FILES } from '../clients/hub-files.ts'
import { OPEN_WEBUI_TABLE, PAGE, pageWith, TABLES, type Row } from '../clients/page.ts'
import { writeFilesIn } from '../clients/write-files.ts'
import { PAGE_CHECKS, walkModel } from './browser-walk.ts'
import { installOpenWebui, startOpenWebui } from './real.ts'

/** The oldest release is the first that can be installed without models. */
const RELEASES: Readonly<Record<string, string>> = {
  '0.12.4': 'Current release',
  '0.11.4': 'Oldest tested release',
}

const SINCE_0_12: ReadonlySet<string> = new Set(['sign-out', 'nested-groups'])

/** True if all checks passed. */
export async function tryOpenWebui(versions: readonly string[]): Promise<boolean> {
  const rows: Row[] = []
  for (const version of versions.length > 0 ? versions : Object.keys(RELEASES)) {
    await installOpenWebui(version)
    const row = await tryRelease(version)
    rows.push(row)
    const page = existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : ''
    writeFileSync(PAGE, pageWith(page, [row], TABLES))
  }
  return rows.every(({ tried }) => tried.every(({ failure }) => failure === null))
}

async function tryRelease(version: string): Promise<Row> {
  await using webui = await startOpenWebui(version)
  const tried = [...(await tryCalls(version, webui)), ...(isCurrent(version) ? await tryPages(webui) : [])]
  return {
    table: OPEN_WEBUI_TABLE,
    name: RELEASES[version] ?? `Release ${version}`,
    version,
    tried,
    date: new Date().toISOString().slice(0, 10),
  }
}

const isCurrent = (version: string): boolean => version === Object.keys(RELEASES)[0]

const settingsOf = (webui: OpenWebui) => ({
  SVC_CHATAPP: 'openwebui',
  SVC_CHATAPP_URL: webui.url,
  SVC_CHATAPP_API_KEY: webui.adminKey,
  MCP_SERVER: 'true',
})

async function tryCalls(version: string, webui: OpenWebui): Promise<Row['tried']> {
  await using hub = await runHub({ environment: settingsOf(webui) })
  const world = { url: hub.url, slug: 'garden-team', webui }
  const tried: Row['tried'][number][] = []
  for (const [what, check] of Object.entries(CHECKS))
    tried.push(
      SINCE_0_12.has(what) && version.startsWith('0.11.')
        ? { what, failure: null, isMissing: true }
        : await outcomeOf(what, check(world)),
    )
  return tried
}

async function tryPages(webui: OpenWebui): Promise<Row['tried']> {
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
    const tried: Row['tried'][number][] = []
    for (const [what, check] of Object.entries(PAGE_CHECKS)) tried.push(await outcomeOf(what, check(world)))
    return tried
  } finally {
    await removeFolder(template)
  }
}

async function outcomeOf(what: string, checked: Promise<void>): Promise<Row['tried'][number]> {
  const failure = await checked.then(
    () => null,
    (error: Error) => error.message,
  )
  console.log(`${failure === null ? '✔' : '✖'} ${what}${failure === null ? '' : `: ${failure}`}`)
  return { what, failure }
}
