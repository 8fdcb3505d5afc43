import assert from 'node:assert/strict'
import { test } from 'node:test'
import { folderWith } from '../../tests/support/folder.ts'
import { startRefusals } from './start-refusals.ts'

test('each setting that a start refuses is reported without a start [cli.doctor]', async (t) => {
  const hubFolder = await folderWith(t, {
    'bad.json': '{"models": {"a/b": {"input": "1"}}}',
    'tiers.json':
      '{"models": {"a/b": {"input": 1, "output": 1, "tiers": [{"above": "200k", "input": 2, "output": 2}]}}}',
    'open.json': '{}',
  })
  const refused = async (environment: Record<string, string>) =>
    (await startRefusals({ environment, hubFolder, frontFolder: hubFolder })).map(({ variable }) => variable)
  assert.deepEqual(await refused({}), [])
  for (const [environment, variable] of [
    [{ SVC_PRICES_FILE: 'none.json' }, 'SVC_PRICES_FILE'],
    [{ SVC_PRICES_FILE: 'bad.json' }, 'SVC_PRICES_FILE'],
    [{ SVC_PRICES_FILE: 'tiers.json' }, 'SVC_PRICES_FILE'],
    [{ SVC_SECRETS_FILE: 'none.json' }, 'SVC_SECRETS_FILE'],
    [{ SVC_OIDC_FILE: 'none.json' }, 'SVC_OIDC_FILE'],
    [{ SVC_OTEL_HEADERS: 'none' }, 'SVC_OTEL_HEADERS'],
    [{ SVC_TLS_CERT_FILE: 'none.pem' }, 'SVC_TLS_KEY_FILE'],
    [
      { SVC_TLS_CERT_FILE: 'none.pem', SVC_TLS_KEY_FILE: 'none.pem', SVC_PUBLIC_URL: 'https://hub.example' },
      'SVC_TLS_CERT_FILE',
    ],
    [{ SVC_EDGE_WORKERS: '2', SVC_EDGE_METRICS_PORT: '1234' }, 'SVC_EDGE_METRICS_PORT'],
    [{ SVC_BLOBS_URL: 's3://bucket', SVC_BLOBS_ACCESS_KEY_ID: 'id' }, 'SVC_BLOBS_SECRET_ACCESS_KEY'],
    [{ WEBHOOK_INBOUND_STANDARD: 'true', WEBHOOK_INBOUND_HMAC: 'true' }, 'WEBHOOK_INBOUND_STANDARD'],
    [{ SVC_MODEL: 'none' }, 'SVC_MODEL'],
    [{ SVC_MODEL_BASE_URL: 'http://127.0.0.1:1/v1/chat/completions/' }, 'SVC_MODEL_BASE_URL'],
    [{ SVC_MODEL_BASE_URL: 'http://127.0.0.1:1/v1?key=abc' }, 'SVC_MODEL_BASE_URL'],
  ] as const)
    assert.deepEqual(await refused(environment), [variable], JSON.stringify(environment))
})
