import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AccessItem, PermissionCatalog } from '#core/access/schema.ts'
import { openDocument } from '../../testing/document.ts'

const { show } = await openDocument()
const { SelectionBar } = await import('./selection-bar.tsx')

const person = (name: string, more: Partial<AccessItem> = {}): AccessItem => ({
  subject: `${name.toLowerCase()}@example.org`,
  name,
  kind: 'person',
  status: 'active',
  direct: ['use_hub'],
  without_effect: [],
  effective: [],
  grantable: ['use_hub', 'share_public'],
  ...more,
})

const entry = { group: 'Access', built_in: true, configured: true, tools: [], missing: [] }
const catalog: PermissionCatalog = {
  hub: 'garden',
  policy_revision: 4,
  items: Object.entries({
    use_hub: 'Use the agent',
    share_public: 'Share artifacts publicly',
  }).map(([name, label]) => ({
    ...entry,
    name,
    label,
    grantable: true,
    without_effect: false,
  })),
}

test('of several selected people those who cannot be changed are named with the reason, and the others are changed [console-app.several]', async () => {
  const given: unknown[] = []
  const selected = [
    person('Ann'),
    person('Dan', { status: 'blocked', grantable: [] }),
    person('Everyone', { subject: '*', kind: 'everyone', name: null }),
    person('Eve'),
  ]
  const { user, getByRole, findByRole, getByText } = show(
    <SelectionBar
      hub="garden"
      selected={selected}
      catalog={catalog}
      revision={4}
      onClear={() => {}}
      edits={{
        setForAll: (holders, wanted, revision) =>
          given.push([holders.map(({ subject }) => subject), wanted, revision]),
        copyTo() {},
      }}
    />,
  )
  await user.click(getByRole('button', { name: 'Give' }))
  await user.click(await findByRole('menuitem', { name: 'Share artifacts publicly' }))
  assert.deepEqual(given, [
    [['ann@example.org', 'eve@example.org'], { permission: 'share_public', held: true }, 4],
  ])
  getByText('2 left out')
  getByText('Dan: This person is blocked; unblock the person first')
  getByText(/^Everyone signed in: This permission can’t be granted to everyone/)
})
