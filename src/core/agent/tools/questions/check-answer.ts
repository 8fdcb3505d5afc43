import { z } from 'zod'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { AnswerContent, FieldProblem, QuestionField } from '#ground/turn/question/schema.ts'

type Value = AnswerContent[string]
type Problem = Omit<FieldProblem, 'field'>
type FieldOf<Kind extends QuestionField['kind']> = Extract<QuestionField, { kind: Kind }>

export function checkAnswer(
  fields: readonly QuestionField[],
  content: AnswerContent,
): Result<AnswerContent, FieldProblem[]> {
  const known = new Set(fields.map(({ name }) => name))
  const problems: FieldProblem[] = Object.keys(content)
    .filter((name) => !known.has(name))
    .map((field) => ({ field, problem: 'unknown' }))
  const values: [string, Value][] = []
  for (const field of fields) {
    const value = Object.hasOwn(content, field.name) ? content[field.name] : undefined
    const isEmpty = value === undefined || (typeof value === 'string' && value.trim() === '')
    const problem = isEmpty ? missing(field) : problemOf(field, value)
    if (problem) problems.push({ field: field.name, ...problem })
    else if (!isEmpty) values.push([field.name, value])
  }
  return problems.length > 0 ? refused(problems) : accepted(Object.fromEntries(values))
}

const missing = ({ isRequired }: QuestionField): Problem | null =>
  isRequired ? { problem: 'required' } : null

function problemOf(field: QuestionField, value: Value): Problem | null {
  switch (field.kind) {
    case 'text':
      return typeof value === 'string' ? textProblem(field, value) : WRONG_TYPE
    case 'number':
      return typeof value === 'number' ? numberProblem(field, value) : WRONG_TYPE
    case 'boolean':
      return typeof value === 'boolean' ? null : WRONG_TYPE
    case 'choice':
      if (typeof value !== 'string') return WRONG_TYPE
      return field.options.some((option) => option.value === value) ? null : NOT_OFFERED
    case 'choices':
      return Array.isArray(value) ? choicesProblem(field, value) : WRONG_TYPE
  }
}

const WRONG_TYPE: Problem = { problem: 'wrong_type' }
const NOT_OFFERED: Problem = { problem: 'not_offered' }

function textProblem({ minLength = 0, maxLength, format }: FieldOf<'text'>, value: string): Problem | null {
  const length = [...value].length // JSON Schema counts code points, not UTF-16 units
  if (length < minLength) return { problem: 'too_short', limit: minLength }
  if (length > maxLength) return { problem: 'too_long', limit: maxLength }
  if (format === undefined) return null
  const { shape, problem } = FORMATS[format]
  return shape.safeParse(value).success ? null : { problem }
}

const FORMATS = {
  email: { shape: z.email(), problem: 'not_email' },
  uri: { shape: z.string().refine((text) => URL.canParse(text)), problem: 'not_uri' },
  date: { shape: z.iso.date(), problem: 'not_date' },
  'date-time': { shape: z.iso.datetime({ offset: true }), problem: 'not_date_time' },
} as const satisfies Record<string, { shape: z.ZodType; problem: FieldProblem['problem'] }>

function numberProblem({ isWhole, minimum, maximum }: FieldOf<'number'>, value: number): Problem | null {
  if (!Number.isFinite(value)) return WRONG_TYPE
  if (isWhole && !Number.isInteger(value)) return { problem: 'not_whole' }
  if (isWhole && !Number.isSafeInteger(value)) return WRONG_TYPE // JSON parsing may have rounded the value
  if (minimum !== undefined && value < minimum) return { problem: 'too_small', limit: minimum }
  if (maximum !== undefined && value > maximum) return { problem: 'too_large', limit: maximum }
  return null
}

function choicesProblem(
  { options, minItems = 0, maxItems = options.length }: FieldOf<'choices'>,
  chosen: readonly string[],
): Problem | null {
  const offered = new Set(options.map(({ value }) => value))
  if (chosen.some((value) => !offered.has(value)) || new Set(chosen).size < chosen.length) return NOT_OFFERED
  if (chosen.length < minItems) return { problem: 'too_few', limit: minItems }
  if (chosen.length > maxItems) return { problem: 'too_many', limit: maxItems }
  return null
}
