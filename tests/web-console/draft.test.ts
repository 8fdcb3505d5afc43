import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  applied,
  countChanges,
  EMPTY_DRAFT,
  operationsOf,
  rebase,
  toggle,
  type Holder,
} from '../../web/console/hubs/draft.ts'

const ann: Holder = { subject: 'ann@example.com', name: 'Ann', direct: ['use_hub'] }
const PERMISSIONS = ['manage_access', 'notes', 'share_public', 'use_hub']
const permissions = fc.uniqueArray(fc.constantFrom(...PERMISSIONS)).map((list) => list.toSorted())

test('a permission that is turned on and off again leaves no edit [console-app.draft]', () => {
  const once = toggle(EMPTY_DRAFT, ann, 'notes', 4)
  assert.equal(once.revision, 4)
  assert.deepEqual(operationsOf(once.people.get(ann.subject)!), [{ action: 'grant', permission: 'notes' }])
  assert.deepEqual(toggle(once, ann, 'notes', 9), EMPTY_DRAFT)
})

test('edits keep the revision they were started on, whatever is read later [console-app.draft]', () => {
  const draft = toggle(toggle(EMPTY_DRAFT, ann, 'notes', 4), { ...ann, direct: [] }, 'use_hub', 9)
  assert.equal(draft.revision, 4)
  assert.equal(countChanges(draft), 2)
  assert.deepEqual(applied(draft, ann.subject, 5), EMPTY_DRAFT)
})

test('after a conflict what I changed is mine and everything else is theirs [console-app.draft]', () => {
  fc.assert(
    fc.property(permissions, permissions, permissions, (base, mine, theirs) => {
      const draft = {
        revision: 1,
        people: new Map([[ann.subject, { name: 'Ann', before: base, after: mine }]]),
      }
      const rebased = rebase(draft, 2, new Map([[ann.subject, theirs]]))
      const edit = rebased.people.get(ann.subject)
      const result = edit?.after ?? theirs
      for (const permission of PERMISSIONS) {
        const isMine = base.includes(permission) !== mine.includes(permission)
        assert.equal(result.includes(permission), (isMine ? mine : theirs).includes(permission), permission)
      }
      assert.deepEqual(edit?.before ?? theirs, theirs)
      assert.equal(rebased.revision, edit ? 2 : null)
    }),
  )
})

test('operations lead from what is held to what shall be held [console-app.draft]', () => {
  fc.assert(
    fc.property(permissions, permissions, (before, after) => {
      const held = new Set(before)
      for (const { action, permission } of operationsOf({ before, after }))
        if (action === 'grant') held.add(permission)
        else held.delete(permission)
      assert.deepEqual([...held].toSorted(), after)
    }),
  )
})
