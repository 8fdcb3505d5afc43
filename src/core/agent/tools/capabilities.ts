import type { Environment } from '#ground/base/environment.ts'
import type { AwaitedTool } from './tool.ts'

/** A capability that restricted tools name, with what its tools still need. */
export interface Capability {
  name: string
  label: string
  group: string
  tools: readonly string[]
  /** Variables that are not set. */
  missing: readonly string[]
}

/** The capabilities of restricted tools, each once, by name. The first tool's label and group count. */
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
        (variable) => !environment[variable],
      ),
    }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}
