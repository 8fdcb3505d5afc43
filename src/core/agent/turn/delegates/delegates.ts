import { titles } from '#core/agent/tools/files/titles.ts'
import { z } from 'zod'
import type { SubAgent } from '#ground/hub/hub.ts'
import type { TurnEvent } from '#ground/turn/schema.ts'
import { defineTool } from '#core/agent/tools/define-tool.ts'
import type { TurnMessage } from '#core/agent/model/model.ts'
import type { ToolSource } from '#core/agent/tools/tool.ts'
import type { AgentTurn } from '../turn.ts'
import type { InsideTurn, TurnNesting, TurnTool } from '../turn-tool.ts'

export const DELEGATES = 'delegates'

export const MAX_DEPTH = 2

export interface DelegatesDeps {
  subAgents(): readonly SubAgent[]
  run(turn: AgentTurn, nesting: TurnNesting, signal: AbortSignal): AsyncIterable<TurnEvent>
}

export function createDelegates(deps: DelegatesDeps): ToolSource {
  let known: readonly SubAgent[] = []
  let tools: readonly TurnTool[] = []
  return {
    ready: async () => {},
    tools() {
      const current = deps.subAgents()
      if (current !== known) {
        known = current
        tools = current.length > 0 ? [delegatesTool(deps, current)] : []
      }
      return tools
    },
    problems: () => [],
  }
}

const Task = z
  .string()
  .trim()
  .min(1)
  .max(100_000)
  .describe('The complete task: the sub-agent does not see this conversation')

function delegatesTool(deps: DelegatesDeps, subAgents: readonly SubAgent[]): TurnTool {
  const byId = new Map(subAgents.map((agent) => [agent.id, agent]))
  const ids = [...byId.keys()]
  // The schema lists the ids of the sub-agents, so that servers that enforce the schema allow no other ids.
  const input = z.object({
    agent: z.enum(ids, `expected one of ${ids.join(', ')}`).describe('Name of the agent'),
    task: Task,
  })
  const tool = defineTool({
    name: DELEGATES,
    description: [
      'Hand a task to another agent and get its answer. It works by itself and sees nothing of this conversation ' +
        'but the files of the chat. The agents:',
      ...subAgents.map(({ id, name, description }) => `- ${id}: ${description || name}`),
    ].join('\n'),
    input,
    title: titles('subAgent', ({ agent }) => byId.get(agent)?.name ?? agent),
    run() {
      throw new Error('Agents can delegate work only from a chat.')
    },
  })
  return {
    ...tool,
    isSafeIfInjected: true,
    timeoutMs: Infinity,
    runInTurn(given, { signal }, inside) {
      const { agent, task } = given as z.output<typeof input>
      return delegate(deps, byId.get(agent)!, task, inside, signal)
    },
  }
}

async function delegate(
  { run }: DelegatesDeps,
  agent: SubAgent,
  task: string,
  { turn, budget, depth, emit }: InsideTurn,
  signal: AbortSignal,
): Promise<string> {
  const place = { budget, depth: depth + 1 }
  if (place.depth > MAX_DEPTH) throw new Error(`Delegation can be nested at most ${MAX_DEPTH} times.`)
  if (budget.left <= place.depth)
    throw new Error('This answer has too few steps left to delegate work to another agent (`max_turns`).')
  let text = ''
  for await (const event of run(turnOf(agent, task, turn), place, signal)) {
    if (event.type === 'text') text += event.text
    else if (event.type === 'tool') emit({ ...event, title: `${agent.name}: ${event.title}` })
  }
  return text.trim() || `${agent.name} ended without saying anything.`
}

const turnOf = ({ tools, model, ...agent }: SubAgent, task: string, turn: AgentTurn): AgentTurn => ({
  chatId: turn.chatId,
  caller: turn.caller,
  files: turn.files,
  write: turn.write,
  hasForeignText: turn.hasForeignText,
  timeZone: turn.timeZone,
  language: turn.language,
  messages: [{ role: 'user', parts: [{ type: 'text', text: task }] } satisfies TurnMessage],
  overrides: {
    name: agent.name,
    prompt: agent.prompt,
    maxTurns: agent.maxTurns,
    temperature: agent.temperature,
    model: model ?? turn.overrides?.model,
    tools: tools ?? turn.overrides?.tools,
  },
  ...(turn.addedTools && { addedTools: turn.addedTools }),
  ...(turn.runId !== undefined && { runId: turn.runId }),
  ...(turn.depth !== undefined && { depth: turn.depth }),
  ...(turn.traceparent !== undefined && { traceparent: turn.traceparent }),
})
