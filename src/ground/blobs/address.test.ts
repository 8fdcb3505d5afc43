import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeBucket, readBlobsAddress } from './address.ts'

test('an address names a bucket, where in it, and the server', () => {
  const address = readBlobsAddress(
    's3://hub-files/team/one/?endpoint=http%3A%2F%2Fstore%3A9000&region=garage',
  )!
  assert.deepEqual(address, {
    endpoint: 'http://store:9000',
    region: 'garage',
    bucket: 'hub-files',
    prefix: 'team/one/',
  })
  assert.equal(describeBucket(address), 'http://store:9000/hub-files/team/one/')
  assert.deepEqual(readBlobsAddress('s3://hub-files?region=eu-central-1'), {
    endpoint: 'https://s3.eu-central-1.amazonaws.com',
    region: 'eu-central-1',
    bucket: 'hub-files',
    prefix: '',
  })
  assert.deepEqual(
    readBlobsAddress('s3://hub-files?endpoint=https://store/')?.endpoint,
    'https://store',
    'an address need not be escaped',
  )
})

test('text that is no address, and an address with additional parts, is refused', () => {
  for (const url of [
    '',
    'hub-files',
    'https://hub-files',
    's3://',
    's3://UPPER',
    's3://key:secret@hub-files',
    's3://hub-files/a b',
    's3://hub-files/../other',
    's3://hub-files?endpoint=store:9000',
    's3://hub-files?endpoint=https://key:secret@store',
    's3://hub-files?endpoint=https://store/path',
    's3://hub-files?endpoint=https://store:99999',
    's3://hub-files?region=EU west',
    's3://hub-files?secret=x',
  ])
    assert.equal(readBlobsAddress(url), null, url)
})
