import type { Environment } from '#base/environment.ts'
import type { AgentEvents } from './events.ts'
import type { Tool, ToolContext } from './tool.ts'
import { listFiles } from './tools/files/list.ts'
import { readWhole } from './tools/files/open.ts'
import type { Turn } from './turn.ts'

const MAX_MESSAGE = 2000

export interface ToolContextDeps {
  hub: { readonly folder: string }
  /** Where the variables that tools need come from. */
  environment: Environment
  events: Pick<AgentEvents, 'toolSaid'>
}

/** What a tool gets beside its input: no more than it may see. */
export function toolContext(deps: ToolContextDeps, turn: Turn, tool: Tool, signal: AbortSignal): ToolContext {
  const folders = { hubFolder: deps.hub.folder, chatFolder: turn.files.folder }
  return {
    ...folders,
    caller: turn.caller,
    chatId: turn.chatId,
    signal,
    files: {
      list: () => listFiles(folders, null, signal),
      read: (path) => readWhole(folders, path),
      readText: async (path) => (await readWhole(folders, path)).toString('utf8'),
    },
    saveFile: (filename, content) => turn.files.save(filename, content),
    env: Object.fromEntries(tool.needs.env.map((name) => [name, deps.environment[name] ?? ''])),
    log: (message) =>
      deps.events.toolSaid({
        tool: tool.name,
        chat: turn.chatId,
        message: message.slice(0, MAX_MESSAGE),
      }),
  }
}
