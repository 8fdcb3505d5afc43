import { z } from 'zod'
import { parsedBody } from '#core/inbox/parsed-body.ts'
import { hintAt } from '#ground/base/nearest-name.ts'
import { parseCondition } from '../../expression/condition.ts'
import { evaluate, isTrue, type ExpressionScope } from '../../expression/evaluate.ts'
import { usesStatus, partsOf, type Expression } from '../../expression/syntax.ts'

export interface EventCondition {
  source: string
  expression: Expression
}

const FIELDS = [
  'body',
  'query',
  'headers',
  'ce',
  'content_type',
  'name',
  'received_at',
  'surface',
  'body_base64',
]

export const EventCondition = z
  .union([z.string(), z.boolean()], 'expected an expression')
  .transform((given, context): EventCondition => {
    const source = String(given).trim()
    const parsed = parseCondition(String(given))
    const wrong = parsed.ok ? wrongIn(parsed.value) : parsed.refusal
    if (parsed.ok && wrong === null) return { source, expression: parsed.value }
    context.addIssue({ code: 'custom', message: wrong!.message, params: { at: wrong!.at } })
    return z.NEVER
  })

function wrongIn(expression: Expression): { message: string; at: number } | null {
  if (usesStatus(expression))
    return { message: 'success(), failure() and always() are for steps; no step ran before an event', at: 0 }
  for (const part of partsOf(expression)) {
    if (part.kind !== 'path') continue
    const { root, at } = part
    const field = part.keys[0]
    if (root !== 'event')
      return {
        message: `there is no ${root}${hintAt(root, ['event'])}; a condition on events begins with event`,
        at,
      }
    if (typeof field !== 'string' || !FIELDS.includes(field))
      return { message: `an event has no ${field ?? 'such part'}${hintAt(String(field), FIELDS)}`, at }
  }
  return null
}

export interface ReceivedEvent {
  /** Content of the event's file. */
  fields: Readonly<Record<string, unknown>>
  /** Body of a form or XML as an object. */
  parsedBody: unknown
}

export const receivedEvent = async (fields: ReceivedEvent['fields']): Promise<ReceivedEvent> => ({
  fields,
  parsedBody: await parsedBody(fields),
})

/** Missing values count as null and cause no error. */
export const wants = ({ expression }: EventCondition, { fields, parsedBody }: ReceivedEvent): boolean =>
  isTrue(
    evaluate(expression, {
      ...NOTHING,
      event: readsIntoBody(expression) ? { ...fields, body: parsedBody } : fields,
    }),
  )

const readsIntoBody = (expression: Expression): boolean =>
  partsOf(expression).some((part) => part.kind === 'path' && part.keys[0] === 'body' && part.keys.length > 1)

const NOTHING: ExpressionScope = {
  inputs: {},
  steps: {},
  run: { id: '', trigger: '', workflow: '' },
  events: [],
  hasFailed: false,
}
