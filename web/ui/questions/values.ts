import type { AnswerContent, QuestionField } from '#ground/turn/question/schema.ts'

/** Numbers and times are texts until they are sent. */
export type QuestionDraft = Readonly<Record<string, string | boolean | readonly string[]>>

/** @param mark Decimal mark of the person's language. */
export const firstDraft = (fields: readonly QuestionField[], mark: string): QuestionDraft =>
  Object.fromEntries(
    fields.flatMap((field): [string, QuestionDraft[string]][] => {
      const value = firstValue(field, mark)
      return value === undefined ? [] : [[field.name, value]]
    }),
  )

function firstValue(field: QuestionField, mark: string): QuestionDraft[string] | undefined {
  switch (field.kind) {
    case 'text':
      return field.format === 'date-time' ? localTime(field.default) : field.default
    case 'number':
      return field.default === undefined ? undefined : String(field.default).replace('.', mark)
    case 'boolean':
      // If a person leaves a required switch unchanged, the answer is false.
      return field.default ?? (field.isRequired ? false : undefined)
    default:
      return field.default
  }
}

/** Text that cannot be converted stays text; the server's error then names the field. */
export const answerContent = (
  fields: readonly QuestionField[],
  draft: QuestionDraft,
  mark: string,
): AnswerContent =>
  Object.fromEntries(
    fields.flatMap((field): [string, AnswerContent[string]][] => {
      const value = draft[field.name]
      if (value === undefined || value === '') return []
      if (typeof value === 'boolean') return [[field.name, value]]
      if (typeof value !== 'string')
        return value.length > 0 || field.isRequired ? [[field.name, [...value]]] : []
      if (field.kind === 'number') return [[field.name, numberOf(value, mark)]]
      const isTime = field.kind === 'text' && field.format === 'date-time'
      return [[field.name, isTime ? exactTime(value) : value]]
    }),
  )

/** Ambiguous text such as `1.000` stays text, and the server refuses it. */
function numberOf(text: string, mark: string): number | string {
  const digits = text
    .trim()
    .replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace('\u066b', '.') // the Arabic decimal mark, even if the browser reports another mark
  if (mark !== '.' && THOUSANDS.test(digits)) return text
  const written = mark === '.' || digits.includes('.') ? digits : digits.replace(mark, '.')
  return DECIMAL.test(written) ? Number(written) : text
}

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i
const THOUSANDS = /^[+-]?[1-9]\d{0,2}(?:\.\d{3})+$/

/** Value for `<input type="datetime-local">`, in the person's time zone. */
function localTime(text: string | undefined): string | undefined {
  const at = text === undefined ? Number.NaN : Date.parse(text)
  if (Number.isNaN(at)) return undefined
  return new Date(at - new Date(at).getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

const exactTime = (text: string): string => {
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? text : at.toISOString()
}
