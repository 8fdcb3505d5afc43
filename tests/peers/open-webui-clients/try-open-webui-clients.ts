import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signUp } from '../../support/console-person.ts'
import { runHub } from '../../support/running-hub.ts'
import { startUpstream } from '../../support/upstream.ts'
import { OPEN_WEBUI_CLIENTS_TABLE } from '../clients/page.ts'
import { HUB_FILES } from '../clients/hub-files.ts'
import { obey } from '../clients/model.ts'
import { OWUI_CLIENT, pinnedVersion } from '../clients/toolchains.ts'
import { callWith } from '../../open-webui/target.ts'
import type { AreaReport } from '../report.ts'
import { ADMIN, installOpenWebui, startOpenWebui } from '../open-webui/real.ts'
import { writeFilesIn } from '../clients/write-files.ts'

const RELEASE = '0.12.4'
/** Minimum number of calls that a Hub answers. Raise it when a Hub answers more. */
const MIN_ANSWERED = 220

interface Call {
  /** Name of the call, such as `chats.get_list`. */
  call: string
  /** Null if the response has the form that the client requires. */
  failure: string | null
}

/**
 * Makes every call of owui-client, with a real Open WebUI and with a Hub. Prints both results. Fails if the Hub,
 * which lacks some features of Open WebUI, answers fewer calls than `MIN_ANSWERED`.
 */
export async function tryOpenWebuiClients(report: AreaReport): Promise<void> {
  await OWUI_CLIENT.install()
  await installOpenWebui(RELEASE)
  const real = await callsOfReal()
  const own = new Map((await callsOfHub()).map(({ call, failure }) => [call, failure]))
  const tried = real.flatMap(({ call, failure }) => {
    const ours = own.get(call)
    console.log(`${shown(failure)} ${shown(ours ?? null)} ${call}${ours ? `: ${ours}` : ''}`)
    return failure === null && ours !== undefined ? [{ call, failure: ours }] : []
  })
  const answered = tried.filter(({ failure }) => failure === null).length
  console.log(
    `Open WebUI ${RELEASE} answers ${tried.length} of ${real.length} calls, a Hub ${answered} of these`,
  )
  report.row({
    table: OPEN_WEBUI_CLIENTS_TABLE,
    name: 'owui-client',
    version: pinnedVersion(OWUI_CLIENT, 'owui-client'),
    tried: [{ what: `${answered} of ${tried.length} calls`, failure: null }],
  })
  if (answered < MIN_ANSWERED) report.failed(`a Hub answers ${answered} calls, fewer than ${MIN_ANSWERED}`)
}

const shown = (failure: string | null): string => (failure === null ? '✔' : '✖')

async function callsOfReal(): Promise<Call[]> {
  await using model = await startUpstream()
  model.otherwise(obey)
  await using webui = await startOpenWebui(RELEASE)
  await callWith(webui.adminToken, 'POST', `${webui.url}/openai/config/update`, {
    ENABLE_OPENAI_API: true,
    OPENAI_API_BASE_URLS: [model.url],
    OPENAI_API_KEYS: ['sk-model'],
    OPENAI_API_CONFIGS: { 0: { enable: true, model_ids: ['garden'] } },
  })
  await callWith(webui.adminToken, 'GET', `${webui.url}/api/models?refresh=true`)
  return await makeCalls(webui.url, ADMIN, 'garden')
}

async function callsOfHub(): Promise<Call[]> {
  await using model = await startUpstream()
  model.otherwise(obey)
  const folder = mkdtempSync(join(tmpdir(), 'open-webui-clients-'))
  try {
    await writeFilesIn(folder, HUB_FILES)
    await using hub = await runHub({
      template: folder,
      fromSources: true,
      environment: {
        SVC_MODEL: 'compatible/garden-1',
        SVC_MODEL_BASE_URL: model.url,
        SVC_MODEL_API_KEY: 'sk-model',
        MCP_SERVER: 'true',
      },
    })
    await signUp(hub.url, { name: 'Ada', ...ADMIN })
    return await makeCalls(hub.url, ADMIN, hub.ready.hubs[0]!.slug)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const PROGRAM = join(import.meta.dirname, 'owui_calls.py')
const TIMEOUT_MS = 600_000

function makeCalls(url: string, { email, password }: typeof ADMIN, model: string): Promise<Call[]> {
  const [python] = OWUI_CLIENT.command('python')
  const child = spawn(python, [PROGRAM, url, email, password, model], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: TIMEOUT_MS,
  })
  let [printed, errors] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0
        ? resolve(
            printed
              .trim()
              .split('\n')
              .map((line) => JSON.parse(line) as Call),
          )
        : reject(new Error(`owui_calls.py ended with ${code}: ${errors.slice(-2000)}`)),
    )
  })
}
