import { existsSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'
import type { AgentDeps, OpenAgent } from '#core/agent/turn/agent.ts'
import { capabilitiesOf } from '#core/agent/tools/capabilities.ts'
import { createDelegates, DELEGATES, MAX_DEPTH } from '#core/agent/turn/delegates/delegates.ts'
import { createLoopGuard } from '#core/agent/turn/loop-guard.ts'
import { createMasks } from '#core/agent/mcp-servers/masking.ts'
import type { McpProgram } from '#core/agent/mcp-servers/stdio/process-group.ts'
import { variableOf, type Environment } from '#ground/base/environment.ts'
import { createWarden } from '#ground/base/programs/warden.ts'
import { denyRestricted } from '#core/agent/tools/tool.ts'
import { findBubblewrap, type Bubblewrap } from '#core/agent/tools/run-command/bubblewrap.ts'
import { createToolboxes, shownTo } from '#core/agent/tools/toolbox.ts'
import { tracedTurn } from '#core/agent/turn/tracing.ts'
import type { AgentTurn } from '#core/agent/turn/turn.ts'
import type { TurnNesting } from '#core/agent/turn/turn-tool.ts'
import { restrictedAbilities } from './abilities.ts'
import { processModelId } from './settings/command.ts'
import type { ProcessEvents } from './log-events.ts'
import { createAgentPool } from './pool.ts'
import { runProcessTurn } from './run-turn.ts'
import { createToolEndpoint } from './tool-endpoint.ts'
import type { ProcessSettings, ProcessTurnDeps } from './turn-deps.ts'
import { viewToolCall, viewProblem } from './view.ts'
import { startAgentWorker } from './worker.ts'
import { makeWorkspace, type AgentFolders } from './workspace.ts'
import { TurnRefused } from '#core/agent/turn/turn-refused.ts'

export interface ProcessAgentDeps extends Omit<AgentDeps, 'models' | 'contextTokens' | 'readServerWindow'> {
  settings: ProcessSettings
  version: string
  traceEndpoint?(): string | null
  processEvents: ProcessEvents
  /** Absolute paths that are hidden from processes; default none. */
  secretPaths?: readonly string[]
  findBubblewrap?(): Promise<Bubblewrap | null>
}

/** These values are masked in the process's output. */
const secretsOf = ({ passOn }: ProcessSettings, environment: Environment): string[] =>
  passOn.flatMap((name) => variableOf(environment, name) ?? [])

/** Answers through local processes that use the Agent Client Protocol. */
export function createProcessAgent(deps: ProcessAgentDeps): OpenAgent & AsyncDisposable {
  const { hub, settings, environment, clock, processEvents } = deps
  const sources = deps.sources ?? []
  const delegates = createDelegates({
    subAgents: hub.subAgents ?? (() => NONE),
    run: (turn, nesting, signal) => running(turn, signal, nesting),
  })
  const toolboxes = createToolboxes(hub, deps.tools, [delegates, ...sources])
  const guard = createLoopGuard({ clock, perMinute: deps.limits.sameTurnsPerMinute ?? 0 })
  const endpoint = createToolEndpoint({ version: deps.version })
  const warden = createWarden()
  const [command, ...args] = settings.command
  const modelId = processModelId(settings.command)
  const hasTerminal = deps.tools.some(({ name }) => name === 'run_command')
  let bubblewrap: Promise<Bubblewrap | null> | undefined
  const programIn = async (folders: AgentFolders): Promise<McpProgram> => {
    await makeWorkspace(folders)
    const program = {
      command: pathIn(hub.folder, command),
      args: args.map((word) => pathIn(hub.folder, word)),
      cwd: folders.workspace,
      env: programEnvironment(environment, settings.passOn, deps.traceEndpoint?.() ?? null),
    }
    const found = await (bubblewrap ??= usableBubblewrap(deps))
    return found ? viewToolCall(program, found, { ...folders, secretPaths: deps.secretPaths ?? [] }) : program
  }
  const { line: mask, text: masked } = createMasks(secretsOf(settings, environment))
  const workerDeps = { command, endpoint, warden, clock, mask, hasTerminal, version: deps.version }
  const pool = createAgentPool({
    start: async (folders: AgentFolders, signal) =>
      startAgentWorker({ ...workerDeps, program: await programIn(folders), events: processEvents }, signal),
    ...settings,
    clock,
    onReaped: (reason) => processEvents.stopped({ reason }),
  })

  async function* running(turn: AgentTurn, signal: AbortSignal, nesting?: TurnNesting) {
    refuseUnsupported(turn)
    const wanted = { caller: turn.caller, allowed: turn.overrides?.tools ?? hub.agent().tools }
    if (sources.length > 0) await Promise.all(sources.map((source) => source.ready(wanted)))
    const agent = hub.agent()
    const shown = { name: turn.overrides?.name ?? agent.name, version: hub.version?.() ?? null }
    const all = toolboxes.toolboxFor({
      surface: turn.caller.surface,
      allowed: turn.overrides?.tools,
      added: turn.addedTools,
      extra: turn.extraTools,
      without: nesting && nesting.depth >= MAX_DEPTH ? DELEGATES : undefined,
    })
    const turnDeps: ProcessTurnDeps = {
      ...deps,
      toolbox: await shownTo(turn.caller, all, deps.maySee ?? (async () => true)),
      mayUse: deps.mayUse ?? denyRestricted,
      allow: settings.allow,
      command: settings.command,
      modelId,
      pool,
      masked,
      isNested: nesting !== undefined,
      hub: { ...hub, agent: () => agent },
      nesting: nesting ?? { budget: { left: turn.overrides?.maxTurns ?? agent.maxTurns }, depth: 0 },
    }
    if (nesting) delete turnDeps.recall
    yield* tracedTurn(deps.tracing, shown, turn, (traced) => runProcessTurn(turnDeps, traced, signal))
  }

  return {
    runTurn: (turn, signal) => guard.watch(turn, running(turn, signal)),
    problems: () => toolboxes.problems(),
    toolProblems: (mentions) => toolboxes.problemsOf(mentions),
    neededTokens: () => null,
    capabilities() {
      const awaited = sources.flatMap((source) => source.awaited?.() ?? [])
      return capabilitiesOf([...toolboxes.tools(), ...awaited, ...restrictedAbilities], environment)
    },
    async [Symbol.asyncDispose]() {
      await pool[Symbol.asyncDispose]()
      await endpoint[Symbol.asyncDispose]()
    },
  }
}

async function usableBubblewrap({
  findBubblewrap: find = findBubblewrap,
  processEvents,
}: ProcessAgentDeps): Promise<Bubblewrap | null> {
  const found = await find()
  const problem = found ? await viewProblem(found) : 'bubblewrap is not installed'
  if (problem !== null) processEvents.unconfined({ reason: problem })
  return problem === null ? found : null
}

const NONE: readonly never[] = []

/** Processes start in the chat's workspace folder, so a path that is relative to the Hub's folder becomes absolute. */
const pathIn = (hubFolder: string, word: string): string => {
  const path = resolve(hubFolder, word)
  const isFile = word.includes('/') && !isAbsolute(word) && existsSync(path)
  return isFile ? path : word
}

/** System variables that most programs need. None of them contains a secret of the service. */
const INHERITED = ['HOME', 'LANG', 'LC_ALL', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'TMPDIR', 'TZ', 'USER']

function programEnvironment(
  environment: Environment,
  passOn: readonly string[],
  traceEndpoint: string | null,
): Record<string, string> {
  const given = [...INHERITED, ...passOn].flatMap((name) => {
    const value = variableOf(environment, name)
    return value === undefined ? [] : [[name, value] as const]
  })
  return {
    ...(traceEndpoint !== null && {
      OTEL_EXPORTER_OTLP_ENDPOINT: traceEndpoint,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
    }),
    ...Object.fromEntries(given),
  }
}

function refuseUnsupported(turn: AgentTurn): void {
  const asked = [
    turn.clientTools?.length && 'tools',
    (turn.toolChoice === 'required' || typeof turn.toolChoice === 'object' || turn.allowedTools) &&
      'tool_choice',
    turn.responseFormat?.type === 'json' && 'response_format',
    turn.stop?.length && 'stop',
    turn.maxOutputTokens !== undefined && 'max_tokens',
  ].filter((name) => typeof name === 'string')
  if (asked.length > 0)
    throw new TurnRefused(
      'unsupported',
      `This Hub’s agent is a separate process, which does not support ${asked.join(', ')}.`,
    )
}
