import { jsonOrUndefined } from '#ground/base/json/parse.ts'
import { isForm, formBody } from './form-body.ts'

const XML = /^(?:application|text)\/(?:[\w.-]+\+)?xml\s*(?:;|$)/i

/** Larger bodies stay text, because the parsers block the process. */
const MAX_PARSED_CHARS = 1024 * 1024

/**
 * The body of a form or an XML document as an object; otherwise the event's own `body`, and also if the body cannot be
 * parsed. XML: an element is an object of its attributes (`@name`) and child elements (a list if there are several of
 * one name), with its text as `#text`. An element that has only text is that text. Names omit namespace prefixes.
 */
export async function parsedBody(event: Readonly<Record<string, unknown>>): Promise<unknown> {
  const { body, content_type: contentType } = event
  if (typeof body !== 'string' || body.length > MAX_PARSED_CHARS) return body
  if (isForm(contentType)) return formBody(body, contentType)
  if (typeof contentType !== 'string' || !XML.test(contentType.trim())) return body
  const { parseXmlObject } = await import('./xml-object.ts') // few Hubs receive XML
  return parseXmlObject(body).catch(() => body)
}

/** The content of an event's file, with the body of a form or an XML document as an object. */
export async function withParsedBody(file: string): Promise<string> {
  const event = file.length > 2 * MAX_PARSED_CHARS ? undefined : jsonOrUndefined(file)
  if (typeof event !== 'object' || event === null || !('body' in event)) return file
  const body = await parsedBody({ ...event })
  return body === event.body ? file : JSON.stringify({ ...event, body })
}
