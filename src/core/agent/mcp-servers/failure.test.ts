import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeMcpFailure } from './failure.ts'

test('a refused certificate is named with its remedy [agent.mcp.down]', () => {
  const refused = Object.assign(new Error('certificate'), { code: 'SELF_SIGNED_CERT_IN_CHAIN' })
  assert.match(
    describeMcpFailure(new TypeError('fetch failed', { cause: refused })),
    /^can’t be reached: .*does not trust.*NODE_EXTRA_CA_CERTS/,
  )
})
