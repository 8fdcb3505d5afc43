import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../../bin/setup/tree.mjs'
import { PACKAGES, startLocalModel, type LocalModel } from '../../../scripts/local-model/server.ts'
import { removeFolder } from '../../support/folder.ts'
import { runHub } from '../../support/running-hub.ts'
import { slowStartPort } from '../slow-start-port.ts'
import { MODELS_TABLE, PAGE, pageWith, TABLES, type Row } from '../clients/page.ts'
import { writeFilesIn } from '../clients/write-files.ts'
import { CHECKS, type ModelWorld } from './checks.ts'

const CACHE = join(root, 'node_modules/.cache/local-model')
const CONTEXT_TOKENS = 4096
const KEY = 'key-of-the-bridge'
const SERVER_KEY = 'sk-of-the-model-server'
const FILES = {
  'agent.md': '---\nname: Garden\ntemperature: 0\ntools: []\n---\nYou look after a garden. Be brief.\n',
}

/**
 * The small model writes nonsense, so checks compare the form of answers, not their meaning. True if all checks
 * passed.
 */
export async function tryModels(): Promise<boolean> {
  const port = await slowStartPort()
  const start = (key = SERVER_KEY) => startLocalModel(CACHE, CONTEXT_TOKENS, { key, port })
  let server: LocalModel = await start()
  const folder = mkdtempSync(join(tmpdir(), 'models-'))
  try {
    await writeFilesIn(folder, FILES)
    await using hub = await runHub({
      template: folder,
      fromSources: true,
      environment: {
        SVC_MODEL: 'compatible/smollm2',
        SVC_MODEL_BASE_URL: server.url,
        SVC_MODEL_API_KEY: SERVER_KEY,
        SVC_ACCESS: 'groups',
        BRIDGE_API_KEYS: KEY,
      },
    })
    const world: ModelWorld = {
      url: `${hub.bridge}/v1`,
      edge: hub.url,
      key: KEY,
      model: hub.ready.hubs[0]!.slug,
      server: { url: server.url, key: SERVER_KEY, isBusy: () => server.isBusy() },
      async stopServer() {
        await server[Symbol.asyncDispose]()
      },
      async startServer(key) {
        server = await start(key)
      },
    }
    return writeRow(await tryAll(world))
  } finally {
    await server[Symbol.asyncDispose]()
    await removeFolder(folder)
  }
}

async function tryAll(world: ModelWorld): Promise<Row['tried']> {
  const tried: Row['tried'][number][] = []
  for (const [what, check] of Object.entries(CHECKS)) {
    const failure = await check(world).then(
      () => null,
      (error: Error) => error.message,
    )
    console.log(`${failure === null ? '✔' : '✖'} ${what}${failure === null ? '' : `: ${failure}`}`)
    tried.push({ what, failure })
  }
  return tried
}

function writeRow(tried: Row['tried']): boolean {
  const [name, version] = PACKAGES[0]!.split('==')
  const row: Row = {
    table: MODELS_TABLE,
    name: `llama.cpp’s server (${name}) with SmolLM2`,
    version: version!,
    tried,
    date: new Date().toISOString().slice(0, 10),
  }
  const page = existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : ''
  writeFileSync(PAGE, pageWith(page, [row], TABLES))
  return tried.every(({ failure }) => failure === null)
}
