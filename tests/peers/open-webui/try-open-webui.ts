import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { runHub } from '../../support/running-hub.ts'
import { CHECKS } from '../../open-webui/walk.ts'
import { OPEN_WEBUI_TABLE, PAGE, pageWith, TABLES, type Row } from '../clients/page.ts'
import { installOpenWebui, startOpenWebui } from './real.ts'

/** Row texts on the documentation page. The oldest release is the first that can be installed without models. */
const RELEASES: Readonly<Record<string, string>> = {
  '0.12.4': 'Current release',
  '0.11.4': 'Oldest tested release',
}

/** Checks of features that Open WebUI has had since 0.12. */
const SINCE_0_12: ReadonlySet<string> = new Set(['sign-out', 'nested-groups'])

/**
 * Runs the checks with real releases of Open WebUI as the Hub's web chat, and writes the page. True if all checks
 * passed.
 */
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
  await using hub = await runHub({
    environment: {
      SVC_CHATAPP: 'openwebui',
      SVC_CHATAPP_URL: webui.url,
      SVC_CHATAPP_API_KEY: webui.adminKey,
      MCP_SERVER: 'true',
    },
  })
  const tried: Row['tried'][number][] = []
  for (const [what, check] of Object.entries(CHECKS)) {
    if (SINCE_0_12.has(what) && version.startsWith('0.11.')) {
      tried.push({ what, failure: null, isMissing: true })
      continue
    }
    const failure = await check({ url: hub.url, slug: 'garden-team', webui }).then(
      () => null,
      (error: Error) => error.message,
    )
    console.log(`${failure === null ? '✔' : '✖'} ${version} ${what}${failure === null ? '' : `: ${failure}`}`)
    tried.push({ what, failure })
  }
  return {
    table: OPEN_WEBUI_TABLE,
    name: RELEASES[version] ?? `Release ${version}`,
    version,
    tried,
    date: new Date().toISOString().slice(0, 10),
  }
}
