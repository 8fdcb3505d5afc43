import type { HubProblem, ToolModule } from '#ground/hub/hub.ts'
import { exportProblems } from '#ground/hub/tools/exported-tools.ts'
import { isTool } from './define-tool.ts'
import type { Tool } from './tool.ts'

/** An invalid or duplicate tool does not affect others. */
export function collectCustomTools(
  modules: readonly ToolModule[],
  builtIn: readonly Pick<Tool, 'name'>[],
): { tools: Tool[]; problems: HubProblem[] } {
  const owners = new Map(builtIn.map(({ name }) => [name, 'the service itself']))
  const tools: Tool[] = []
  const problems: HubProblem[] = []
  for (const { file, exports } of modules) {
    const values = [...new Set(Object.values(exports))]
    const addProblem = (message: string) => problems.push({ file, line: null, column: null, message })
    exportProblems(values).forEach(addProblem)
    const found = values.filter(isTool)
    for (const tool of found) {
      const owner = owners.get(tool.name)
      if (owner) addProblem(`the tool “${tool.name}” already exists in ${owner}; give this one another name`)
      else tools.push(tool)
      owners.set(tool.name, owner ?? file)
    }
  }
  return { tools, problems }
}
