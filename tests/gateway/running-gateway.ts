import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { HUB, WARM_START } from '../support/hub-command.ts'
import { freePorts } from '../support/free-ports.ts'
import { servicesOfHub } from '../support/own-services.ts'

export interface ToldHub {
  state: 'serving' | 'starting' | 'broken' | 'paused' | 'gone'
  folder: string
  slug?: string
  bridge?: string
  inbound?: string | null
  problem?: string
}

export interface RunningGateway extends AsyncDisposable {
  readonly folder: string
  readonly url: string
  readonly chatapp: string
  readonly pid: number
  readonly hubs: readonly ToldHub[]
  told(name: string, isSo: (hub: ToldHub) => boolean): Promise<ToldHub>
  stop(): Promise<number | null>
  errors(): string
}

export async function runGateway(
  folder: string,
  environment: Record<string, string> = {},
): Promise<RunningGateway> {
  const [edge, chatapp, bridge, inbound] = await freePorts(4)
  const child = spawn(process.execPath, [HUB, 'gateway', folder, '--json'], {
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      NO_COLOR: '1',
      ...WARM_START,
      PORT: String(edge),
      SVC_CHATAPP_PORT: String(chatapp),
      BRIDGE_PORT: String(bridge),
      SVC_INBOUND_PORT: String(inbound),
      ...(await servicesOfHub(folder, environment)),
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  const ended = once(child, 'exit').then(() => {})
  const lines: ToldHub[] = []
  let news = Promise.withResolvers<void>()
  const ready = Promise.withResolvers<{ edge: string; chatapp: string; hubs: ToldHub[] }>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    const reported = JSON.parse(line) as { event: string }
    if (reported.event === 'ready') ready.resolve(reported as never)
    if (reported.event === 'hub') lines.push(reported as never)
    news.resolve()
    news = Promise.withResolvers()
  })
  const isOver = ended.then((): never => {
    throw new Error(`the gateway has ended:\n${errors}`)
  })
  isOver.catch(() => {})
  const { hubs, ...urls } = await Promise.race([ready.promise, isOver])
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM')
      await ended
    }
    return child.exitCode
  }
  return {
    folder,
    url: urls.edge,
    chatapp: urls.chatapp,
    pid: child.pid!,
    hubs,
    async told(name, isSo) {
      for (;;) {
        const at = lines.findIndex((hub) => hub.folder === join(folder, name) && isSo(hub))
        if (at >= 0) return lines.splice(0, at + 1).at(-1)!
        await Promise.race([news.promise, isOver])
      }
    },
    stop,
    errors: () => errors,
    async [Symbol.asyncDispose]() {
      await stop()
    },
  }
}

export async function makeHub(folder: string, name: string, settings?: string): Promise<string> {
  const hub = join(folder, name)
  await mkdir(hub, { recursive: true })
  if (settings !== undefined) await writeFile(join(hub, '.env'), settings, { mode: 0o600 })
  await writeFile(join(hub, 'agent.md'), agentFile(name))
  return hub
}

export const agentFile = (name: string): string =>
  `---\nname: ${name}\noffline:\n  Who are you?: /say I am ${name}.\n---\nBe brief.\n`

export const isServing = ({ state }: ToldHub): boolean => state === 'serving'
export const isBroken = ({ state }: ToldHub): boolean => state === 'broken'
export const isGone = ({ state }: ToldHub): boolean => state === 'gone'
