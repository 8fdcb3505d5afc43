import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { builtInConnection } from './connections/connection.ts'
import { buildCatalog, mayRead, mayWrite } from './catalog.ts'
import type { StoredModelGrant, ModelRow } from './model.ts'

const first = builtInConnection({ url: 'http://127.0.0.1:1/v1/', key: 'k', slug: 'a', away: null }, 0)
const second = { ...first, index: 1, prefix: 'two', hub: null }
const row = (id: string, change: Partial<ModelRow> = {}): ModelRow => ({
  id,
  ownerId: 'owner',
  baseModelId: null,
  name: `Row ${id}`,
  meta: {},
  params: {},
  isActive: true,
  grants: [],
  createdAt: 1,
  updatedAt: 1,
  ...change,
})
const grant = (
  principalId: string,
  permission: StoredModelGrant['permission'] = 'read',
  principalType: StoredModelGrant['principalType'] = 'user',
) => ({
  id: 'g',
  principalType,
  principalId,
  permission,
  createdAt: 1,
})
const ids = (models: readonly { id: string }[]) => models.map(({ id }) => id)

describe('the catalog of models', () => {
  test('joins offers with rows; prefixes are shown and not sent', () => {
    const offers = [
      { connection: first, entries: [{ id: 'a', name: 'Offered' }, { id: 'b' }], away: null },
      { connection: second, entries: [{ id: 'a' }], away: null },
    ]
    const models = buildCatalog(offers, [row('b')])
    assert.deepEqual(
      models.map(({ id, name, upstreamId }) => [id, name, upstreamId]),
      [
        ['a', 'Offered', 'a'],
        ['b', 'Row b', 'b'],
        ['two.a', 'two.a', 'a'],
      ],
    )
  })

  test('of two that offer one id the first wins, and a row without an offer is no model', () => {
    const other = { ...first, index: 1 }
    const offers = [first, other].map((connection) => ({ connection, entries: [{ id: 'a' }], away: null }))
    const models = buildCatalog(offers, [row('gone')])
    assert.deepEqual([ids(models), models[0]!.connection.index], [['a'], 0])
  })

  test('switching off a base model also switches off the models built on it', () => {
    const offers = [{ connection: first, entries: [{ id: 'a' }], away: null }]
    const built = row('x', { baseModelId: 'a' })
    assert.deepEqual(ids(buildCatalog(offers, [row('a'), built])), ['a', 'x'])
    assert.deepEqual(ids(buildCatalog(offers, [row('a', { isActive: false }), built])), [])
    assert.deepEqual(ids(buildCatalog(offers, [row('x', { baseModelId: 'nothing' })])), ['a'])
  })

  test('reading needs a row and a grant that names the person or everyone', () => {
    const ann = { id: 'ann', role: 'user', groupIds: ['gardeners'] } as const
    const reads = (change: Partial<ModelRow> | null) =>
      mayRead(ann, { row: change && row('a', change), baseRow: null })
    assert.equal(reads(null), false)
    assert.equal(reads({}), false)
    assert.equal(reads({ ownerId: 'ann' }), true)
    assert.equal(reads({ grants: [grant('ann')] }), true)
    assert.equal(reads({ grants: [grant('*')] }), true)
    assert.equal(reads({ grants: [grant('bob')] }), false)
    assert.equal(reads({ grants: [grant('ann', 'write')] }), false)
    assert.equal(reads({ grants: [grant('ann', 'read', 'group')] }), false)
    assert.equal(reads({ grants: [grant('gardeners', 'read', 'group')] }), true)
    assert.equal(reads({ grants: [grant('gardeners', 'write', 'group')] }), false)
    assert.equal(reads({ grants: [grant('gardeners')] }), false)
    assert.equal(mayRead({ id: 'x', role: 'admin', groupIds: [] }, { row: null, baseRow: null }), true)
    assert.equal(mayWrite(ann, row('a', { grants: [grant('ann', 'write')] })), true)
    assert.equal(mayWrite(ann, row('a', { grants: [grant('ann')] })), false)
  })
})
