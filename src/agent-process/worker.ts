import type { AgentCapabilities, ClientContext } from '@agentclientprotocol/sdk'
import type { Clock } from '#ground/base/clock.ts'
import { Late, within } from '#ground/base/time-limit.ts'
import type { Mask } from '#core/agent/mcp-servers/masking.ts'
import {
  startGroup,
  type ProcessGroup,
  type McpProgram,
} from '#core/agent/mcp-servers/stdio/process-group.ts'
import { createStderrReader } from '#core/agent/mcp-servers/stdio/stderr-lines.ts'
import type { Warden } from '#ground/base/programs/warden.ts'
import type { ToolCall } from '#ground/turn/schema.ts'
import type { ToolCallOutcome } from '#core/agent/turn/call.ts'
import type { Toolbox } from '#core/agent/tools/toolbox.ts'
import { TurnRefused } from '#core/agent/turn/turn-refused.ts'
import { connectAgent, type TurnHost } from './connection.ts'
import type { ProcessEvents } from './log-events.ts'
import type { PooledAgent } from './pool.ts'
import type { OpenTools, ToolEndpoint } from './tool-endpoint.ts'
import type { SessionUsage } from './usage.ts'
import { createWire } from './wire.ts'

export interface ServedTurn extends TurnHost {
  readonly toolbox: Toolbox
  call(call: ToolCall, signal: AbortSignal): Promise<Pick<ToolCallOutcome, 'text' | 'failed'>>
}

export interface AgentSession {
  id: string
  /** Digest of the agent's command and instructions when the session started. */
  begunWith: string
  /** Digest of the conversation that the agent has seen. Null while a turn runs, because the turn may fail. */
  seen: string | null
  usage: SessionUsage | null
}

export interface AgentWorker extends PooledAgent {
  readonly pid: number
  readonly agent: ClientContext
  readonly capabilities: AgentCapabilities
  readonly name: string | null
  readonly tools: OpenTools
  turn: ServedTurn | null
  session: AgentSession | null
  ending(): string | null
  setPaused(isPaused: boolean): void
  messageCount(): number
}

export interface AgentWorkerDeps {
  program: McpProgram
  command: string
  endpoint: ToolEndpoint
  warden: Warden
  clock: Clock
  mask: Mask
  version: string
  hasTerminal: boolean
  events: ProcessEvents
}

const START_MS = 30_000

/** @throws TurnRefused if the process does not start within half a minute; the abort reason of `signal`. */
export async function startAgentWorker(deps: AgentWorkerDeps, signal: AbortSignal): Promise<AgentWorker> {
  const { clock, events } = deps
  const startedAt = clock.now()
  try {
    const worker = await within(clock, START_MS, (late) => startWorker(deps, AbortSignal.any([signal, late])))
    events.started({ agent: worker.name ?? 'unnamed', pid: worker.pid, ms: clock.now() - startedAt })
    return worker
  } catch (error) {
    signal.throwIfAborted()
    const reason = deps.mask(
      error instanceof Late ? `no answer within ${START_MS / 1000} s` : reasonOf(error, deps),
    )
    events.failed({ reason })
    throw new TurnRefused('agent_failed', `The agent process could not be started: ${reason}.`, {
      cause: error,
    })
  }
}

async function startWorker(deps: AgentWorkerDeps, signal: AbortSignal): Promise<AgentWorker> {
  const { endpoint, warden, clock, mask, events } = deps
  signal.throwIfAborted()
  await using parts = new AsyncDisposableStack()
  const group = await startGroup(deps.program, warden, clock)
  parts.defer(() => group.end())
  let ending = null as string | null
  void group.exited.then(({ code, signal: by }) => {
    ending = by ? `ended by ${by}` : `ended with code ${code}`
  })
  const stderrReader = createStderrReader({
    clock,
    onLine: (line) => events.outputLine({ line: mask(line) }),
  })
  const wire = createWire(group, { onOutputLine: stderrReader.readLine, onTooLong: () => void group.end() })
  const current: Pick<AgentWorker, 'turn' | 'session'> = { turn: null, session: null }
  const refuseCall = () => Promise.resolve({ text: 'No turn is running.', failed: true })
  const tools = parts.use(
    await endpoint.open({
      toolbox: () => current.turn?.toolbox ?? NO_TOOLS,
      call: (call, stop) => current.turn?.call(call, stop) ?? refuseCall(),
    }),
  )
  const { version, hasTerminal } = deps
  const connection = await Promise.race([
    connectAgent({ wire, version, hasTerminal, host: () => current.turn, signal }),
    aborted(signal),
  ]).catch(async (error: unknown) => {
    await new Promise((resolve) => setImmediate(resolve))
    throw ending === null ? error : new Error(`the program ${ending} during its start`)
  })
  parts.defer(() => connection.close())
  const running = parts.move()
  return Object.assign(current, {
    pid: group.child.pid!,
    ...connection,
    tools,
    exited: group.exited,
    ending: () => ending,
    setPaused: wire.setPaused,
    messageCount: wire.messageCount,
    [Symbol.asyncDispose]: () => endWorker(running, group),
  })
}

/** Closes tools and connection at once, even if the process does not exit. */
const endWorker = async (running: AsyncDisposableStack, group: ProcessGroup): Promise<void> => {
  await running.disposeAsync()
  await group.exited
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })

const reasonOf = (error: unknown, { command }: AgentWorkerDeps): string => {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ENOENT') return `the program “${command}” is not installed`
  if (code === 'EACCES') return `“${command}” is not executable`
  return message || String(error)
}

const NO_TOOLS: Toolbox = { specs: [], names: [], get: () => undefined }
