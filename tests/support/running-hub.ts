import { once } from 'node:events'
import { cp, mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { readdirSync, readFileSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { freePorts } from './free-ports.ts'
import { startInLoadedProcess, startInOwnProcess, type StartedCommand } from './command-processes.ts'
import { removeFolder } from './folder.ts'
import { WARM_START, HUB } from './hub-command.ts'
import { copyServices, servicesOfHub } from './own-services.ts'

const ROOT = join(import.meta.dirname, '../..')

interface Ready {
  event: 'ready'
  edge: string | null
  chatapp: string
  hubs: { slug: string; folder: string; bridge: string }[]
}

export interface RunningHub extends AsyncDisposable {
  readonly ready: Ready
  readonly url: string
  readonly bridge: string
  readonly folder: string
  /** The process, which may have run other Hubs before. */
  readonly process: Pick<StartedCommand, 'pid' | 'kill'>
  /** Exit code; null after a signal. */
  readonly ended: Promise<number | null>
  readonly stderr: Readable
  readonly msToReady: number
  children(): { pid: number; command: string }[]
  stop(): Promise<number | null>
  errors(): string
}

/** Starts a Hub like a user, on free ports, in a temporary copy of a template, which is deleted afterwards. */
export async function runHub(
  options: {
    template?: string
    /** Folder of an earlier Hub instead of a copy; it is not deleted. */
    folder?: string
    environment?: Record<string, string>
    /** Process layout; default: a single process, which starts three times faster. */
    processes?: 'single' | 'compact' | 'split' | 'usual'
    options?: readonly string[]
    /**
     * For tests of start, signals and exit. Other Hubs run in a process that has already loaded the code, and start
     * five times faster.
     */
    inOwnProcess?: boolean
    fromSources?: boolean
  } = {},
): Promise<RunningHub> {
  const base = options.folder ? null : await mkdtemp(join(tmpdir(), 'hub-'))
  const folder = options.folder ?? join(base!, 'Garden Team')
  const template = resolve(ROOT, 'templates', options.template ?? 'demo')
  if (base) {
    await cp(template, folder, { recursive: true })
    await copyServices(join(template, '.svc'), join(folder, '.svc'))
  }
  const [edge, chatapp, bridge, inbound] = await freePorts(4)
  const { processes = 'single' } = options
  const started = performance.now()
  const { fromSources = false, inOwnProcess = fromSources } = options
  const program = fromSources ? join(ROOT, 'bin/hub.mjs') : HUB
  const command = await (inOwnProcess ? startInOwnProcess : startInLoadedProcess)({
    argv: [process.execPath, program, 'run', folder, '--json', ...(options.options ?? [])],
    environment: {
      ...withoutOurVariables(process.env),
      ...(fromSources ? { HUB_FROM_SOURCES: 'true' } : WARM_START),
      PORT: String(edge),
      SVC_CHATAPP_PORT: String(chatapp),
      BRIDGE_PORT: String(bridge),
      SVC_INBOUND_PORT: String(inbound),
      ...(processes !== 'usual' && { SVC_PROCESSES: processes }),
      ...(await servicesOfHub(folder, options.environment)),
      ...options.environment,
    },
    cwd: process.cwd(),
    input: '',
  })
  const { ended, stderr } = command
  let errors = ''
  stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  const ready = await firstLine(command, () => errors)
  const msToReady = performance.now() - started

  const stop = () => {
    command.kill('SIGTERM')
    return ended
  }
  return {
    ready,
    url: ready.edge ?? ready.chatapp,
    bridge: ready.hubs[0]!.bridge,
    folder,
    process: command,
    ended,
    stderr,
    msToReady,
    children: () => childrenOf(command.pid),
    stop,
    errors: () => errors,
    async [Symbol.asyncDispose]() {
      await stop()
      if (base) await removeFolder(base)
    },
  }
}

export const secretsOf = async (hub: RunningHub): Promise<{ bridgeKey: string }> =>
  JSON.parse(await readFile(join(hub.folder, '.svc/secrets.json'), 'utf8'))

const withoutOurVariables = (environment: NodeJS.ProcessEnv) =>
  Object.fromEntries(
    Object.entries(environment).filter(
      (entry): entry is [string, string] =>
        !/^(SVC_|BRIDGE_|MCP_|PORT$|NODE_TEST_CONTEXT$)/.test(entry[0]) && entry[1] !== undefined,
    ),
  )

async function firstLine({ stdout, ended }: StartedCommand, errors: () => string): Promise<Ready> {
  const lines = createInterface({ input: stdout })
  const [line] = await Promise.race([
    once(lines, 'line') as Promise<[string]>,
    ended.then((code) => {
      throw new Error(`hub run ended with ${code} before it was ready:\n${errors()}`)
    }),
  ])
  return JSON.parse(line) as Ready
}

function childrenOf(parent: number): { pid: number; command: string }[] {
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        const ppid = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
        return [{ pid: Number(name), ppid, command }]
      } catch {
        return [] // the process has ended meanwhile
      }
    })
  const below = (pid: number): typeof processes =>
    processes.filter((entry) => entry.ppid === pid).flatMap((entry) => [entry, ...below(entry.pid)])
  return below(parent)
    .filter((entry) => entry.command.includes('host'))
    .map(({ pid, command }) => ({ pid, command }))
}
