import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { AgentEvents } from '#core/agent/log-events.ts'
import type { ProcessEvents } from '#agent-process/log-events.ts'
import { createProcessAgent, type ProcessAgentDeps } from '#agent-process/process-agent.ts'
import type { ProcessSettings } from '#agent-process/turn-deps.ts'
import { builtInTools } from '#core/agent/tools/built-in.ts'
import type { AgentTurn, TurnUsage } from '#core/agent/turn/turn.ts'
import { systemClock, type Clock } from '#ground/base/clock.ts'
import type { AgentFile, SubAgent } from '#ground/hub/hub.ts'
import { testProgram } from './test-program.ts'
import { AGENT, CALLER, outcomeOf, userSays, type TurnOutcome } from './agent.ts'
import { chatsIn, turnFiles } from './agent-chats.ts'
import { folderWith } from './folder.ts'
import { seenEvents } from './seen-events.ts'
import type { ManualClock } from './manual-clock.ts'

export interface ProcessAgentOptions {
  options?: readonly string[]
  command?: ProcessSettings['command']
  settings?: Partial<ProcessSettings>
  agent?: Partial<AgentFile>
  subAgents?: readonly SubAgent[]
  files?: Readonly<Record<string, string>>
  clock?: Clock
  deps?: Partial<
    Pick<
      ProcessAgentDeps,
      | 'tools'
      | 'mayUse'
      | 'maySee'
      | 'environment'
      | 'proposeCall'
      | 'recall'
      | 'openSpending'
      | 'traceEndpoint'
      | 'limits'
      | 'secretPaths'
      | 'findBubblewrap'
    >
  >
}

export interface ProcessAgent {
  folder: string
  edit(changes: Partial<AgentFile>): void
  usage: TurnUsage[]
  events: { name: keyof AgentEvents | keyof ProcessEvents; fields: Record<string, unknown> }[]
  agent: ReturnType<typeof createProcessAgent>
  chatFolder(chat?: string): Promise<string>
  stream(prompt: string | AgentTurn['messages'], overrides?: Overrides): AsyncIterable<TurnEventOf>
  run(prompt: string | AgentTurn['messages'], overrides?: Overrides): Promise<TurnOutcome>
  event(name: keyof ProcessEvents, fields?: Record<string, unknown>): Promise<Record<string, unknown>>
  restart(): Promise<ProcessAgent>
}

type TurnEventOf = TurnOutcome['events'][number]
export type Overrides = Partial<Omit<AgentTurn, 'messages' | 'chatId'>> & {
  chat?: string
  surface?: string
  signal?: AbortSignal
}

export async function startProcessAgent(
  t: TestContext,
  options: ProcessAgentOptions = {},
): Promise<ProcessAgent> {
  let latest: ProcessAgent | null = null
  t.after(() => latest && closed(latest, options.clock)) // registered first, so that it runs before the folder is deleted
  const folder = await folderWith(t, { 'agent.md': 'You help.', ...options.files })
  latest = await openProcessAgent(t, folder, options)
  return latest
}

async function openProcessAgent(
  t: TestContext,
  folder: string,
  options: ProcessAgentOptions,
): Promise<ProcessAgent> {
  const clock = options.clock ?? systemClock
  let file: AgentFile = { ...AGENT, ...options.agent }
  const chats = await chatsIn(join(folder, '.chats'), clock)
  const usage: TurnUsage[] = []
  const { events, note, event } = seenEvents<keyof AgentEvents | keyof ProcessEvents>()
  const recorder = <T extends object>(): T =>
    new Proxy({} as T, {
      get: (_target, name) => (fields: object) => note(name as keyof ProcessEvents, fields),
    })
  const agent = createProcessAgent({
    hub: {
      folder,
      slug: 'test',
      agent: () => file,
      toolModules: () => NONE,
      subAgents: () => options.subAgents ?? NONE,
    },
    tools: builtInTools,
    recordUsage: (entry) => void usage.push(entry),
    environment: { PATH: process.env.PATH },
    limits: { toolTimeoutMs: 60_000 },
    clock,
    events: recorder<AgentEvents>(),
    processEvents: recorder<ProcessEvents>(),
    version: '1.0.0',
    findBubblewrap: async () => null, // no sandbox, because its processes have other ids
    settings: {
      command: options.command ?? [
        process.execPath,
        ...testProgram('acp-agent'),
        ...(options.options ?? []).map((name) => `--${name}`),
      ],
      passOn: [],
      allow: ['read', 'search', 'think'],
      maxWorkers: 4,
      idleMs: 600_000,
      waitMs: 30_000,
      ...options.settings,
    },
    ...options.deps,
  })
  const stream: ProcessAgent['stream'] = async function* (prompt, overrides = {}) {
    const { chat: id = 'chat-1', surface = 'chatapp', signal, ...more } = overrides
    const chat = await chats.open({ kind: 'explicit', id }, CALLER)
    yield* agent.runTurn(
      {
        chatId: chat.id,
        caller: { ...CALLER, surface },
        files: turnFiles(chat),
        messages: typeof prompt === 'string' ? [userSays(prompt)] : prompt,
        ...more,
      },
      signal ?? new AbortController().signal,
    )
  }
  return {
    folder,
    edit: (changes) => void (file = { ...file, ...changes }),
    usage,
    events,
    agent,
    stream,
    run: (prompt, overrides) => outcomeOf(stream(prompt, overrides)),
    chatFolder: async (id = 'chat-1') => (await chats.open({ kind: 'explicit', id }, CALLER)).files.folder,
    event,
    async restart() {
      await agent[Symbol.asyncDispose]()
      const next = await openProcessAgent(t, folder, options)
      t.after(() => next.agent[Symbol.asyncDispose]())
      return next
    },
  }
}

const closed = async ({ agent }: ProcessAgent, clock?: Clock): Promise<void> => {
  const moving = setInterval(() => (clock as Partial<ManualClock> | undefined)?.advance?.(1000), 10)
  await agent[Symbol.asyncDispose]()
  clearInterval(moving)
}

const NONE: readonly never[] = []

export const processesOf = (parent: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === parent)

const parentOf = (pid: number): number | null => {
  try {
    const [, parent] = /^\d+ \(.*\) \S (\d+)/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return Number(parent)
  } catch {
    return null
  }
}

/** True if the process exists and is not a zombie. */
export const isAlive = (pid: number): boolean => {
  try {
    return !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
