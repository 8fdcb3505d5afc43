import {
  Client,
  StreamableHTTPClientTransport,
  type ClientOptions,
  type JsonSchemaValidator,
  type Transport,
} from '@modelcontextprotocol/client'
import type { Clock } from '#ground/base/clock.ts'
import { MODERN_REVISION } from '#ground/base/mcp-revisions.ts'
import type { McpReach, McpServerOptions } from '#ground/hub/mcp-file-schema.ts'
import { isUnauthorized, missingScopesOf, NeedsPerson } from './failure.ts'
import { requiresSignIn } from './http/challenge.ts'
import { createMcpFetch } from './http/fetch.ts'
import { answerQuestions, QUESTION_CAPABILITIES } from './questions/answer-questions.ts'
import {
  createElicitationCompletions,
  type ElicitationCompletions,
} from './questions/elicitation-completions.ts'
import { createRunningCalls, type RunningCalls } from './questions/running-calls.ts'
import { createStderrReader } from './stdio/stderr-lines.ts'
import { createStdioTransport } from './stdio/transport.ts'
import { programOf, type StdioSurroundings } from './stdio/program.ts'
import type { Warden } from '#ground/base/programs/warden.ts'

export interface McpServerConnection {
  readonly client: Client
  readonly calls: RunningCalls
  readonly completions: ElicitationCompletions
  /** Resolves with the reason when the connection is closed or unusable. Never rejects. */
  readonly lost: Promise<string>
  isLost(): boolean
  lose(reason: string): void
  explain(error: unknown): Promise<unknown>
  close(): Promise<void>
}

export interface McpConnectDeps extends StdioSurroundings {
  reach: McpReach
  /** Null: client and server negotiate the revision. */
  protocolVersion: McpServerOptions['protocolVersion']
  token: (() => Promise<string | null>) | null
  serverFacts: { speaksLegacy: boolean }
  version: string
  warden: Warden
  clock: Clock
  onOutputLine(line: string): void
  onToolsChanged(): void
}

/**
 * A server that does not confirm the MCP revision `MODERN_REVISION` in this time is treated as a server of an older
 * revision.
 */
const PROBE_MS = 3000

/**
 * After an error, no connection and no program stays open.
 * @throws NeedsPerson, or an Error for `describeMcpFailure`
 */
export async function connectMcpServer(
  deps: McpConnectDeps,
  signal: AbortSignal,
): Promise<McpServerConnection> {
  try {
    return await open(deps, deps.serverFacts.speaksLegacy, signal)
  } catch (error) {
    const mayBeLegacy =
      deps.protocolVersion === null &&
      deps.reach.type === 'stdio' &&
      error instanceof ProgramExited &&
      !deps.serverFacts.speaksLegacy
    if (!mayBeLegacy || signal.aborted) throw error
    return open(deps, true, signal)
  }
}

class ProgramExited extends Error {}

async function open(
  deps: McpConnectDeps,
  asLegacy: boolean,
  signal: AbortSignal,
): Promise<McpServerConnection> {
  const { promise: lost, resolve } = Promise.withResolvers<string>()
  let isLost = false
  const lose = (reason: string) => {
    isLost = true
    resolve(reason)
  }
  const route =
    deps.reach.type === 'stdio' ? await programRoute(deps, deps.reach) : webRoute(deps, deps.reach)
  const client = new Client(
    { name: 'hub-service', version: deps.version },
    {
      capabilities: QUESTION_CAPABILITIES,
      ...negotiation(deps.protocolVersion, asLegacy),
      jsonSchemaValidator: ACCEPT_ANY_SCHEMA,
      listChanged: { tools: { autoRefresh: false, onChanged: deps.onToolsChanged } },
    },
  )
  const calls = createRunningCalls()
  const completions = createElicitationCompletions()
  answerQuestions({ client, calls, completions })
  const close = async () => {
    lose('was stopped')
    await Promise.allSettled([client.close(), route.transport.close()])
  }
  const stop = () => void close()
  signal.addEventListener('abort', stop, { once: true })
  try {
    signal.throwIfAborted()
    await client.connect(route.transport, { signal, timeout: NO_TIMEOUT_MS })
  } catch (error) {
    await close()
    if (signal.aborted) throw signal.reason
    throw await route.explain(error)
  } finally {
    signal.removeEventListener('abort', stop)
  }
  Object.assign(client, { onclose: () => lose(route.ending() ?? 'closed the connection') })
  deps.serverFacts.speaksLegacy = client.getProtocolEra() === 'legacy'
  const explain = async (error: unknown) => route.explain(error)
  return { client, calls, completions, lost, isLost: () => isLost, lose, explain, close }
}

function negotiation(
  only: McpConnectDeps['protocolVersion'],
  asLegacy: boolean,
): Pick<ClientOptions, 'versionNegotiation' | 'supportedProtocolVersions'> {
  const probe = { timeoutMs: PROBE_MS }
  if (only !== null && only !== MODERN_REVISION)
    return { versionNegotiation: { mode: 'legacy' }, supportedProtocolVersions: [only] }
  if (only !== null) return { versionNegotiation: { mode: { pin: only }, probe } }
  return { versionNegotiation: asLegacy ? { mode: 'legacy' } : { mode: 'auto', probe } }
}

/** Disables the client library's time limits. The Hub enforces its own limits. */
export const NO_TIMEOUT_MS = 2 ** 31 - 1

/** Disables the client library's checks of results against a server's schemas, because the model judges the results. */
const ACCEPT_ANY_SCHEMA: NonNullable<ClientOptions['jsonSchemaValidator']> = {
  getValidator:
    <T>(): JsonSchemaValidator<T> =>
    (data) => ({ valid: true, data: data as T, errorMessage: undefined }),
}

interface Route {
  transport: Transport
  /** Null while the program runs, and for a server that is reached over HTTP. */
  ending(): string | null
  explain(error: unknown): unknown
}

async function programRoute(deps: McpConnectDeps, reach: McpReach & { type: 'stdio' }): Promise<Route> {
  const program = await programOf(reach, deps)
  const stderrReader = createStderrReader({ clock: deps.clock, onLine: deps.onOutputLine })
  const transport = createStdioTransport({
    ...deps,
    program,
    onOutputLine: stderrReader.readLine,
    onMessage: stderrReader.recordMessage,
  })
  const ending = () => {
    const how = transport.ending()
    return how && [how, stderrReader.lastLines()].filter(Boolean).join(': ')
  }
  return {
    transport,
    ending,
    explain: (error) => {
      const how = ending()
      return how ? new ProgramExited(how) : error
    },
  }
}

function webRoute(deps: McpConnectDeps, reach: McpReach & { type: 'http' }): Route {
  const { token } = deps
  let challenge: string | null = null
  const transport = new StreamableHTTPClientTransport(new URL(reach.url), {
    requestInit: { headers: reach.headers },
    fetch: createMcpFetch({
      onChallenge: (value) => (challenge = value),
      onBroken: deps.onToolsChanged, // the server may have restarted with other tools
      clock: deps.clock,
    }),
    onInsufficientScope: 'throw',
    reconnectionOptions: RECONNECTION,
    ...(token && { authProvider: { token: async () => (await token()) ?? undefined } }),
  })
  return {
    transport,
    ending: () => null,
    async explain(error) {
      const isOurs = Object.keys(reach.headers).some((name) => name.toLowerCase() === 'authorization')
      const isRefused = isUnauthorized(error) || missingScopesOf(error) !== null
      if (!isRefused || isOurs || token) return error
      return (await requiresSignIn(reach.url, challenge)) ? new NeedsPerson() : error
    },
  }
}

const RECONNECTION = {
  initialReconnectionDelay: 1000,
  maxReconnectionDelay: 60_000,
  reconnectionDelayGrowFactor: 2,
  maxRetries: 20,
}
