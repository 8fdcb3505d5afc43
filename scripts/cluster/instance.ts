import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { freePorts } from '../../tests/support/free-ports.ts'
import { processTree } from '../../bench/support/process-tree.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const HUB = join(ROOT, 'bin/hub.mjs')

export interface ClusterInstance extends AsyncDisposable {
  name: string
  url: string
  port: number
  bridge: string
  folder: string
  environment: Readonly<Record<string, string>>
  /** Resolves when the service is ready. */
  start(): Promise<void>
  stop(): Promise<void>
  signal(name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): Promise<void>
}

export interface ClusterInstanceOptions {
  name: string
  folder: string
  environment: Readonly<Record<string, string>>
  files?: Readonly<Record<string, string>>
}

export async function openClusterInstance(options: ClusterInstanceOptions): Promise<ClusterInstance> {
  const folder = join(options.folder, 'garden')
  await mkdir(options.folder)
  await cp(join(ROOT, 'templates/demo'), folder, { recursive: true })
  for (const [path, text] of Object.entries(options.files ?? {})) await writeFile(join(folder, path), text)
  const [port, bridge, inbound] = (await freePorts(3)) as [number, number, number]
  const environment = {
    ...options.environment,
    SVC_MACHINE_NAME: options.name,
    PORT: String(port),
    BRIDGE_PORT: String(bridge),
    SVC_INBOUND_PORT: String(inbound),
  }
  let child: ChildProcess | null = null
  const isOver = () => child === null || child.exitCode !== null || child.signalCode !== null
  const stop = async () => {
    if (isOver()) return
    child!.kill('SIGTERM')
    await once(child!, 'exit')
  }
  return {
    name: options.name,
    url: `http://127.0.0.1:${port}`,
    port,
    bridge: `http://127.0.0.1:${bridge}`,
    folder,
    environment,
    async start() {
      if (!isOver()) throw new Error(`${options.name} runs`)
      child = await started(folder, environment)
    },
    stop,
    async signal(name) {
      if (isOver()) throw new Error(`${options.name} does not run`)
      const ended = once(child!, 'exit')
      for (const pid of await processTree(child!.pid!)) signalTo(pid, name)
      if (name === 'SIGKILL') await ended
    },
    [Symbol.asyncDispose]: stop,
  }
}

function signalTo(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

async function started(folder: string, environment: Readonly<Record<string, string>>): Promise<ChildProcess> {
  const child = spawn(process.execPath, [HUB, 'run', folder, '--json'], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const errorLines: string[] = []
  createInterface({ input: child.stderr }).on('line', (line) => errorLines.push(line))
  const lines = createInterface({ input: child.stdout })
  const ready = once(lines, 'line').then(() => true)
  if (await Promise.race([ready, once(child, 'exit').then(() => false)])) return child
  throw new Error(errorLines.join('\n'))
}

export async function exportSecrets({ folder, environment }: ClusterInstance, file: string): Promise<void> {
  const { SVC_SECRETS_FILE: _, ...alone } = environment
  await promisify(execFile)(process.execPath, [HUB, 'secrets', 'export', file, '--hub', folder], {
    env: { ...process.env, ...alone },
  })
}
