import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MAX_SESSION_SECONDS, sessionSeconds } from './jwt-expiry.ts'

test('a session’s life is read in every form of the setting', () => {
  for (const [text, seconds] of [
    ['4w', 4 * 604_800],
    ['1d12h', 129_600],
    ['90m', 5400],
    ['1.5h', 5400],
    ['500ms', 1],
    ['3600s', 3600],
    ['-1', MAX_SESSION_SECONDS],
    ['0', MAX_SESSION_SECONDS],
    ['999999w', MAX_SESSION_SECONDS],
  ] as const)
    assert.equal(sessionSeconds(text), seconds, text)
})
