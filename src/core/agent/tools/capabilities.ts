import { variableOf, type Environment } from '#ground/base/environment.ts'
import type { AwaitedTool } from './tool.ts'

export interface Capability {
  name: string
  label: string
  group: string
  tools: readonly string[]
  missing: readonly string[]
}

export function capabilitiesOf(tools: readonly AwaitedTool[], environment: Environment): Capability[] {
  const restricted = tools.filter((tool) => tool.restricted !== null)
  const byCapability = Map.groupBy(restricted, (tool) => tool.restricted!.capability)
  return [...byCapability]
    .map(([name, group]) => ({
      name,
      label: group[0]!.restricted!.label,
      group: group[0]!.restricted!.group,
      tools: group.map((tool) => tool.name).toSorted(),
      missing: [...new Set(group.flatMap((tool) => tool.needs.env))].filter(
        (variable) => !variableOf(environment, variable),
      ),
    }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}
