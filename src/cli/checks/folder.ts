import { mayBeOutside } from '#agent/mcp-servers/tools/names.ts'
import { createToolboxes } from '#agent/toolbox.ts'
import { builtInTools } from '#agent/tools/built-in.ts'
import type { HubProblem } from '#hub/hub.ts'
import { NotAHub, openHub } from '#hub/open.ts'
import { readInboundConfig } from '#processes/config/inbound.ts'
import { openTasks } from '#tasks/tasks.ts'
import { openWorkflows } from '#workflows/workflows.ts'
import type { HubSettings } from '../settings.ts'
import { failure, ok, warning, type Finding } from './finding.ts'

/** Tools that only a running Hub has. */
const ELSEWHERE = [
  'remember',
  'delegates',
  'fetch_url',
  'run_command',
  'list_access',
  'explain_access',
  'propose_access',
  'propose_account',
]

/** The Hub's folder: agent file, tools, and who may read its secrets. */
export async function checkFolder(hubFolder: string, settings: HubSettings): Promise<Finding[]> {
  const openFiles = settings.warnings.map((text) => warning('.env', text))
  try {
    await using hub = await openHub(hubFolder, { watch: false })
    const outside = (hub.agent().tools ?? []).filter((name) => mayBeOutside(hub.mcpServers(), name))
    const elsewhere = [...ELSEWHERE, ...outside]
    const endpoint = readInboundConfig(settings.environment).webhook.name
    await using tasks = await openTasks(hubFolder, { watch: false, endpoint })
    await using workflows = await openWorkflows(hubFolder, { watch: false, endpoint })
    const problems = [
      ...hub.problems(),
      ...createToolboxes(hub, builtInTools, [], elsewhere).problems(),
      ...tasks.problems(),
      ...workflows.problems(),
    ]
    if (problems.length > 0) return [...problems.map(findingOf), ...openFiles]
    const tools = hub.toolModules().length
    return [ok('Hub', `${hub.agent().name}, ${tools} tool ${tools === 1 ? 'file' : 'files'}`), ...openFiles]
  } catch (error) {
    if (!(error instanceof NotAHub)) throw error
    return [...error.problems.map(findingOf), ...openFiles]
  }
}

const findingOf = ({ file, line, column, message }: HubProblem): Finding =>
  failure([file, line, column].filter((part) => part !== null).join(':'), message)
