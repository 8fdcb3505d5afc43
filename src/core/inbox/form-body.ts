import { jsonOrUndefined } from '#ground/base/json/parse.ts'

/** Whether a content type is that of an HTML form: `a=1&b=2`. */
export const isForm = (contentType: unknown): boolean =>
  typeof contentType === 'string' && /^application\/x-www-form-urlencoded\s*(;|$)/i.test(contentType.trim())

/** The fields of a form body. A repeated field holds a list of its values. */
export function formFields(body: string): Record<string, string | string[]> {
  const fields: Record<string, string | string[]> = Object.create(null)
  for (const [key, value] of new URLSearchParams(body)) {
    const earlier = fields[key]
    fields[key] = earlier === undefined ? value : [earlier, value].flat()
  }
  return fields
}

/** A form body as conditions read it: the JSON of a `payload` that is the only field, as GitHub sends it, else its fields. */
export function formBody(body: string): unknown {
  const fields = formFields(body)
  const { payload } = fields
  if (typeof payload !== 'string' || Object.keys(fields).length > 1) return fields
  return jsonOrUndefined(payload) ?? fields
}
