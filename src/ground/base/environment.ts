import { z } from 'zod'
import { nearestName } from './nearest-name.ts'

export interface VariableInfo {
  secret?: boolean
}

export const variableInfo = z.registry<VariableInfo>()

/** Marks a variable as secret: its value never appears in errors or documentation. */
export const secret = <T extends z.ZodType>(schema: T): T => {
  variableInfo.add(schema, { secret: true })
  return schema
}

export const flag = (fallback: boolean) =>
  z
    .stringbool({ truthy: ['true', '1', 'yes', 'on'], falsy: ['false', '0', 'no', 'off', ''] })
    .default(fallback)

export const wholeVariable = ({
  min = 0,
  max = Number.MAX_SAFE_INTEGER,
}: { min?: number; max?: number } = {}) =>
  z.coerce
    .number(`expected a whole number ${rangeIn(min, max)}`)
    .int()
    .min(min)
    .max(max)

const rangeIn = (min: number, max: number): string =>
  max === Number.MAX_SAFE_INTEGER ? `from ${min} on` : `from ${min} to ${max}`

export const port = (fallback: number) => wholeVariable({ max: 65_535 }).default(fallback)

export const listVariable = () =>
  z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter(Boolean))
    .pipe(z.array(z.string()))

export class BadConfiguration extends Error {
  readonly problems: readonly { variable: string; message: string }[]
  constructor(problems: readonly { variable: string; message: string }[]) {
    super(problems.map((problem) => `${problem.variable}: ${problem.message}`).join('\n'))
    this.name = 'BadConfiguration'
    this.problems = problems
  }
}

export type Environment = Readonly<Record<string, string | undefined>>

/** Excludes inherited properties, such as `constructor`. */
export const variableOf = (environment: Environment, name: string): string | undefined =>
  Object.hasOwn(environment, name) ? environment[name] : undefined

export function parseEnvironment<S extends z.ZodObject>(schema: S, environment: Environment): z.infer<S> {
  const values = Object.fromEntries(
    Object.keys(schema.shape).map((name) => [name, environment[name] || undefined]),
  )
  const parsed = schema.safeParse(values, { jitless: true }) // compiling the parser costs more than it saves for one call
  if (parsed.success) return parsed.data
  throw new BadConfiguration(
    parsed.error.issues.map((issue) => {
      const variable = String(issue.path[0] ?? 'configuration')
      const value = values[variable]
      const shown = value === undefined || isSecret(schema.shape[variable]) ? '' : ` (got "${value}")`
      return { variable, message: issue.message + shown }
    }),
  )
}

export function unknownVariables(
  known: ReadonlySet<string>,
  environment: Environment,
): { variable: string; nearest: string | null }[] {
  return Object.keys(environment)
    .filter((name) => name.startsWith('SVC_') && !known.has(name))
    .map((variable) => ({ variable, nearest: nearestName(variable, known) }))
}

const isSecret = (schema: unknown): boolean => {
  for (let inner = schema as z.ZodType | undefined; inner; inner = unwrapped(inner))
    if (variableInfo.get(inner)?.secret) return true
  return false
}

const unwrapped = (schema: z.ZodType): z.ZodType | undefined =>
  (schema.def as { innerType?: z.ZodType }).innerType
