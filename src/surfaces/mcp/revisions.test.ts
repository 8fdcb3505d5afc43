import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HANDSHAKE_REVISIONS, MODERN_REVISION } from '#ground/base/mcp-revisions.ts'
import { agreedRevision, fitToRevision } from './revisions.ts'
import { newSessionId, sessionIn } from './sessions.ts'

const TOOL = { name: 'a', inputSchema: {}, annotations: {}, title: 'A', outputSchema: {}, icons: [] }

test('an object has only members that a revision has [mcp.revisions]', () => {
  const names = (revision: (typeof HANDSHAKE_REVISIONS)[number]) =>
    Object.keys(fitToRevision(revision, 'tool', TOOL)).slice(2)
  assert.deepEqual(names('2024-11-05'), [])
  assert.deepEqual(names('2025-03-26'), ['annotations'])
  assert.deepEqual(names('2025-06-18'), ['annotations', 'title', 'outputSchema'])
  assert.equal(fitToRevision('2025-11-25', 'tool', TOOL), TOOL)
  assert.equal(fitToRevision(MODERN_REVISION, 'tool', TOOL), TOOL)
  const progress = { progressToken: 1, progress: 2, message: 'half' }
  assert.deepEqual(fitToRevision('2024-11-05', 'progress', progress), { progressToken: 1, progress: 2 })
  const own = { toString: 1, constructor: 2, __proto__: null }
  assert.equal(fitToRevision('2024-11-05', 'tool', own), own)
})

test('initialize agrees on a known revision, otherwise on the newest [mcp.revisions]', () => {
  for (const revision of HANDSHAKE_REVISIONS) assert.equal(agreedRevision(revision), revision)
  for (const unknown of ['2024-10-07', MODERN_REVISION, '', 7, undefined])
    assert.equal(agreedRevision(unknown), '2025-11-25')
})

test('a session id contains the revision, and other ids are invalid [mcp.revisions]', () => {
  for (const revision of HANDSHAKE_REVISIONS) {
    const id = newSessionId(revision)
    assert.deepEqual(sessionIn({ 'mcp-session-id': id }), { id, revision })
    assert.match(id, /^[\x21-\x7e]+$/)
  }
  assert.notEqual(newSessionId('2025-06-18'), newSessionId('2025-06-18'))
  const random = newSessionId('2025-06-18').slice('2025-06-18.'.length)
  for (const id of [undefined, '', 'mine', '2025-06-18', '2025-06-18.', `2026-07-28.${random}`, ` ${random}`])
    assert.equal(sessionIn({ 'mcp-session-id': id }), null, id)
  const [one, other] = [newSessionId('2025-06-18'), newSessionId('2025-06-18')]
  assert.equal(sessionIn({ 'mcp-session-id': `${one}, ${other}` }), null)
})
