import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSharedConfig, secretPathsOf } from './shared.ts'

const HUB = '/srv/garden'

test('without variables all data are in the Hub, which listens on this computer only', () => {
  const config = readSharedConfig({}, HUB)
  assert.equal(config.dataFolder, '/srv/garden/.svc')
  assert.deepEqual(config.store, { kind: 'sqlite', path: '/srv/garden/.svc/hub.db' })
  assert.equal(config.publicUrl, 'http://127.0.0.1:3080')
  assert.equal(config.publicUrlIsSet, false)
  assert.deepEqual(config.addresses, {
    edge: { host: '127.0.0.1', port: 3080 },
    chatapp: { host: '127.0.0.1', port: 43_080 },
    bridge: { host: '127.0.0.1', port: 8000 },
    inbound: { host: '127.0.0.1', port: 8100 },
  })
})

test('only the edge takes another host', () => {
  const { addresses } = readSharedConfig({ SVC_HOST: '0.0.0.0', BRIDGE_PORT: '0' }, HUB)
  assert.equal(addresses.edge.host, '0.0.0.0')
  for (const { host } of [addresses.chatapp, addresses.bridge, addresses.inbound])
    assert.equal(host, '127.0.0.1')
})

test('the web chat listens 40000 above the edge, or at its configured port, always on a valid port', () => {
  const chatappPort = (environment: Record<string, string>) =>
    readSharedConfig(environment, HUB).addresses.chatapp.port
  assert.equal(chatappPort({ PORT: '8080' }), 48_080)
  assert.equal(chatappPort({ PORT: '8080', SVC_CHATAPP_PORT: '9000' }), 9000)
  assert.equal(chatappPort({ PORT: '25535' }), 65_535)
  assert.ok(chatappPort({ PORT: '60000' }) < 65_536)
})

test('the store is a file in the data folder, a file elsewhere, or a server', () => {
  const storeOf = (environment: Record<string, string>) => readSharedConfig(environment, HUB).store
  assert.deepEqual(storeOf({ SVC_DATA_DIR: '/data' }), { kind: 'sqlite', path: '/data/hub.db' })
  assert.deepEqual(storeOf({ SVC_DATABASE_URL: 'sqlite:/data/x.db' }), { kind: 'sqlite', path: '/data/x.db' })
  assert.deepEqual(storeOf({ SVC_DATABASE_URL: 'sqlite:x.db' }), { kind: 'sqlite', path: '/srv/garden/x.db' })
  for (const url of ['postgres://hub@db/hub', 'postgresql://hub@db/hub'])
    assert.deepEqual(storeOf({ SVC_DATABASE_URL: url }), { kind: 'postgres', url })
})

test('the paths of a Hub in a gateway begin with its slug, as addresses spell it', () => {
  const pathOf = (environment: Record<string, string>) => readSharedConfig(environment, HUB).hubPath
  assert.equal(pathOf({}), '')
  assert.equal(pathOf({ SVC_SERVED_HUBS: '/srv/.svc/hubs.json' }), '/b/garden')
  assert.equal(pathOf({ SVC_SERVED_HUBS: '/srv/.svc/hubs.json', SVC_HUB_SLUG: 'gärten' }), '/b/g%C3%A4rten')
})

test('a database address of another kind is refused without showing its password', () => {
  assert.throws(
    () => readSharedConfig({ SVC_DATABASE_URL: 'mysql://hub:hunter2@db' }, HUB),
    (error: Error) =>
      /SVC_DATABASE_URL: expected postgres/.test(error.message) && !/hunter2/.test(error.message),
  )
})

test('a database address may name several hosts, and one that is wrong is refused unseen [store.hosts]', () => {
  const url = 'postgres://hub:hunter2@one:5432,two:5433/hub?target_session_attrs=read-write'
  assert.deepEqual(readSharedConfig({ SVC_DATABASE_URL: url }, HUB).store, { kind: 'postgres', url })
  for (const wrong of [
    url.replace('5433', 'x'),
    url.replace('hunter2', 'hunter2/'),
    url.replace('read-write', 'any'),
  ])
    assert.throws(
      () => readSharedConfig({ SVC_DATABASE_URL: wrong }, HUB),
      (error: Error) => /SVC_DATABASE_URL: /.test(error.message) && !/hunter2/.test(error.message),
    )
})

test('files of the bus address are relative to the Hub, and those with secrets are hidden from programs', () => {
  const configOf = (SVC_BUS_URL: string) => readSharedConfig({ SVC_BUS_URL }, HUB)
  const config = configOf('tls://one?ca=ca.pem&creds=keys/hub.creds&cert=/etc/hub.pem&key=hub.key')
  assert.equal(config.bus?.caFile, '/srv/garden/ca.pem')
  assert.deepEqual(config.bus?.clientCertificate, {
    certFile: '/etc/hub.pem',
    keyFile: '/srv/garden/hub.key',
  })
  assert.deepEqual(secretPathsOf(config), [
    '/srv/garden/.svc',
    '/srv/garden/keys/hub.creds',
    '/srv/garden/hub.key',
  ])
  assert.deepEqual(secretPathsOf(configOf('nats://one?nkey=hub.nk')).slice(1), ['/srv/garden/hub.nk'])
  assert.deepEqual(secretPathsOf(configOf('nats://hub:one@two')).slice(1), [])
})

test('the public address loses its last slash and says that it was set', () => {
  const config = readSharedConfig({ SVC_PUBLIC_URL: 'https://hub.example.org/' }, HUB)
  assert.deepEqual([config.publicUrl, config.publicUrlIsSet], ['https://hub.example.org', true])
})

test('a bucket needs its keys, and an error does not contain them', () => {
  const keys = { SVC_BLOBS_ACCESS_KEY_ID: 'id', SVC_BLOBS_SECRET_ACCESS_KEY: 'sesame' }
  const blobsOf = (environment: Record<string, string>) => readSharedConfig(environment, HUB).blobs
  assert.equal(blobsOf(keys), null)
  const { address, credentials } = blobsOf({ ...keys, SVC_BLOBS_URL: 's3://files' })!
  assert.deepEqual([address.bucket, credentials.secretAccessKey], ['files', 'sesame'])
  for (const [environment, expected] of [
    [
      { SVC_BLOBS_URL: 's3://files', SVC_BLOBS_ACCESS_KEY_ID: 'sesame' },
      /^SVC_BLOBS_SECRET_ACCESS_KEY: .* needs it$/,
    ],
    [
      { SVC_BLOBS_URL: 's3://files', SVC_BLOBS_SECRET_ACCESS_KEY: 'sesame' },
      /^SVC_BLOBS_ACCESS_KEY_ID: .* needs it$/,
    ],
    [{ ...keys, SVC_BLOBS_URL: 's3://id:sesame@files' }, /^SVC_BLOBS_URL: expected s3:/],
  ] as const)
    assert.throws(
      () => blobsOf(environment),
      ({ message }: Error) => expected.test(message) && !/sesame/.test(message),
    )
})

test('servers of the bus have an address, and an invalid address is refused without showing it [bus.address]', () => {
  const busOf = (SVC_BUS_URL: string) => readSharedConfig({ SVC_BUS_URL }, HUB).bus
  assert.deepEqual(busOf('nats://hub:sesame@one')?.servers, ['one:4222'])
  assert.equal(busOf(''), null)
  for (const url of ['one:4222', 'http://hub:sesame@one', 'nats://hub:sesame@'])
    assert.throws(
      () => busOf(url),
      (error: Error) => /SVC_BUS_URL: expected nats:/.test(error.message) && !/sesame/.test(error.message),
    )
})
