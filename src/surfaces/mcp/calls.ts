import type { CallToolResult } from '@modelcontextprotocol/server'
import type { AgentDeps } from '#core/agent/turn/agent.ts'
import { runCall } from '#core/agent/turn/call.ts'
import { createToolboxes, shownTo, type Toolbox } from '#core/agent/tools/toolbox.ts'
import { denyRestricted, type ToolProgress } from '#core/agent/tools/tool.ts'
import { tracedCall } from '#core/agent/turn/tracing.ts'
import type { ChatFiles, AgentTurn } from '#core/agent/turn/turn.ts'
import type { Caller } from '#ground/identity/caller.ts'
import { callContent, type SavedContent } from './content.ts'
import type { McpEvents } from './log-events.ts'
import { fitToRevision, type Revision } from './revisions.ts'
import { isOffered } from './tools.ts'

export interface CallsDeps {
  agent: AgentDeps
  filesOf(caller: Caller): Promise<{ chatId: string; files: ChatFiles }>
  events: Pick<McpEvents, 'called'>
}

export interface McpToolCall {
  requestId: string
  revision: Revision
  name: string
  arguments: Record<string, unknown>
  traceparent?: string
  progressed?(progress: ToolProgress): void
}

export interface Calls {
  toolboxOf(caller: Caller): Promise<Toolbox>
  /** Null if the tool does not exist. The result of a failed tool has `isError`. */
  call(caller: Caller, requested: McpToolCall, signal: AbortSignal): Promise<CallToolResult | null>
}

export function createCalls({ agent, filesOf, events }: CallsDeps): Calls {
  const sources = agent.sources ?? []
  const toolboxes = createToolboxes(agent.hub, agent.tools, sources)
  const maySee = agent.maySee ?? (async () => true)
  const deps = { ...agent, mayUse: agent.mayUse ?? denyRestricted }

  const everyTool = async (caller: Caller, allowed: readonly string[] | null) => {
    if (sources.length > 0) await Promise.all(sources.map((source) => source.ready({ caller, allowed })))
    return toolboxes.toolboxFor({ surface: caller.surface })
  }

  return {
    toolboxOf: async (caller) => shownTo(caller, await everyTool(caller, agent.hub.agent().tools), maySee),

    async call(caller, requested, signal) {
      const { requestId, revision, name, arguments: inputValue, traceparent, progressed } = requested
      const toolbox = isOffered(name) ? await everyTool(caller, [name]) : null
      const tool = toolbox?.get(name)
      if (!toolbox || !tool || tool.isFor?.(caller) === false) return null
      const startedAt = agent.clock.now()
      const { chatId, files } = await filesOf(caller)
      const saved: SavedContent[] = []
      const turn: AgentTurn = {
        chatId,
        caller,
        files: recording(files, saved),
        messages: [],
        ...(traceparent && { traceparent }),
        ...(progressed && { progressed }),
      }
      const calling = {
        ...deps,
        toolbox: tool.runWithToolNames ? await shownTo(caller, toolbox, maySee) : toolbox,
      }
      const input = agent.tracing?.content ? JSON.stringify(inputValue) : ''
      const { text, failed } = await tracedCall(
        agent.tracing,
        turn,
        { id: requestId, name, input, isKnown: true },
        (traced) => runCall(calling, traced, { name, inputValue }, signal),
      )
      const outcome = signal.aborted ? 'aborted' : failed ? 'failed' : 'done'
      events.called({ requestId, tool: name, ms: agent.clock.now() - startedAt, outcome })
      return fitToRevision(revision, 'toolResult', {
        content: callContent(text, saved, revision),
        ...(failed && { isError: true }),
      })
    },
  }
}

const recording = (files: ChatFiles, saved: SavedContent[]): ChatFiles => ({
  ...files,
  async save(filename, content) {
    const file = await files.save(filename, content)
    saved.push({ ...file, content })
    return file
  },
})
