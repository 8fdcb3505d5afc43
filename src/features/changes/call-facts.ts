import { USE_HUB } from '#core/access/permission.ts'
import { definitionOf } from '#core/agent/turn/confirmed-call.ts'
import { SECRET_NAME } from '#core/agent/tools/secret-masking.ts'
import type { Tool } from '#core/agent/tools/tool.ts'
import type { ChangeOperation } from './schema.ts'

export type CallOperation = Extract<ChangeOperation, { action: 'call_tool' }>

/** The part of a proposed call that depends on the tool, not on the input. */
export type CallFacts = Pick<CallOperation, 'definition' | 'description' | 'input_schema' | 'permissions'>

export const callFactsOf = (tool: Tool): CallFacts => ({
  definition: definitionOf(tool),
  description: tool.description,
  permissions: tool.restricted ? [USE_HUB, tool.restricted.capability] : [USE_HUB],
  ...(tool.isEditable && { input_schema: tool.inputSchema as CallOperation['input_schema'] }),
})

/** Names of the input's fields, at any depth, that are secret by their name or by the tool's schema. */
export function secretFieldsOf({ input, input_schema: schema }: CallOperation): string[] {
  const names = new Set<string>()
  const visit = (value: unknown, described: unknown): void => {
    if (Array.isArray(value)) for (const item of value) visit(item, fieldOf(described, 'items'))
    else if (value !== null && typeof value === 'object')
      for (const [name, part] of Object.entries(value)) {
        const about = fieldOf(fieldOf(described, 'properties'), name)
        const isSecret = fieldOf(about, 'format') === 'password' || fieldOf(about, 'writeOnly') === true
        if (isSecret || SECRET_NAME.test(name)) names.add(name)
        visit(part, about)
      }
  }
  visit(input, schema)
  return [...names]
}

const fieldOf = (value: unknown, name: string): unknown =>
  value !== null && typeof value === 'object' && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined
