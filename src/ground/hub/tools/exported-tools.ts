/** A global symbol, so that tools of a second copy of the library are accepted, too. */
export const TOOL_MARK = Symbol.for('hub-service.tool')

export const isMarkedTool = (value: unknown): value is { name: string } =>
  typeof value === 'object' && value !== null && (value as Record<symbol, unknown>)[TOOL_MARK] === true

export function exportProblems(values: readonly unknown[]): string[] {
  if (values.length === 0) return ['exports nothing; export a tool made with defineTool({ … })']
  return values
    .filter((value) => looksLikeTool(value) && !isMarkedTool(value))
    .map(
      (value) =>
        `the tool “${String((value as { name: unknown }).name)}” must be made with defineTool({ … })`,
    )
}

const looksLikeTool = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'name' in value && 'run' in value
