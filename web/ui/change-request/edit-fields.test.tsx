import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDocument } from '../../testing/document.ts'

const { show } = await openDocument()
const { EditFields } = await import('./edit-fields.tsx')

const schema = {
  properties: {
    amount: { type: 'number', minimum: 1, maximum: 500 },
    count: { type: 'integer', exclusiveMinimum: 0 },
    what: { type: 'string', minLength: 2, maxLength: 8 },
    when: { enum: ['now', 'later'] },
    notes: { type: 'array' },
    any: {},
  },
  required: ['amount'],
}

test('a field of an edited call says what it expects, and nothing is sent until each field is right [web.edit-fields]', async () => {
  const saved: unknown[] = []
  const input = { amount: 5, what: 'moss', when: 'now' }
  const { getByRole, queryByText, user } = show(
    <EditFields
      input={input}
      schema={schema}
      secretFields={[]}
      isBusy={false}
      onSave={(values) => saved.push(values)}
      onBack={() => {}}
    />,
  )
  const problemOf = async (name: string, text: string) => {
    const field = getByRole('textbox', { name })
    await user.clear(field)
    if (text) await user.type(field, text.replaceAll(/[{[]/g, '$&$&'))
    await user.click(getByRole('button', { name: 'Propose edited call' }))
    const id = field.getAttribute('aria-describedby')?.split(' ') ?? []
    return field.getAttribute('aria-invalid') === 'true'
      ? id.map((one) => document.getElementById(one)?.textContent).join(' ')
      : ''
  }
  assert.match(await problemOf('amount', 'many'), /Enter a number\./)
  assert.match(await problemOf('amount', '900'), /Enter a number of at most 500\./)
  assert.match(await problemOf('amount', '0'), /Enter a number of at least 1\./)
  assert.match(await problemOf('amount', ''), /Enter a value\./)
  assert.deepEqual(saved, [])
  assert.equal(await problemOf('amount', '7.5'), '')
  assert.deepEqual(saved.pop(), { ...input, amount: 7.5 })
  assert.match(await problemOf('count', '1.5'), /Enter a whole number\./)
  assert.match(await problemOf('count', '0'), /Enter a number above 0\./)
  assert.equal(await problemOf('count', '2'), '')
  assert.match(await problemOf('what', 'x'), /Enter at least 2 characters\./)
  assert.match(await problemOf('what', 'a long text'), /Enter at most 8 characters\./)
  assert.equal(await problemOf('what', 'fern'), '')
  assert.match(await problemOf('when', 'soon'), /Enter one of: now, later\.|Enter one of: now and later\./)
  assert.equal(await problemOf('when', 'later'), '')
  assert.match(await problemOf('notes', '5'), /Enter a list/)
  assert.equal(await problemOf('notes', ''), '')
  assert.match(await problemOf('any', 'oops'), /not valid JSON/)
  assert.equal(queryByText('Enter a value.'), null)
})
