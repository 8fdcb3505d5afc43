import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { formBody, formFields, isForm } from './form-body.ts'
import { summaryOf } from './event-summary.ts'

const FORM = 'application/x-www-form-urlencoded'

test('the JSON of a payload keeps the digits of its numbers, in conditions and in titles [inbox.summary]', () => {
  const payload = '{"n":9007199254740993,"rate":1.10}'
  assert.equal(JSON.stringify(formBody(`payload=${encodeURIComponent(payload)}`, FORM)), payload)
  assert.deepEqual(
    formBody('payload=no+json', FORM),
    Object.assign(Object.create(null), { payload: 'no json' }),
  )
  assert.deepEqual(summaryOf('{"body":{"id":-9007199254740993}}', null).title, 'id: -9007199254740993')
})

const CRLF = '\r\n'
const multipart = (...parts: [disposition: string, value: string][]) =>
  `${parts.map(([disposition, value]) => `--B${CRLF}Content-Type: text/plain${CRLF}Content-Disposition: form-data${disposition}${CRLF}${CRLF}${value}${CRLF}`).join('')}--B--${CRLF}`

test('the fields of a multipart form are read like those of a URL-encoded form [listen.forms]', () => {
  const type = 'Multipart/Form-Data; charset=utf-8; boundary="B"'
  assert.ok(isForm(type))
  assert.ok(!isForm('multipart/form-data'))
  assert.ok(!isForm('multipart/mixed; boundary=B'))
  const body = multipart(
    ['; name="to"', 'a'],
    ['; name="to"', 'b'],
    ['; filename="plan \\"1\\".pdf"; name=file', 'bytes'],
    ['; name="text"', `one${CRLF}--two`],
    ['', 'a part without a name'],
  )
  assert.deepEqual(
    { ...formFields(body, type) },
    { to: ['a', 'b'], file: 'plan "1".pdf', text: `one${CRLF}--two` },
  )
  const cut = body.slice(0, body.indexOf('--two'))
  assert.equal(formFields(cut, type)['text'], `one${CRLF}`)
  assert.deepEqual(formBody(multipart(['; name="payload"', '{"action":"opened"}']), type), {
    action: 'opened',
  })
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, boundary) => {
      formFields(text, `multipart/form-data; boundary="${boundary}"`)
      formFields(text, `${FORM}; charset=${boundary}`)
    }),
  )
})

test('percent-encoded bytes of another charset are read in it, valid UTF-8 as such [listen.forms]', () => {
  const fields = formFields('a=%E9t%E9&b=%C3%A9+%31', `${FORM}; charset="windows-1252"`)
  assert.deepEqual({ ...fields }, { a: 'été', b: 'é 1' })
  assert.equal(formFields('a=%C3%A9', `${FORM}; charset=no-such`)['a'], 'é')
})
