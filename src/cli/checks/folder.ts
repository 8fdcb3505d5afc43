import { createToolboxes } from '#agent/toolbox.ts'
import { builtInTools } from '#agent/tools/built-in.ts'
import type { HubProblem } from '#hub/hub.ts'
import { NotAHub, openHub } from '#hub/open.ts'
import type { HubSettings } from '../settings.ts'
import { failure, ok, warning, type Finding } from './finding.ts'

/** The Hub's folder: agent file, tools, and who may read its secrets. */
export async function checkFolder(hubFolder: string, settings: HubSettings): Promise<Finding[]> {
  const openFiles = settings.warnings.map((text) => warning('.env', text))
  try {
    await using hub = await openHub(hubFolder, { watch: false })
    const problems = [...hub.problems(), ...createToolboxes(hub, builtInTools).problems()]
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
