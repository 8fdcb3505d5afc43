import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { issueText } from './issue-text.ts'

test('an issue of a field that is missing says that the field is required', () => {
  const schema = z.object({
    a: z.string(),
    b: z.array(z.number()),
    c: z.object({ d: z.string() }),
    e: z.int(),
  })
  for (const { message } of schema.safeParse({}).error!.issues)
    assert.match(issueText(message), /^required, expected (string|array|object|number|int)$/)
  assert.equal(
    issueText(z.string().safeParse(3).error!.issues[0]!.message),
    'expected string, received number',
  )
  const kind = z.discriminatedUnion('type', [
    z.object({ type: z.literal('text') }),
    z.object({ type: z.literal('file') }),
  ])
  for (const value of [{}, { type: null }, { type: 'other' }])
    assert.equal(
      issueText(kind.safeParse(value).error!.issues[0]!.message),
      "expected one of 'text' | 'file'",
    )
})
