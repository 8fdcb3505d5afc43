import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { checkAddress, readQuestion } from './read-question.ts'

const form = (properties: object, required: string[] = []) =>
  readQuestion({ message: 'Tell me', requestedSchema: { type: 'object', properties, required } })

const fieldOf = (property: object) => {
  const read = form({ a: property })
  return read.ok && read.value.subject.kind === 'form' ? read.value.subject.fields[0] : read
}

test('each kind of field of the protocol is read, and titles of options in each of their forms [agent.mcp.questions]', () => {
  const about = { name: 'a', title: 'a', isRequired: false }
  const [yes, no] = [
    { value: 'y', title: 'Yes' },
    { value: 'n', title: 'n' },
  ]
  const listed = [{ const: 'y', title: 'Yes' }, { const: 'n' }]
  for (const property of [
    { type: 'string', enum: ['y', 'n'], enumNames: ['Yes'] },
    { type: 'string', oneOf: listed },
    { type: 'string', anyOf: listed },
  ])
    assert.deepEqual(fieldOf({ ...property, default: 'y' }), {
      ...about,
      kind: 'choice',
      options: [yes, no],
      default: 'y',
    })
  for (const items of [{ anyOf: listed }, { oneOf: listed }])
    assert.deepEqual(fieldOf({ type: 'array', items, maxItems: 1, default: ['z'] }), {
      ...about,
      kind: 'choices',
      options: [yes, no],
      maxItems: 1,
    })
  assert.deepEqual(fieldOf({ type: 'integer', minimum: 1, default: 2 }), {
    ...about,
    kind: 'number',
    isWhole: true,
    minimum: 1,
    default: 2,
  })
  assert.deepEqual(fieldOf({ type: 'string', format: 'email', maxLength: 9, pattern: '(a+)+$' }), {
    ...about,
    kind: 'text',
    format: 'email',
    maxLength: 9,
  })
  assert.deepEqual(fieldOf({ type: 'boolean', title: ' Sure? ', description: 'Think', default: true }), {
    ...about,
    title: 'Sure?',
    hint: 'Think',
    kind: 'boolean',
    default: true,
  })
})

test('a form that can’t be shown is refused in one sentence [agent.mcp.questions]', () => {
  const many = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`f${index}`, { type: 'string' }]))
  const options = Array.from({ length: 201 }, (_, index) => `${index}`)
  for (const read of [
    form(many),
    form({ a: { type: 'object' } }),
    form({ a: { type: 'array' } }),
    form({ a: { enum: options } }),
    form({ a: { enum: [1, 2] } }),
    form({ a: 'string' }),
    readQuestion({ message: 'x' }),
    readQuestion({ requestedSchema: { properties: {} } }),
    readQuestion({ message: 'x', mode: 'url', url: 'javascript:alert(1)' }),
    readQuestion({ message: 'x', mode: 'url' }),
  ])
    assert.match(read.ok ? '' : read.refusal, /^[A-Z].+\.$/)
})

test('only pages of the web without a password may be opened [agent.mcp.questions]', () => {
  assert.deepEqual(checkAddress('https://exämple.com/a'), { ok: true, value: 'https://xn--exmple-cua.com/a' })
  for (const url of ['file:///etc/passwd', 'data:text/html,x', 'https://ada:x@example.com', '/a', 7])
    assert.equal(checkAddress(url).ok, false, String(url))
})

test('every message of a server is read or refused, without an exception [agent.mcp.questions]', () => {
  fc.assert(
    fc.property(fc.anything(), fc.dictionary(fc.string(), fc.anything()), (params, properties) => {
      readQuestion(params)
      form(properties)
    }),
  )
})

test('an unknown member of the required names costs no others', () => {
  const read = form({ name: { type: 'string' } }, [7, 'name'] as unknown as string[])
  assert.partialDeepStrictEqual(read, {
    ok: true,
    value: { subject: { fields: [{ name: 'name', isRequired: true }] } },
  })
})
