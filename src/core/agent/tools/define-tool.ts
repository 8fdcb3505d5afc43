import type { Language } from '#ground/turn/language/language.ts'
import { z } from 'zod'
import { isPermission } from '#core/access/permission.ts'
import { withPlainNumbers } from '#ground/base/json/plain.ts'
import { accepted, refused } from '#ground/base/result.ts'
import { isMarkedTool, TOOL_MARK } from '#ground/hub/tools/exported-tools.ts'
import type { Restriction, Tool, ToolContext, ToolState } from './tool.ts'
import { describeInputProblems, isObjectSchema, strictInput } from './tool-input.ts'

/** Bounds the cost, because every prompt contains the description. */
const MAX_DESCRIPTION_LENGTH = 10_000

const NAME = /^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/

export interface ToolDefinition<Input extends z.ZodType = z.ZodType> {
  /** Name for the model: letters, digits, `_` and `-`. */
  name: string
  description: string
  /** Models read its `.describe()` texts. Only `z.looseObject` or `catchall` accept unknown arguments. */
  input: Input
  /** Only people with this capability may use the tool. Every use is recorded. */
  restricted?: Restriction
  /**
   * Required variables of the Hub's `.env`, the provider of a required external account, and the addresses of the
   * outside services that `ctx.assertion` may address.
   */
  needs?: { env?: readonly string[]; connection?: string; assertions?: readonly string[] }
  /** Surfaces that offer the tool, such as `chatapp`; default all. */
  surfaces?: readonly string[]
  /** `editable`: the person may also change the input of a call. */
  confirm?: boolean | 'editable'
  /** Maximum seconds per call; `SVC_TOOL_TIMEOUT_SECONDS` is the upper limit. */
  timeout?: number
  readOnly?: boolean
  title?: string | ((input: z.output<Input>, state: ToolState, language: Language) => string)
  run(input: z.output<Input>, ctx: ToolContext): unknown
}

/** @throws TypeError that names the tool and all faults of its definition. */
export function defineTool<Input extends z.ZodType>(definition: ToolDefinition<Input>): Tool {
  const problems = problemsOf(definition)
  if (problems.length > 0) throw new TypeError(`${labelOf(definition)}: ${problems.join('; ')}`)
  const { name, description, title } = definition
  const input = strictInput(definition.input)
  const tool: Tool = {
    name,
    description,
    inputSchema: inputSchemaOf(name, input),
    parse: (value) => {
      const given = withPlainNumbers(value)
      const parsed = input.safeParse(given)
      return parsed.success
        ? accepted(parsed.data)
        : refused(describeInputProblems(parsed.error, input, given))
    },
    restricted: definition.restricted ?? null,
    needs: {
      env: definition.needs?.env ?? [],
      connection: definition.needs?.connection ?? null,
      assertions: definition.needs?.assertions ?? [],
    },
    surfaces: definition.surfaces ?? null,
    confirm: Boolean(definition.confirm),
    isEditable: definition.confirm === 'editable',
    readOnly: definition.readOnly ?? false,
    timeoutMs: definition.timeout === undefined ? null : definition.timeout * 1000,
    title: (value, state, language = 'en') =>
      typeof title === 'function' && value !== null
        ? title(value as z.output<Input>, state, language)
        : typeof title === 'string'
          ? title
          : spoken(name),
    run: (value, context) => definition.run(value as z.output<Input>, context),
  }
  return Object.freeze(Object.assign(tool, { [TOOL_MARK]: true }))
}

export const isTool = (value: unknown): value is Tool => isMarkedTool(value)

const problemsOf = (definition: ToolDefinition): string[] => {
  if (typeof definition !== 'object' || definition === null) return ['expected an object']
  const { name, description, input, restricted, needs, surfaces, timeout, run } = definition
  const checks: [boolean, string][] = [
    [
      typeof name === 'string' && NAME.test(name),
      '`name` must be letters, digits, _ and -, starting with a letter, at most 64',
    ],
    [
      typeof description === 'string' &&
        description.trim() !== '' &&
        description.length <= MAX_DESCRIPTION_LENGTH,
      `\`description\` must describe the tool in at most ${MAX_DESCRIPTION_LENGTH} characters`,
    ],
    [isObjectSchema(input), '`input` must be a zod object, such as z.object({ city: z.string() })'],
    [typeof run === 'function', '`run` must be a function'],
    [
      restricted === undefined || isRestriction(restricted),
      '`restricted` must be { capability, label, group }, the capability like send_invoices',
    ],
    [
      needs === undefined || isNeeds(needs),
      '`needs` must be { env: [variable names], connection: provider, assertions: [addresses] }',
    ],
    [surfaces === undefined || isTexts(surfaces), '`surfaces` must be a list of surface names'],
    [
      timeout === undefined || (Number.isFinite(timeout) && timeout > 0),
      '`timeout` must be a number of seconds',
    ],
  ]
  const unknown = Object.keys(definition).filter((key) => !KEYS.has(key))
  return [
    ...checks.filter(([fine]) => !fine).map(([, message]) => message),
    ...unknown.map((key) => `\`${key}\` is not a property of a tool`),
  ]
}

const KEYS = new Set<string>([
  'name',
  'description',
  'input',
  'restricted',
  'needs',
  'surfaces',
  'confirm',
  'timeout',
  'readOnly',
  'title',
  'run',
] satisfies (keyof ToolDefinition)[])

const isRestriction = (value: unknown): boolean => {
  const { capability, label, group } = (value ?? {}) as Partial<Restriction>
  return (
    [label, group].every((text) => typeof text === 'string' && text.trim() !== '') &&
    typeof capability === 'string' &&
    isPermission(capability)
  )
}

const isNeeds = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).every(
    ([key, given]) =>
      ((key === 'env' || key === 'assertions') && isTexts(given)) ||
      (key === 'connection' && typeof given === 'string' && given !== ''),
  )

const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

const labelOf = (definition: ToolDefinition): string =>
  typeof definition?.name === 'string' && definition.name ? `tool ${definition.name}` : 'tool without a name'

const inputSchemaOf = (name: string, input: z.ZodType): Record<string, unknown> => {
  try {
    const { $schema: _, ...schema } = z.toJSONSchema(input, { io: 'input' }) as Record<string, unknown>
    return schema
  } catch (error) {
    throw new TypeError(
      `tool ${name}: \`input\` cannot be converted to JSON Schema (${(error as Error).message})`,
      {
        cause: error,
      },
    )
  }
}

const spoken = (name: string): string => {
  const words = name.replace(/[_-]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
