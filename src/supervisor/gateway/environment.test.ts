import assert from 'node:assert/strict'
import { test } from 'node:test'
import { frontEnvironment, hubEnvironment } from './environment.ts'

const BUS_URL = 'tls://one?creds=%2Fsrv%2Fhubs%2Fkeys%2Four%20hub.creds&handshake_first=true'

test('the gateway determines shared settings, with paths relative to its folder', () => {
  const file = {
    SVC_DATABASE_URL: 'sqlite:state/all.db',
    SVC_SECRETS_FILE: 'keys.json',
    SVC_BUS_URL: 'tls://one?creds=keys/our%20hub.creds&handshake_first=true',
    SVC_BLOBS_URL: 's3://one',
  }
  const gateway = { folder: '/srv/hubs', own: {}, file }
  const hubFile = {
    SVC_SECRETS_FILE: 'own.json',
    SVC_BUS_URL: 'nats://other',
    SVC_BLOBS_URL: 's3://other',
    SVC_BLOBS_SECRET_ACCESS_KEY: 'other',
    SVC_DATABASE_URL: 'sqlite:own.db',
  }
  for (const environment of [frontEnvironment(gateway), hubEnvironment(gateway, hubFile)])
    assert.deepEqual(
      [environment['SVC_DATABASE_URL'], environment['SVC_SECRETS_FILE'], environment['SVC_BUS_URL']],
      ['sqlite:/srv/hubs/state/all.db', '/srv/hubs/keys.json', BUS_URL],
    )
  const hub = hubEnvironment(gateway, hubFile)
  assert.deepEqual([hub['SVC_BLOBS_URL'], hub['SVC_BLOBS_SECRET_ACCESS_KEY']], ['s3://one', undefined])
  assert.equal(frontEnvironment({ ...gateway, file: {} })['SVC_SECRETS_FILE'], undefined)
})
