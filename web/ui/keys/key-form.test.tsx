import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDocument } from '../../testing/document.ts'
import type { KeyRequest } from '#chatapp/accounts/keys/schema.ts'

const { show } = await openDocument()
const { KeyForm } = await import('./key-form.tsx')

const HUBS = [
  { slug: 'garden', name: 'Garden' },
  { slug: 'kitchen', name: 'Kitchen' },
]

function showForm(props: { hubs?: typeof HUBS; suggestedHub?: string } = {}) {
  const made: KeyRequest[] = []
  let isCancelled = false
  const form = show(
    <KeyForm
      hubs={HUBS}
      {...props}
      busy={false}
      error={null}
      onCreate={(draft) => made.push(draft)}
      onCancel={() => (isCancelled = true)}
    />,
  )
  return { ...form, made, isCancelled: () => isCancelled }
}

test('a key without a name shows an error, and cancelling creates none [web.keys]', async () => {
  const { user, getByRole, getByText, made, isCancelled } = showForm()
  await user.click(getByRole('button', { name: 'Create key' }))
  getByText('Give the key a name.')
  assert.equal(getByRole('textbox', { name: 'Name' }).getAttribute('aria-invalid'), 'true')
  await user.click(getByRole('button', { name: 'Cancel' }))
  assert.deepEqual([made, isCancelled()], [[], true])
})

test('a key is narrowed to Hubs, of which it needs one [web.keys]', async () => {
  const { user, getByRole, getByLabelText, made } = showForm()
  await user.type(getByRole('textbox', { name: 'Name' }), '  Editor ')
  await user.selectOptions(getByLabelText('Access to'), 'some')
  await user.click(getByRole('button', { name: 'Create key' }))
  getByRole('alert')
  await user.click(getByRole('checkbox', { name: 'Kitchen' }))
  await user.click(getByRole('button', { name: 'Create key' }))
  assert.deepEqual(
    made.map(({ name, hubs }) => ({ name, hubs })),
    [{ name: 'Editor', hubs: ['kitchen'] }],
  )
})

test('with one Hub, a key is for it or for all Hubs, and its expiry is chosen [web.keys]', async () => {
  const { user, getByRole, getByLabelText, made } = showForm({ hubs: HUBS.slice(0, 1) })
  await user.type(getByRole('textbox', { name: 'Name' }), 'Script')
  const create = getByRole('button', { name: 'Create key' })
  await user.click(create)
  await user.selectOptions(getByLabelText('Access to'), 'Only Garden')
  await user.selectOptions(getByLabelText('Expires'), 'Never')
  await user.click(create)
  assert.deepEqual(
    made.map(({ hubs }) => hubs),
    [null, ['garden']],
  )
  const [first, second] = made.map(({ expires_at }) => expires_at)
  assert.deepEqual([typeof first, second], ['number', null])
})
