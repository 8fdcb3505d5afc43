import {
  client,
  methods,
  PROTOCOL_VERSION,
  RequestError,
  type AgentCapabilities,
  type ClientContext,
  type CreateTerminalRequest,
  type CreateTerminalResponse,
  type ReadTextFileRequest,
  type ReadTextFileResponse,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
  type SessionNotification,
  type TerminalOutputResponse,
  type WaitForTerminalExitResponse,
  type WriteTextFileRequest,
} from '@agentclientprotocol/sdk'
import type { AgentWire } from './wire.ts'

/**
 * Callbacks for requests that the agent process sends during a turn. If a callback fails, the agent receives the
 * error's message.
 */
export interface TurnHost {
  update(notification: SessionNotification): void
  permission(request: RequestPermissionRequest, signal: AbortSignal): Promise<RequestPermissionResponse>
  readFile(request: ReadTextFileRequest, signal: AbortSignal): Promise<ReadTextFileResponse>
  writeFile(request: WriteTextFileRequest, signal: AbortSignal): Promise<void>
  terminals: {
    create(request: CreateTerminalRequest): Promise<CreateTerminalResponse>
    output(terminalId: string): TerminalOutputResponse
    exited(terminalId: string): Promise<WaitForTerminalExitResponse>
    kill(terminalId: string): void
    release(terminalId: string): void
  }
}

export interface ProcessConnection {
  readonly agent: ClientContext
  readonly capabilities: AgentCapabilities
  readonly name: string | null
  close(): void
}

export interface AgentConnectDeps {
  wire: AgentWire
  version: string
  hasTerminal: boolean
  host(): TurnHost | null
  signal: AbortSignal
}

export async function connectAgent({
  wire,
  version,
  hasTerminal,
  host,
  signal,
}: AgentConnectDeps): Promise<ProcessConnection> {
  const connection = clientFor(host).connect(wire)
  try {
    const answer = await connection.agent.request(
      methods.agent.initialize,
      {
        protocolVersion: PROTOCOL_VERSION,
        clientCapabilities: { fs: { readTextFile: true, writeTextFile: true }, terminal: hasTerminal },
        clientInfo: { name: 'hub-service', title: 'Hub Service', version },
      },
      { cancellationSignal: signal },
    )
    if (answer.protocolVersion !== PROTOCOL_VERSION)
      throw new Error(
        `the program speaks version ${answer.protocolVersion} of the Agent Client Protocol; version ${PROTOCOL_VERSION} is required`,
      )
    return {
      agent: connection.agent,
      capabilities: answer.agentCapabilities ?? {},
      name: answer.agentInfo?.name ?? null,
      close: () => connection.close(),
    }
  } catch (error) {
    connection.close()
    throw error
  }
}

const clientFor = (host: AgentConnectDeps['host']) => {
  const running = (): TurnHost => host() ?? refuse('No turn is running.')
  return client({ name: 'hub-service' })
    .onNotification(methods.client.session.update, ({ params }) => host()?.update(params))
    .onRequest(
      methods.client.session.requestPermission,
      async ({ params, signal }) =>
        (await host()?.permission(params, signal)) ?? { outcome: { outcome: 'cancelled' } },
    )
    .onRequest(methods.client.fs.readTextFile, ({ params, signal }) =>
      withErrorMessage(() => running().readFile(params, signal)),
    )
    .onRequest(methods.client.fs.writeTextFile, async ({ params, signal }) => {
      await withErrorMessage(() => running().writeFile(params, signal))
      return {}
    })
    .onRequest(methods.client.terminal.create, ({ params }) =>
      withErrorMessage(() => running().terminals.create(params)),
    )
    .onRequest(methods.client.terminal.output, ({ params }) =>
      withErrorMessage(async () => running().terminals.output(params.terminalId)),
    )
    .onRequest(methods.client.terminal.waitForExit, ({ params }) =>
      withErrorMessage(() => running().terminals.exited(params.terminalId)),
    )
    .onRequest(methods.client.terminal.kill, ({ params }) =>
      withErrorMessage(async () => running().terminals.kill(params.terminalId)),
    )
    .onRequest(methods.client.terminal.release, ({ params }) =>
      withErrorMessage(async () => running().terminals.release(params.terminalId)),
    )
}

/** Converts each error to a `RequestError`, because the library forwards no other error's message to the agent. */
const withErrorMessage = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw error instanceof RequestError
      ? error
      : new RequestError(INTERNAL, error instanceof Error ? error.message : String(error))
  }
}

const INTERNAL = -32_603

const refuse = (why: string): never => {
  throw new RequestError(INTERNAL, why)
}
