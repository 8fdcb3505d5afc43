import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { CACHE } from '../cache.ts'
import { slowStartPort } from '../slow-start-port.ts'
import { asAdmin, callWith, type OpenWebui } from '../../open-webui/target.ts'

const run = promisify(execFile)

/** Tested releases by version. The oldest is the first that can be installed without models. */
export const RELEASES: Readonly<Record<string, string>> = {
  '0.12.4': 'Current release',
  '0.11.4': 'Oldest tested release',
}

export interface RealOpenWebui extends OpenWebui, AsyncDisposable {
  adminToken: string
  /** Folder with `webui.db` and `uploads`. */
  data: string
  /** Ends the server and keeps its data. */
  halt(): Promise<void>
  pid: number
  /** Time of `performance.now()` when the server was ready. */
  readyAt: number
}

/**
 * Installs a release with the packages of its slim image: no document readers and no vector store. The wheel
 * lists and pins these packages.
 */
export async function installOpenWebui(version: string): Promise<void> {
  const folder = folderOf(version)
  if (existsSync(join(folder, 'installed'))) return
  console.log(`installing Open WebUI ${version}`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const wheel = `open_webui-${version}-py3-none-any.whl`
  const pip = join(folder, 'bin/pip')
  const quiet = ['--quiet', '--disable-pip-version-check']
  await run('python3', ['-m', 'venv', folder])
  await run(pip, ['download', ...quiet, '--no-deps', '--dest', folder, `open-webui==${version}`])
  const unzipped = ['-m', 'zipfile', '--extract', join(folder, wheel), join(folder, 'wheel')]
  await run('python3', unzipped, { maxBuffer: 1e8 })
  await run(pip, ['install', ...quiet, '-r', join(folder, 'wheel/requirements-slim.txt'), 'typer'], {
    maxBuffer: 1e8,
  })
  await run(pip, ['install', ...quiet, '--no-deps', join(folder, wheel)])
  rmSync(join(folder, 'wheel'), { recursive: true })
  writeFileSync(join(folder, 'installed'), '')
}

const folderOf = (version: string): string => join(CACHE, `open-webui-${version}`)

export const ADMIN = { email: 'admin@example.com', password: 'correct horse 9' }

export async function startOpenWebui(version: string): Promise<RealOpenWebui> {
  const data = mkdtempSync(join(tmpdir(), 'open-webui-'))
  const port = await slowStartPort()
  const program = join(folderOf(version), 'bin/open-webui')
  const child = spawn(program, ['serve', '--host', '127.0.0.1', '--port', String(port)], {
    cwd: data,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      HOME: data,
      DATA_DIR: data,
      USE_SLIM_DOCKER: 'true',
      WEBUI_SECRET_KEY: 'the key of a test that nobody else knows',
      WEBUI_ADMIN_EMAIL: ADMIN.email,
      WEBUI_ADMIN_PASSWORD: ADMIN.password,
      WEBUI_ADMIN_NAME: 'Ada',
      ENABLE_API_KEYS: 'true',
      USER_PERMISSIONS_FEATURES_API_KEYS: 'true',
      ENABLE_OLLAMA_API: 'false',
      ENABLE_VERSION_UPDATE_CHECK: 'false',
      OFFLINE_MODE: 'true',
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  const url = `http://127.0.0.1:${port}`
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const halt = async () => {
    child.kill('SIGKILL')
    await ended
  }
  const stop = async () => {
    await halt()
    rmSync(data, { recursive: true, force: true })
  }
  try {
    await ready(url)
    const readyAt = performance.now()
    const session = await callWith('', 'POST', `${url}/api/v1/auths/signin`, ADMIN)
    const { token } = session.json
    const key = await callWith(token, 'POST', `${url}/api/v1/auths/api_key`)
    const webui = { url, adminKey: key.json.api_key as string }
    const config = await asAdmin(webui, 'GET', '/api/version')
    if (config.json.version !== version) throw new Error(`it says it is ${config.json.version}`)
    const process = { pid: child.pid!, readyAt }
    return { ...webui, ...process, adminToken: token, data, halt, [Symbol.asyncDispose]: stop }
  } catch (error) {
    await stop()
    const reason = `${(error as Error).message}\n${output.slice(-2000)}`
    throw new Error(`Open WebUI ${version} did not start: ${reason}`, { cause: error })
  }
}

const START_SECONDS = 600

async function ready(url: string): Promise<void> {
  for (const end = performance.now() + START_SECONDS * 1000; performance.now() < end;) {
    const answer = await fetch(`${url}/health`).catch(() => null)
    if (answer?.ok) return
    await sleep(100)
  }
  throw new Error(`not ready after ${START_SECONDS} s`)
}
