import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../../bin/setup/tree.mjs'
import { PACKAGES, startLocalModel, type LocalModel } from '../../../scripts/local-model/server.ts'
import { removeFolder } from '../../support/folder.ts'
import { runHub } from '../../support/running-hub.ts'
import { MODELS_TABLE } from '../clients/page.ts'
import { writeFilesIn } from '../clients/write-files.ts'
import type { AreaReport } from '../report.ts'
import { slowStartPort } from '../slow-start-port.ts'
import { createTries } from '../tries.ts'
import { CHECKS, type ModelWorld } from './checks.ts'
import { installLitellm, litellmVersion, startLitellm } from './litellm.ts'

const CACHE = join(root, 'node_modules/.cache/local-model')
const MODEL = 'smollm2'
const CONTEXT_TOKENS = 4096
const KEY = 'key-of-the-bridge'
const SERVER_KEY = 'sk-of-the-model-server'
const PROXY_KEY = 'sk-of-the-proxy'
const FILES = {
  'agent.md': '---\nname: Garden\ntemperature: 0\ntools: []\n---\nYou look after a garden. Be brief.\n',
}

interface ModelServer {
  name: string
  version: string
  key: string
  start(key: string): Promise<AsyncDisposable & { url: string }>
  isBusy(): Promise<boolean>
  unsupported?: readonly string[]
}

/**
 * Tests a Hub whose model is SmolLM2, in llama.cpp's server and behind LiteLLM. The model writes nonsense, so checks
 * compare the form of answers, not their meaning.
 */
export async function tryModels(report: AreaReport): Promise<void> {
  const llama = await llamaServer()
  await tryServer(llama, report)
  await tryLitellm(llama, report).catch((error: Error) => report.failed(`LiteLLM: ${error.message}`))
}

async function llamaServer(): Promise<ModelServer> {
  const port = await slowStartPort()
  const [name, version] = PACKAGES[0]!.split('==')
  let running: LocalModel | null = null
  return {
    name: `llama.cpp’s server (${name}) with SmolLM2`,
    version: version!,
    key: SERVER_KEY,
    start: async (key) => (running = await startLocalModel(CACHE, CONTEXT_TOKENS, { key, port })),
    isBusy: async () => running!.isBusy(),
  }
}

async function tryLitellm(llama: ModelServer, report: AreaReport): Promise<void> {
  const version = litellmVersion()
  const reason = await installLitellm().then(
    () => null,
    (error: Error) => error.message,
  )
  if (reason !== null) {
    report.notInstalled('LiteLLM', version, reason)
    return
  }
  await using behind = await llama.start(llama.key)
  const upstream = { url: behind.url, key: llama.key, model: MODEL }
  const port = await slowStartPort()
  const start = (key: string) => startLitellm(upstream, { port, key })
  const unsupported = ['wrong-key'] // without a database, the answer to a wrong key is “No connected db.”
  const { isBusy } = llama
  await tryServer({ name: 'LiteLLM', version, key: PROXY_KEY, start, isBusy, unsupported }, report)
}

async function tryServer(
  { name, version, key, start, isBusy, unsupported = [] }: ModelServer,
  report: AreaReport,
): Promise<void> {
  let server = await start(key)
  const folder = mkdtempSync(join(tmpdir(), 'models-'))
  const { tried, run, mustFail } = createTries(name)
  try {
    await writeFilesIn(folder, FILES)
    await using hub = await runHub({
      template: folder,
      fromSources: true,
      environment: {
        SVC_MODEL: `compatible/${MODEL}`,
        SVC_MODEL_BASE_URL: server.url,
        SVC_MODEL_API_KEY: key,
        SVC_ACCESS: 'groups',
        BRIDGE_API_KEYS: KEY,
      },
    })
    const world: ModelWorld = {
      url: `${hub.bridge}/v1`,
      edge: hub.url,
      key: KEY,
      model: hub.ready.hubs[0]!.slug,
      server: { url: server.url, key, isBusy },
      stopServer: async () => server[Symbol.asyncDispose](),
      async startServer(other = key) {
        server = await start(other)
      },
    }
    for (const [what, check] of Object.entries(CHECKS))
      if (unsupported.includes(what)) await mustFail(what, () => check(world))
      else await run(what, () => check(world))
  } finally {
    await server[Symbol.asyncDispose]()
    await removeFolder(folder)
  }
  report.row({ table: MODELS_TABLE, name, version, tried })
}
