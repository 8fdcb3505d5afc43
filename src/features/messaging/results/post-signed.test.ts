import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '#ground/base/clock.ts'
import { postSigned } from './post-signed.ts'

test('nothing is posted to a host without https that the operator does not allow any more', async () => {
  const resolve = () => assert.fail('looked up the host')
  const deps = { allowedHosts: [], clock: systemClock, resolve }
  const post = { url: 'http://example.com/hook', secret: 'whsec_AAAA', id: 'msg_1', body: '{}' }
  const outcome = await postSigned(deps, post, new AbortController().signal)
  assert.ok(outcome.outcome === 'failed' && /not behind https/.test(outcome.reason), JSON.stringify(outcome))
})
