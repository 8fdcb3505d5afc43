import { z } from 'zod'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import { readForm } from '#core/agent/tools/questions/read-form.ts'
import { shortened } from '#ground/base/cut-text.ts'
import type { QuestionSubject } from '#ground/turn/question/schema.ts'

const MAX_MESSAGE_CHARS = 4000
const MAX_URL_CHARS = 4000

export interface ReadQuestion {
  message: string
  subject: QuestionSubject
  elicitationId: string | null
}

export function readQuestion(params: unknown): Result<ReadQuestion, string> {
  const read = Params.safeParse(params)
  if (!read.success) return refused('The question has no message, no form or no address.')
  const { message: whole, mode, requestedSchema, url, elicitationId = null } = read.data
  const message = shortened(whole, MAX_MESSAGE_CHARS)
  if (mode === 'url') {
    const address = checkAddress(url)
    return address.ok
      ? accepted({ message, subject: { kind: 'url', url: address.value }, elicitationId })
      : address
  }
  const fields = readForm(requestedSchema)
  return fields.ok
    ? accepted({ message, subject: { kind: 'form', fields: fields.value }, elicitationId: null })
    : fields
}

const Params = z.object({
  message: z.string(),
  mode: z.string().optional(),
  requestedSchema: z.unknown().optional(),
  url: z.unknown().optional(),
  elicitationId: z.string().optional(),
})

/** Accepts only web pages: the address opens in the person's browser. */
export function checkAddress(url: unknown): Result<string, string> {
  if (typeof url !== 'string' || url.length > MAX_URL_CHARS || !URL.canParse(url))
    return refused('The address of the question is not a URL.')
  const { protocol, username, password, href } = new URL(url)
  if (protocol !== 'https:' && protocol !== 'http:')
    return refused('The address of the question must begin with https:// or http://.')
  if (username || password) return refused('The address of the question must not contain a password.')
  return accepted(href)
}
