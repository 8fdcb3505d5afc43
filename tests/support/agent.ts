import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { createAgent, type AgentDeps } from '#core/agent/turn/agent.ts'
import type { AgentEvents } from '#core/agent/log-events.ts'
import { createModelChooser, type ModelAddress, type ModelsConfig } from '#core/agent/model/choose.ts'
import type { TurnMessage } from '#core/agent/model/model.ts'
import { builtInTools } from '#core/agent/tools/built-in.ts'
import type { Tool } from '#core/agent/tools/tool.ts'
import type { AgentTurn, TurnUsage } from '#core/agent/turn/turn.ts'
import { systemClock, type Clock } from '#ground/base/clock.ts'
import type { AgentFile, SubAgent, ToolModule } from '#ground/hub/hub.ts'
import { TurnEvent, type FinishEvent, type ToolEvent } from '#ground/turn/schema.ts'
import { chatsIn, turnFiles } from './agent-chats.ts'
import { folderWith } from './folder.ts'

export interface TestAgentOptions {
  agent?: Partial<AgentFile>
  files?: Readonly<Record<string, string>>
  tools?: readonly Tool[]
  modules?: readonly ToolModule[]
  /** Base URL of a provider; default: the offline model. */
  upstream?: string
  provider?: Partial<ModelAddress>
  /** Base URLs of models that `agent.model` names. */
  servers?: Readonly<Record<string, string>>
  /** Media types that the model accepts; default: those of the provider. */
  inputs?: ModelsConfig['inputs']
  subAgents?: readonly SubAgent[]
  deps?: Partial<
    Pick<
      AgentDeps,
      | 'contextTokens'
      | 'readServerWindow'
      | 'mayUse'
      | 'maySee'
      | 'environment'
      | 'limits'
      | 'recordUsage'
      | 'openSpending'
      | 'timeZone'
      | 'timeZoneOf'
      | 'sources'
      | 'recall'
      | 'proposeCall'
    >
  >
  clock?: Clock
  silenceMs?: number
}

export interface TestAgent {
  folder: string
  chatFolder: string
  usage: TurnUsage[]
  events: { name: keyof AgentEvents; fields: Record<string, unknown> }[]
  problems: ReturnType<typeof createAgent>['problems']
  stream(prompt: string | readonly TurnMessage[], overrides?: TurnOverrides): AsyncIterable<TurnEvent>
  run(prompt: string | readonly TurnMessage[], overrides?: TurnOverrides): Promise<TurnOutcome>
}

export type TurnOverrides = Partial<Omit<AgentTurn, 'messages'>> & {
  surface?: string
  signal?: AbortSignal
}

export interface TurnOutcome {
  events: TurnEvent[]
  text: string
  tools: ToolEvent[]
  finish: FinishEvent | undefined
  error: unknown
}

export async function startTestAgent(t: TestContext, options: TestAgentOptions = {}): Promise<TestAgent> {
  const clock = options.clock ?? systemClock
  const folder = await folderWith(t, { 'agent.md': 'You help.', ...options.files })
  const agentFile: AgentFile = { ...AGENT, ...options.agent }
  const modules = options.modules ?? []
  const chats = await chatsIn(`${folder}/.chats`, clock)
  const chat = await chats.open({ kind: 'explicit', id: 'chat-1' }, CALLER)
  const usage: TurnUsage[] = []
  const events: TestAgent['events'] = []
  const address: ModelAddress | null = options.upstream
    ? {
        provider: 'compatible',
        name: 'test-model',
        baseUrl: options.upstream,
        apiKey: 'test-key',
        ...options.provider,
      }
    : null
  const log = recordedEvents(events)
  const agent = createAgent({
    hub: {
      folder,
      slug: 'test',
      agent: () => agentFile,
      toolModules: () => modules,
      subAgents: () => options.subAgents ?? NOBODY,
    },
    models: createModelChooser(
      {
        models: address ? [address] : [],
        modelConfig: (id) => ({
          ...NO_ADDRESS,
          ...address,
          ...splitId(id),
          ...(options.servers?.[id] !== undefined && { baseUrl: options.servers[id], apiKey: 'test-key' }),
        }),
        inputs: options.inputs,
      },
      { clock, random: () => 1, silenceMs: options.silenceMs, events: log },
    ),
    tools: options.tools ?? builtInTools,
    recordUsage: (entry) => void usage.push(entry),
    environment: {},
    limits: { toolTimeoutMs: 60_000 },
    clock,
    events: log,
    ...options.deps,
  })

  const stream: TestAgent['stream'] = (prompt, { surface = 'chatapp', signal, ...overrides } = {}) =>
    agent.runTurn(
      {
        chatId: chat.id,
        caller: { ...CALLER, surface },
        files: turnFiles(chat),
        messages: typeof prompt === 'string' ? [userSays(prompt)] : prompt,
        ...overrides,
      },
      signal ?? new AbortController().signal,
    )

  return {
    folder,
    chatFolder: chat.files.folder,
    usage,
    events,
    problems: agent.problems,
    stream,
    run: (prompt, overrides) => outcomeOf(stream(prompt, overrides)),
  }
}

export const userSays = (text: string): TurnMessage => ({ role: 'user', parts: [{ type: 'text', text }] })

export const CALLER = { email: 'ada@example.com', surface: 'chatapp', groups: [] }

export const AGENT: AgentFile = {
  name: 'Test agent',
  description: 'Helps with tests',
  model: null,
  mcpInstructions: null,
  tools: null,
  surfaces: {},
  maxTurns: 30,
  temperature: null,
  suggestions: [],
  offline: new Map(),
  prompt: 'You help.',
}

const NOBODY: readonly never[] = []

const NO_ADDRESS: ModelAddress = { provider: 'offline', name: 'offline', baseUrl: null, apiKey: null }

const splitId = (id: string) => {
  const [provider = '', ...name] = id.split('/')
  return { provider, name: name.join('/') }
}

export const outcomeOf = async (stream: AsyncIterable<TurnEvent>): Promise<TurnOutcome> => {
  const events: TurnEvent[] = []
  let error: unknown
  try {
    for await (const event of stream) events.push(event)
  } catch (thrown) {
    error = thrown
  }
  for (const event of events) assert.deepEqual(TurnEvent.parse(event), event)
  const text = events
    .filter((event) => event.type === 'text')
    .map((event) => event.text)
    .join('')
  return {
    events,
    text,
    tools: events.filter((event) => event.type === 'tool'),
    finish: events.find((event) => event.type === 'finish'),
    error,
  }
}

const recordedEvents = (into: TestAgent['events']): AgentEvents => {
  const recorder = (name: keyof AgentEvents) => (fields: object) =>
    void into.push({ name, fields: { ...fields } })
  return {
    turnFinished: recorder('turnFinished'),
    toolFailed: recorder('toolFailed'),
    toolMessage: recorder('toolMessage'),
    toolRefused: recorder('toolRefused'),
    toolAbandoned: recorder('toolAbandoned'),
    toolFaulted: recorder('toolFaulted'),
    modelRetried: recorder('modelRetried'),
    windowRead: recorder('windowRead'),
    windowTooSmall: recorder('windowTooSmall'),
    windowMisconfigured: recorder('windowMisconfigured'),
    modelAdapted: recorder('modelAdapted'),
    modelFellBack: recorder('modelFellBack'),
    modelSkipped: recorder('modelSkipped'),
    modelUnhealthy: recorder('modelUnhealthy'),
    modelMisconfigured: recorder('modelMisconfigured'),
    modelRecovered: recorder('modelRecovered'),
    modelTableRefused: recorder('modelTableRefused'),
    usageLost: recorder('usageLost'),
  }
}
