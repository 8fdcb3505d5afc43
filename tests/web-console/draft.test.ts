import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  applyDraft,
  copyTo,
  countChanges,
  EMPTY_DRAFT,
  endAllAt,
  endAt,
  operationsOf,
  rebase,
  toggle,
  type PermissionHolder,
} from '../../web/console/hubs/draft.ts'

const ann: PermissionHolder = { subject: 'ann@example.com', name: 'Ann', direct: ['use_hub'] }
const PERMISSIONS = ['manage_access', 'notes', 'share_public', 'use_hub']
const permissions = fc.uniqueArray(fc.constantFrom(...PERMISSIONS)).map((list) => list.toSorted())

test('a permission that is turned on and off again leaves no edit [console-app.draft]', () => {
  const once = toggle(EMPTY_DRAFT, ann, 'notes', 4)
  assert.equal(once.revision, 4)
  assert.deepEqual(operationsOf(once.people.get(ann.subject)!), [{ action: 'grant', permission: 'notes' }])
  assert.deepEqual(toggle(once, ann, 'notes', 9), EMPTY_DRAFT)
})

test('edits keep their first revision, for any later reads [console-app.draft]', () => {
  const draft = toggle(toggle(EMPTY_DRAFT, ann, 'notes', 4), { ...ann, direct: [] }, 'use_hub', 9)
  assert.equal(draft.revision, 4)
  assert.equal(countChanges(draft), 2)
  assert.deepEqual(applyDraft(draft, ann.subject, 5), EMPTY_DRAFT)
})

test('after a conflict my edits stay mine and the rest is theirs [console-app.draft]', () => {
  fc.assert(
    fc.property(permissions, permissions, permissions, (base, mine, theirs) => {
      const draft = {
        revision: 1,
        end: null,
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

test('operations lead from the present permissions to the intended ones [console-app.draft]', () => {
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

const [SOON, LATE] = ['2099-01-01T10:00:00.000Z', '2099-06-01T10:00:00.000Z']
const bob: PermissionHolder = { ...ann, subject: 'bob@example.com', name: 'Bob', ends: { use_hub: SOON } }
const grant = (permission: string, end?: string) => ({
  action: 'grant',
  permission,
  ...(end && { expires_at: end }),
})
const wanted = ({ people, end }: typeof EMPTY_DRAFT, { subject } = bob) =>
  operationsOf(people.get(subject)!, end)

test('the expiry of an existing permission is changed or removed, and setting the present expiry is no edit [console-app.change-end]', () => {
  const move = (draft: typeof EMPTY_DRAFT, end: string | null) =>
    endAt(draft, bob, { permission: 'use_hub', end }, 4)
  assert.deepEqual(wanted(move(EMPTY_DRAFT, LATE)), [grant('use_hub', LATE)])
  assert.deepEqual(wanted(move(EMPTY_DRAFT, null)), [grant('use_hub')])
  assert.deepEqual(move(move(EMPTY_DRAFT, LATE), '2099-01-01T11:00:00+01:00'), EMPTY_DRAFT)
  const taken = toggle(move(EMPTY_DRAFT, LATE), bob, 'use_hub', 4)
  assert.deepEqual(wanted(taken), [{ action: 'revoke', permission: 'use_hub' }])
  assert.deepEqual(toggle(taken, bob, 'use_hub', 4), EMPTY_DRAFT)
})

test('the default expiry applies to all new permissions, also later ones, and to no existing permission [console-app.change-end]', () => {
  const moved = endAt(EMPTY_DRAFT, bob, { permission: 'use_hub', end: null }, 4)
  const chosen = endAllAt(toggle(moved, bob, 'notes', 4), LATE)
  const draft = toggle(chosen, bob, 'share_public', 4)
  assert.equal(draft.end, LATE)
  assert.deepEqual(
    new Set(wanted(draft)),
    new Set([grant('use_hub'), grant('notes', LATE), grant('share_public', LATE)]),
  )
  const copied = copyTo(
    draft,
    { ...ann, direct: [] },
    new Map<string, string | null>([
      ['use_hub', null],
      ['notes', SOON],
    ]),
    4,
  )
  assert.deepEqual(new Set(wanted(copied, ann)), new Set([grant('use_hub'), grant('notes', SOON)]))
})

test('after a conflict an expiry changes only for permissions that still exist [console-app.change-end]', () => {
  const moved = endAt(EMPTY_DRAFT, bob, { permission: 'use_hub', end: LATE }, 4)
  const still = rebase(moved, 5, new Map([[bob.subject, ['notes', 'use_hub']]]))
  assert.deepEqual(wanted(still), [grant('use_hub', LATE)])
  assert.deepEqual(rebase(moved, 5, new Map([[bob.subject, ['notes']]])), EMPTY_DRAFT)
})
