import { z } from 'zod'
import { knownMembers } from '#ground/base/json/lenient-schema.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import { cutText, shortened } from '#ground/base/cut-text.ts'
import type { QuestionField } from '#ground/turn/question/schema.ts'

/** Limits of one form. Larger forms are refused; only explanatory texts are shortened. */
const MAX_FIELDS = 50
const MAX_OPTIONS = 200
const MAX_TITLE_CHARS = 200
const MAX_HINT_CHARS = 1000
const MAX_TEXT_CHARS = 10_000
/** Maximum JSON size of the form: one event sends it to every open page. */
const MAX_FORM_BYTES = 48 * 1024

/** Reads the flat JSON Schema of a form, as MCP's elicitation permits it. */
export function readForm(schema: unknown): Result<QuestionField[], string> {
  const form = Form.safeParse(schema)
  if (!form.success) return refused('The form of the question has no fields.')
  const properties = Object.entries(form.data.properties)
  if (properties.length > MAX_FIELDS)
    return refused(`The form has ${properties.length} fields, more than ${MAX_FIELDS}.`)
  const fields: QuestionField[] = []
  for (const [name, property] of properties) {
    const field = readField(name, property, form.data.required.includes(name))
    if (typeof field === 'string') return refused(`The field “${cutText(name, 100)}” ${field}.`)
    if (!isAnswerable(field)) return refused(`The field “${cutText(name, 100)}” permits no answer.`)
    fields.push(field)
  }
  return Buffer.byteLength(JSON.stringify(fields)) > MAX_FORM_BYTES
    ? refused('The form is larger than 48 KiB.')
    : accepted(fields)
}

const Form = z.object({
  properties: z.record(z.string(), z.unknown()),
  required: knownMembers(z.string()).catch([]).default([]),
})

const About = z.looseObject({
  type: z.string().optional(),
  title: z.string().optional().catch(undefined),
  description: z.string().optional().catch(undefined),
  default: z.unknown().optional(),
})
type About = z.infer<typeof About>

function readField(name: string, property: unknown, isRequired: boolean): QuestionField | string {
  const read = About.safeParse(property)
  if (!read.success || name.length > MAX_TITLE_CHARS) return 'can’t be read'
  const { title, description } = read.data
  const named = {
    name,
    title: shortened(title?.trim() || name, MAX_TITLE_CHARS),
    ...(description?.trim() && { hint: shortened(description.trim(), MAX_HINT_CHARS) }),
    isRequired,
  }
  const choice = readChoice(read.data)
  if (choice) return typeof choice === 'string' ? choice : { ...named, ...choice }
  switch (read.data.type) {
    case 'string':
      return { ...named, ...readText(read.data) }
    case 'number':
    case 'integer':
      return { ...named, ...readNumber(read.data) }
    case 'boolean':
      return { ...named, kind: 'boolean', ...defaultOf(z.boolean(), read.data) }
    default:
      return 'has a type that forms do not have'
  }
}

function isAnswerable(field: QuestionField): boolean {
  switch (field.kind) {
    case 'text':
      return (field.minLength ?? 0) <= field.maxLength
    case 'number': {
      const { minimum = -Infinity, maximum = Infinity, isWhole } = field
      return (isWhole && Number.isFinite(minimum) ? Math.ceil(minimum) : minimum) <= maximum
    }
    case 'choices': {
      const offered = new Set(field.options.map(({ value }) => value)).size
      return (field.minItems ?? 0) <= Math.min(field.maxItems ?? offered, offered)
    }
    default:
      return true
  }
}

type Part<Kind extends QuestionField['kind']> = Omit<
  Extract<QuestionField, { kind: Kind }>,
  'name' | 'title' | 'hint' | 'isRequired'
>

const Options = z
  .array(
    z.union([z.string(), z.object({ const: z.string(), title: z.string().optional().catch(undefined) })]),
  )
  .min(1)

function readChoice(about: About): Part<'choice'> | Part<'choices'> | string | null {
  const isSeveral = about.type === 'array'
  const list = isSeveral ? z.looseObject({}).safeParse(about['items']).data : about
  const given = list?.['enum'] ?? list?.['oneOf'] ?? list?.['anyOf']
  if (given === undefined) return isSeveral ? 'has no options' : null
  const read = Options.safeParse(given)
  if (!read.success) return 'has options that can’t be read'
  if (read.data.length > MAX_OPTIONS) return `has more than ${MAX_OPTIONS} options`
  const names = z.array(z.string()).safeParse(list?.['enumNames']).data
  const options = read.data.map((option, index) => {
    const value = typeof option === 'string' ? option : option.const
    const title = (typeof option === 'string' ? names?.[index] : option.title) ?? value
    return { value, title: shortened(title || value, MAX_TITLE_CHARS) }
  })
  const isOffered = (value: string) => options.some((option) => option.value === value)
  if (!isSeveral) return { kind: 'choice', options, ...defaultOf(z.string().refine(isOffered), about) }
  return {
    kind: 'choices',
    options,
    ...countOf('minItems', about),
    ...countOf('maxItems', about),
    ...defaultOf(z.array(z.string().refine(isOffered)), about),
  }
}

function readText(about: About): Part<'text'> {
  const { maxLength = MAX_TEXT_CHARS } = countOf('maxLength', about)
  const format = z.enum(['email', 'uri', 'date', 'date-time']).safeParse(about['format']).data
  return {
    kind: 'text',
    maxLength: Math.min(maxLength, MAX_TEXT_CHARS),
    ...countOf('minLength', about),
    ...(format && { format }),
    ...defaultOf(z.string().max(MAX_TEXT_CHARS), about),
  }
}

function readNumber(about: About): Part<'number'> {
  const bound = (key: 'minimum' | 'maximum') => {
    const value = z.number().safeParse(about[key]).data
    return value === undefined ? {} : { [key]: value }
  }
  return {
    kind: 'number',
    isWhole: about.type === 'integer',
    ...bound('minimum'),
    ...bound('maximum'),
    ...defaultOf(z.number(), about),
  }
}

function countOf<Key extends string>(key: Key, about: About): { [K in Key]?: number } {
  const value = z.int().nonnegative().safeParse(about[key]).data
  return (value === undefined ? {} : { [key]: value }) as { [K in Key]?: number }
}

function defaultOf<T>(type: z.ZodType<T>, about: About): { default?: T } {
  const read = type.safeParse(about.default)
  return read.success ? { default: read.data } : {}
}
