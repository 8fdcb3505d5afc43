import { variableOf, type Environment } from '#ground/base/environment.ts'
import type { Assertions } from '#core/agent/assertions/assertions.ts'
import type { AgentEvents } from '#core/agent/log-events.ts'
import type { Caller } from '#ground/identity/caller.ts'
import { NOTHING_HIDDEN, SECRET_NAME, type Hiding } from '#core/agent/tools/secret-masking.ts'
import type { ToolConnection, Tool, ToolContext } from '#core/agent/tools/tool.ts'
import { listFiles } from '#core/agent/tools/files/list.ts'
import { readWholeFile } from '#core/agent/tools/files/open.ts'
import { cutText } from '#ground/base/cut-text.ts'
import type { AgentTurn } from './turn.ts'

const MAX_MESSAGE = 2000

export interface ToolContextDeps {
  hub: { readonly folder: string }
  environment: Environment
  connections?: AgentConnections
  assertions?: Pick<Assertions, 'sign'>
  events: Pick<AgentEvents, 'toolMessage'>
}

export interface ConnectionUse {
  tool: string
  chatId: string
  scopes: readonly string[]
}

export interface AgentConnections {
  /** @throws ConnectionNeeded, or an Error with a sentence for the model and the person. */
  get(caller: Caller, provider: string, use: ConnectionUse): Promise<ToolConnection>
}

/** @param hide Called with every secret that the tool receives, to mask it in visible text. */
export function toolContext(
  deps: ToolContextDeps,
  turn: AgentTurn,
  tool: Tool,
  signal: AbortSignal,
  { hide, hidden }: Hiding = NOTHING_HIDDEN,
  source: ToolContext['source'] = () => {},
): ToolContext {
  const env = Object.fromEntries(
    tool.needs.env.map((name) => [name, variableOf(deps.environment, name) ?? '']),
  )
  for (const [name, value] of Object.entries(env)) if (SECRET_NAME.test(name)) hide(value)
  const folders = { hubFolder: deps.hub.folder, chatFolder: turn.files.folder }
  return {
    ...folders,
    caller: turn.caller,
    chatId: turn.chatId,
    traceparent: turn.traceparent ?? null,
    signal,
    files: {
      list: () => listFiles(folders, null, signal),
      read: (path) => readWholeFile(folders, path),
      readText: async (path) => (await readWholeFile(folders, path)).toString('utf8'),
    },
    write: turn.write ?? false,
    saveFile: (filename, content) => turn.files.save(filename, content),
    env,
    async connection(provider, { scopes = [] } = {}) {
      const connection = await connectionOf(deps, turn, tool, { provider, scopes })
      hide(connection.accessToken)
      return connection
    },
    assertion: (audience) => assertionOf(deps, turn, tool, audience),
    progress: (progress) => turn.progressed?.(progress),
    source,
    log: (message) =>
      deps.events.toolMessage({
        tool: tool.name,
        chat: turn.chatId,
        message: cutText(hidden(message), MAX_MESSAGE),
      }),
  }
}

async function connectionOf(
  { connections }: ToolContextDeps,
  { caller, chatId }: AgentTurn,
  tool: Tool,
  { provider, scopes }: { provider: string; scopes: readonly string[] },
): Promise<ToolConnection> {
  if (tool.needs.connection !== provider)
    throw new Error(
      `${tool.name} must name ${provider} in \`needs.connection\` to use an account of this provider.`,
    )
  if (caller.email === null)
    throw new Error(
      `${tool.name} needs an account of ${provider}, but no person is signed in for this request.`,
    )
  if (!connections)
    throw new Error(`${tool.name} needs your account of ${provider}, but this Hub cannot connect accounts.`)
  return connections.get(caller, provider, { tool: tool.name, chatId, scopes })
}

async function assertionOf(
  { assertions }: ToolContextDeps,
  { caller, chatId, runId }: AgentTurn,
  tool: Tool,
  audience: string,
): Promise<string> {
  if (!tool.needs.assertions?.includes(audience))
    throw new Error(`${tool.name} must list ${audience} in \`needs.assertions\` to send it an assertion.`)
  const call = { caller, chatId, runId: runId ?? null, tool: tool.name, audience }
  const assertion = await assertions?.sign(call)
  if (!assertion)
    throw new Error(`${tool.name} needs an assertion, but no person is signed in for this request.`)
  return assertion
}
