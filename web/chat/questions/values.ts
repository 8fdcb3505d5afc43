import type { AnswerContent, QuestionField } from '#ground/turn/question/schema.ts'

/** The person's present input, by the fields' names. Numbers and times are texts until they are sent. */
export type Draft = Readonly<Record<string, string | boolean | readonly string[]>>

/** A form as it opens: with the server's defaults. */
export const firstDraft = (fields: readonly QuestionField[]): Draft =>
  Object.fromEntries(
    fields.flatMap((field): [string, Draft[string]][] => {
      const value = firstValue(field)
      return value === undefined ? [] : [[field.name, value]]
    }),
  )

function firstValue(field: QuestionField): Draft[string] | undefined {
  switch (field.kind) {
    case 'text':
      return field.format === 'date-time' ? localTime(field.default) : field.default
    case 'number':
      return field.default === undefined ? undefined : String(field.default)
    case 'boolean':
      // An untouched required switch is false.
      return field.default ?? (field.isRequired ? false : undefined)
    default:
      return field.default
  }
}

/** The sent values. Inconvertible input is sent unchanged, and the server names the field. */
export const contentOf = (fields: readonly QuestionField[], draft: Draft): AnswerContent =>
  Object.fromEntries(
    fields.flatMap((field): [string, AnswerContent[string]][] => {
      const value = draft[field.name]
      if (value === undefined || value === '') return []
      if (typeof value === 'boolean') return [[field.name, value]]
      if (typeof value !== 'string')
        return value.length > 0 || field.isRequired ? [[field.name, [...value]]] : []
      if (field.kind === 'number') return [[field.name, numberOf(value)]]
      const isTime = field.kind === 'text' && field.format === 'date-time'
      return [[field.name, isTime ? exactTime(value) : value]]
    }),
  )

/** Text other than a decimal number is kept, and refused by the field's name. */
const numberOf = (text: string): number | string =>
  /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text.trim()) ? Number(text) : text

/** As the browser's field for date and time has it, in the person's time zone. */
function localTime(text: string | undefined): string | undefined {
  const at = text === undefined ? Number.NaN : Date.parse(text)
  if (Number.isNaN(at)) return undefined
  return new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

const exactTime = (text: string): string => {
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? text : at.toISOString()
}
