import { isExactNumber } from '#ground/base/json/exact-number.ts'
import { hiding } from './event-view.ts'
import { formFields, isForm } from './form-body.ts'
import { jsonStart } from './json-start.ts'

export interface EventSummary {
  /** Such as `pull_request opened`; null if unknown. */
  type: string | null
  title: string | null
}

type Fields = Readonly<Record<string, unknown>>

const MAX_SUMMARY_LENGTH = 140

/**
 * Masks the endpoint's secret.
 * @param start First bytes of the event's file.
 */
export function summaryOf(start: string, secret: string | null): EventSummary {
  const file = jsonStart(start)
  if (!isFields(file)) return { type: null, title: null }
  const query = isFields(file['query']) ? file['query'] : {}
  const headers = isFields(file['headers']) ? file['headers'] : {}
  const body = bodyOf(file)
  const hide = hiding(secret)
  const short = (text: string | null) =>
    text && (hide(text).replaceAll(/\s+/g, ' ').trim().slice(0, MAX_SUMMARY_LENGTH).toWellFormed() || null)
  const type = short(typeOf({ query, headers, body }))
  return { type, title: short(titleOf(body, type)) }
}

/** Some senders put their JSON into the form field `payload`. */
function bodyOf({ content_type: type, body }: Fields): Fields {
  if (isFields(body)) return body
  if (Array.isArray(body)) return isFields(body[0]) ? body[0] : {}
  if (typeof body !== 'string' || !isForm(type)) return {}
  const form = formFields(body, type)
  const payload = typeof form['payload'] === 'string' ? jsonStart(form['payload']) : null
  return isFields(payload) ? payload : form
}

const TYPE_KEYS = [
  'type',
  'event_type',
  'eventType',
  'event_name',
  'event',
  'object_kind',
  'webhookEvent',
  'detail-type',
  'kind',
  'topic',
]
const SUBJECTS = [
  'comment',
  'review',
  'pull_request',
  'issue',
  'discussion',
  'release',
  'check_run',
  'workflow_run',
  'deployment',
  'repository',
]

/** Such as `x-github-event` or `x-shopify-topic`. */
const TYPE_HEADER = /(?:^|-)(?:event|event-type|event-key|topic)$/

function typeOf({ query, headers, body }: Record<'query' | 'headers' | 'body', Fields>): string | null {
  const inner = body['event']
  const type =
    firstText(query, ['event', 'type', 'kind', 'event_type', 'topic']) ??
    firstText(
      headers,
      Object.keys(headers).filter((name) => TYPE_HEADER.test(name)),
    ) ??
    (body['type'] === 'event_callback' && isFields(inner) ? firstText(inner, ['type']) : null) ??
    firstText(body, TYPE_KEYS)
  const action =
    firstText(body, ['action']) ??
    (isFields(body['object_attributes']) ? firstText(body['object_attributes'], ['action']) : null)
  const subject = SUBJECTS.find((key) => isFields(body[key]))
  const what = type ?? subject ?? (Array.isArray(body['commits']) ? 'push' : null)
  if (what === null) return action
  return action !== null && action !== what ? `${what} ${action}` : what
}

const ABOUT = [
  'pull_request',
  'issue',
  'discussion',
  'release',
  'object_attributes',
  'head_commit',
  'object',
  'fields',
  'data',
  'detail',
  'alert',
  'incident',
  'ticket',
  'event',
  'order',
  'payload',
  'message',
]
const TITLE_KEYS = ['title', 'subject', 'headline', 'summary', 'message', 'text', 'name', 'description']

function titleOf(body: Fields, type: string | null): string | null {
  return deepTitle(body, 3) ?? pairsOf(body, type)
}

function deepTitle(fields: Fields, levels: number): string | null {
  for (const key of levels > 0 ? ABOUT : []) {
    const part = fields[key]
    const title = isFields(part) ? deepTitle(part, levels - 1) : null
    if (title !== null) return title
  }
  return firstText(fields, TITLE_KEYS)
}

const MAX_PAIRS = 3

function pairsOf(body: Fields, type: string | null): string | null {
  const plain = Object.entries(body).filter(
    ([, value]) =>
      (isExactNumber(value) || ['string', 'number', 'boolean'].includes(typeof value)) &&
      value !== '' &&
      value !== type,
  )
  const pairs = plain.slice(0, MAX_PAIRS).map(([key, value]) => `${key}: ${String(value)}`)
  return pairs.length > 0 ? pairs.join(' · ') : null
}

const firstText = (fields: Fields, keys: readonly string[]): string | null => {
  for (const key of keys) {
    const value = Object.hasOwn(fields, key) ? fields[key] : null
    if (typeof value === 'string' && value.trim() !== '') return value.split('\n', 1)[0]!
  }
  return null
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isExactNumber(value)
