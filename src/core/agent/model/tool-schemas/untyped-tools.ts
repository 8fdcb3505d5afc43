import type { ToolSpec } from '../model.ts'
import type { ServerReport } from '../reported.ts'

/** Errors of servers whose chat template or grammar failed. They name no tool. */
const TEMPLATE_FAILED = /Automatic parser generation failed|has no attribute|\bjinja|chat[ _-]?template/i

/**
 * The tools that a failing chat template may not support: those with an argument, or with items of a list,
 * that have no type. Empty for other errors.
 */
export const untypedTools = (report: ServerReport | null, tools: readonly ToolSpec[]): ToolSpec[] =>
  report && TEMPLATE_FAILED.test(report.message)
    ? tools.filter(({ inputSchema }) => Object.values(propertiesOf(inputSchema)).some(isUntyped))
    : []

const propertiesOf = (schema: unknown): object => (schema as { properties?: object } | null)?.properties ?? {}

function isUntyped(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return true
  const { type, items } = schema as { type?: unknown; items?: unknown }
  if (type === undefined || Array.isArray(type)) return true
  if (type === 'array') return isUntyped(items)
  return Object.values(propertiesOf(schema)).some(isUntyped)
}
