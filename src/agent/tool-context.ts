import type { Environment } from '#base/environment.ts'
import type { AgentEvents } from './events.ts'
import type { Caller } from '#identity/caller.ts'
import type { Connection, Tool, ToolContext } from './tool.ts'
import { listFiles } from './tools/files/list.ts'
import { readWhole } from './tools/files/open.ts'
import type { Turn } from './turn.ts'

const MAX_MESSAGE = 2000

export interface ToolContextDeps {
  hub: { readonly folder: string }
  /** Where the variables that tools need come from. */
  environment: Environment
  /** Outside accounts of people; without it there are none. */
  connections?: Connections
  events: Pick<AgentEvents, 'toolSaid'>
}

/** A person's outside accounts. */
export interface Connections {
  /** @throws Error with a sentence for the model and the person when there is none. */
  get(caller: Caller, provider: string): Promise<Connection>
}

/** What a tool gets beside its input: no more than it may see. */
export function toolContext(deps: ToolContextDeps, turn: Turn, tool: Tool, signal: AbortSignal): ToolContext {
  const folders = { hubFolder: deps.hub.folder, chatFolder: turn.files.folder }
  return {
    ...folders,
    caller: turn.caller,
    chatId: turn.chatId,
    traceparent: turn.traceparent ?? null,
    signal,
    files: {
      list: () => listFiles(folders, null, signal),
      read: (path) => readWhole(folders, path),
      readText: async (path) => (await readWhole(folders, path)).toString('utf8'),
    },
    write: turn.write ?? false,
    saveFile: (filename, content) => turn.files.save(filename, content),
    env: Object.fromEntries(tool.needs.env.map((name) => [name, deps.environment[name] ?? ''])),
    connection: (provider) => connectionOf(deps, turn, tool, provider),
    progress: (progress) => turn.progressed?.(progress),
    log: (message) =>
      deps.events.toolSaid({
        tool: tool.name,
        chat: turn.chatId,
        message: message.slice(0, MAX_MESSAGE),
      }),
  }
}

async function connectionOf(
  { connections }: ToolContextDeps,
  { caller }: Turn,
  tool: Tool,
  provider: string,
): Promise<Connection> {
  if (tool.needs.connection !== provider)
    throw new Error(`${tool.name} must name ${provider} in \`needs.connection\` to use an account there.`)
  if (caller.email === null)
    throw new Error(`${tool.name} needs an account with ${provider}, and nobody is signed in here.`)
  if (!connections)
    throw new Error(
      `${tool.name} needs your account with ${provider}, and this Hub can’t connect accounts yet.`,
    )
  return connections.get(caller, provider)
}
