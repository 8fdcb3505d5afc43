import { z } from 'zod'
import { hintAt } from '#ground/base/nearest-name.ts'

/** `<provider>/<model>`, or a list of them: a later model answers if an earlier model is not available. */
export type ModelChoice = string | readonly string[]

export const MAX_LISTED_MODELS = 10

export const PROVIDER_NAMES = ['openai', 'anthropic', 'google', 'compatible'] as const
export type ProviderName = (typeof PROVIDER_NAMES)[number]

const PROVIDERS: ReadonlySet<string> = new Set(PROVIDER_NAMES)

const ModelId = z
  .string('expected text')
  .max(200, 'expected at most 200 characters')
  .regex(/^(offline|[a-z]+\/.+)$/, 'expected <provider>/<model> or offline')
  .refine((id) => !/,\s*([a-z]+\/|offline$)/.test(id), 'expected a list for several models: [first, second]')
  .superRefine((id, context) => {
    const [provider = ''] = id.split('/')
    if (id === 'offline' || PROVIDERS.has(provider)) return
    const message = `unknown provider ${provider}; expected one of ${PROVIDER_NAMES.join(', ')}${hintAt(provider, PROVIDER_NAMES)}`
    context.addIssue({ code: 'custom', message })
  })

/** A list of one model becomes a string. */
export const ModelChoice = z
  .union([z.string(), z.array(z.unknown())], 'expected a model or a list of models')
  .transform((value, context): ModelChoice => {
    const list = Array.isArray(value) ? value : [value]
    const complain = (message: string, path: PropertyKey[] = []) =>
      context.issues.push({ code: 'custom', input: value, path, message })
    for (const [index, id] of list.entries()) {
      const issue = ModelId.safeParse(id).error?.issues[0]
      if (issue) complain(issue.message, Array.isArray(value) ? [index] : [])
    }
    if (list.length === 0) complain('expected at least one model')
    if (list.length > MAX_LISTED_MODELS) complain(`expected at most ${MAX_LISTED_MODELS} models`)
    if (new Set(list).size < list.length) complain('expected each model only once')
    return list.length === 1 ? (list[0] as string) : (list as string[])
  })

export const modelsIn = (choice: ModelChoice): readonly string[] =>
  typeof choice === 'string' ? [choice] : choice
