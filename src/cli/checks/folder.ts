import { mayBeOutside } from '#core/agent/mcp-servers/tools/names.ts'
import type { ToolSource } from '#core/agent/tools/tool.ts'
import { createToolboxes } from '#core/agent/tools/toolbox.ts'
import { builtInTools } from '#core/agent/tools/built-in.ts'
import type { HubProblem } from '#ground/hub/hub.ts'
import { NotAHub, openHub } from '#ground/hub/open.ts'
import { joinDefinitions } from '#features/work/runs/definitions/join-definitions.ts'
import { openHubEndpoints } from '#core/inbox/endpoints/settings.ts'
import { openTasks } from '#features/work/tasks/tasks.ts'
import { openWorkflows } from '#features/work/workflows/workflows.ts'
import { targetProblems } from '#processes/delivery.ts'
import type { HubSettings } from '../settings.ts'
import { failure, ok, warning, type Finding } from './finding.ts'

/** A list, because only a running Hub loads the built-in tools. */
const BUILT_IN_TOOL_NAMES = [
  'remember',
  'delegates',
  'read_skill',
  'ask_person',
  'fetch_url',
  'run_command',
  'list_access',
  'explain_access',
  'propose_access',
  'propose_account',
  'publish_artifact',
  'update_artifact',
  'connect_account',
]

const NO_TOOLS: ToolSource = { ready: async () => {}, tools: () => NONE, problems: () => [] }
const NONE: readonly never[] = []

export async function checkFolder(hubFolder: string, settings: HubSettings): Promise<Finding[]> {
  const openFiles = settings.warnings.map((text) => warning('.env', text))
  try {
    await using hub = await openHub(hubFolder, { watch: false })
    const { environment } = settings
    await using endpoints = await openHubEndpoints({ hubFolder, environment, watch: false })
    const options = {
      watch: false,
      endpoints: () => endpoints.current().map(({ name }) => name),
      targetProblem: targetProblems(environment),
    }
    await using tasks = await openTasks(hubFolder, options)
    await using workflows = await openWorkflows(hubFolder, options)
    const outside = { ...NO_TOOLS, mayHave: (name: string) => mayBeOutside(hub.mcpServers(), name) }
    const toolboxes = createToolboxes(hub, builtInTools, [outside], BUILT_IN_TOOL_NAMES)
    const definitions = joinDefinitions([tasks, workflows], {
      endpoints,
      toolProblems: toolboxes.problemsOf,
    })
    const problems = [...hub.problems(), ...toolboxes.problems(), ...definitions.problems()]
    const findings = [...problems.map(findingOf), ...openFiles]
    if (problems.some(({ isIgnored }) => !isIgnored)) return findings
    const tools = hub.toolModules().length
    return [ok('Hub', `${hub.agent().name}, ${tools} tool ${tools === 1 ? 'file' : 'files'}`), ...findings]
  } catch (error) {
    if (!(error instanceof NotAHub)) throw error
    return [...error.problems.map(findingOf), ...openFiles]
  }
}

function findingOf({ file, line, column, message, isIgnored }: HubProblem): Finding {
  const place = [file, line, column].filter((part) => part !== null).join(':')
  return isIgnored ? warning(place, message) : failure(place, message)
}
