import assert from 'node:assert/strict'
import { test } from 'node:test'
import { frontEnvironment, hubEnvironment } from './environment.ts'

test('the gateway determines shared settings, with paths relative to its folder', () => {
  const file = {
    SVC_DATABASE_URL: 'sqlite:state/all.db',
    SVC_SECRETS_FILE: 'keys.json',
    SVC_BUS_URL: 'nats://one',
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
      ['sqlite:/srv/hubs/state/all.db', '/srv/hubs/keys.json', 'nats://one'],
    )
  const hub = hubEnvironment(gateway, hubFile)
  assert.deepEqual([hub['SVC_BLOBS_URL'], hub['SVC_BLOBS_SECRET_ACCESS_KEY']], ['s3://one', undefined])
  assert.equal(frontEnvironment({ ...gateway, file: {} })['SVC_SECRETS_FILE'], undefined)
})
