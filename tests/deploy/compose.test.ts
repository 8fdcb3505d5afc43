import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { test, type TestContext } from 'node:test'
import { parse } from 'yaml'
import { z } from 'zod'
import { CATALOG } from '#processes/config/catalog.ts'
import { readPostgresAddress } from '#ground/store/postgres/address.ts'
import { readBlobsAddress } from '#ground/blobs/address.ts'
import { readBusAddress } from '#ground/bus/address.ts'
import { TEST_PACKAGE } from '../../bin/setup/test-package.mjs'
import { folderWith } from '../support/folder.ts'
import { natsProgram } from '../support/nats.ts'
import { freePorts } from '../support/free-ports.ts'

const FOLDER = join(import.meta.dirname, '../../deploy/compose')
const nginx = ['/usr/sbin/nginx', '/usr/bin/nginx'].find((path) => existsSync(path))

const Service = z.object({
  image: z.string(),
  environment: z.record(z.string(), z.string()).default({}),
  secrets: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).default({}),
  healthcheck: z.object({ test: z.tuple([z.literal('CMD')], z.string()) }).optional(),
})
const { services, secrets, volumes } = z
  .object({
    services: z.record(z.string(), Service),
    secrets: z.record(z.string(), z.object({ file: z.string() })),
    volumes: z.record(z.string(), z.unknown()),
  })
  .parse(parse(readFileSync(join(FOLDER, 'compose.yaml'), 'utf8'), { merge: true }))

const MACHINES = ['barn', 'shed', 'mill']
const KNOWN = new Set(Object.values(CATALOG).flatMap((variables) => Object.keys(variables.shape)))

test('images are pinned, settings are known, and referenced files exist [deploy.compose]', () => {
  for (const [name, service] of Object.entries(services)) {
    assert.match(service.image, /:(\d+\.\d+|RELEASE\.)[\w.-]*$/, `${name}: pin its image`)
    for (const [part, { condition }] of Object.entries(service.depends_on)) {
      assert.ok(services[part], `${name} waits for ${part}`)
      assert.equal(condition === 'service_healthy', services[part].healthcheck !== undefined, part)
    }
    for (const secret of service.secrets) assert.ok(secrets[secret], `${name}: ${secret}`)
    for (const source of service.volumes.map((volume) => volume.split(':')[0]!))
      assert.ok(source.startsWith('./') ? existsSync(join(FOLDER, source)) : source in volumes, source)
  }
  for (const machine of MACHINES) {
    const { environment, image } = services[machine]!
    for (const variable of Object.keys(environment)) assert.ok(KNOWN.has(variable), variable)
    assert.ok(readBlobsAddress(environment['SVC_BLOBS_URL']!))
    assert.equal(image.split(':')[1], JSON.parse(readFileSync('package.json', 'utf8')).version)
  }
  const bases = readFileSync(join(FOLDER, 'Dockerfile'), 'utf8').match(/^FROM .*/gm)!
  for (const base of bases) assert.match(base, /^FROM node:24\.\d+\.\d+-\w+-slim/)
})

async function madeSecrets(t: TestContext): Promise<string> {
  const folder = await folderWith(t, {})
  cpSync(join(FOLDER, 'make-secrets.sh'), join(folder, 'make-secrets.sh'))
  const made = spawnSync('sh', [join(folder, 'make-secrets.sh')], { encoding: 'utf8' })
  assert.deepEqual([made.status, made.stdout, made.stderr], [0, '', ''])
  const again = spawnSync('sh', [join(folder, 'make-secrets.sh')], { encoding: 'utf8' })
  assert.deepEqual([again.status, /is there already/.test(again.stderr)], [1, true])
  return join(folder, 'secrets')
}

const skip = [0, 1000].includes(process.getuid!()) ? false : 'neither root nor user 1000'

test('one script makes all secrets, for each part its own [deploy.secrets]', { skip }, async (t) => {
  const folder = await madeSecrets(t)
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  const named = Object.values(secrets).map(({ file }) => file.replace('./secrets/', ''))
  assert.deepEqual(readdirSync(folder).toSorted(), named.toSorted())
  for (const name of named) assert.equal(statSync(join(folder, name)).mode & 0o777, 0o600, name)
  const set = Object.fromEntries(
    [...read('hub.env').matchAll(/^(\w+)='(.*)'$/gm)].map(([, name, value]) => [name!, value!]),
  )
  for (const variable of Object.keys(set))
    assert.ok(KNOWN.has(variable) || variable.startsWith('WEBHOOK_'), variable)
  const store = new URL(readPostgresAddress(set['SVC_DATABASE_URL']!).servers[0]!.url)
  assert.deepEqual([store.hostname, store.password], ['postgres', read('postgres_password')])
  const bus = readBusAddress(set['SVC_BUS_URL']!)!
  assert.deepEqual(bus.servers, ['nats:4222'])
  assert.ok(bus.credentials && 'password' in bus.credentials)
  assert.ok(read('nats.conf').includes(`password: "${bus.credentials.password}"`))
  assert.equal(set['SVC_BLOBS_ACCESS_KEY_ID'], read('s3_key'))
  assert.equal(set['SVC_BLOBS_SECRET_ACCESS_KEY'], read('s3_secret'))
  const all = [
    ...Object.values(set),
    ...Object.values(JSON.parse(read('hub.json')) as object),
    read('s3_root_password'),
  ]
  assert.equal(new Set(all).size, all.length)
  if (!natsProgram) return
  const checked = spawnSync(natsProgram, ['-t', '-c', join(folder, 'nats.conf')], { encoding: 'utf8' })
  assert.equal(checked.status, 0, checked.stderr)
})

test('nginx takes its configuration [deploy.front]', { skip: nginx ? false : 'no nginx' }, async (t) => {
  const text = readFileSync(join(FOLDER, 'nginx.conf'), 'utf8')
  const path = join(await folderWith(t, {}), 'nginx.conf')
  const isPart = new RegExp(`server (${MACHINES.join('|')}):3080`, 'g')
  assert.equal(text.match(isPart)!.length, MACHINES.length)
  writeFileSync(
    path,
    text.replaceAll(isPart, 'server 127.0.0.1:3080').replace('/tmp/nginx.pid', `${path}.pid`),
  )
  const checked = spawnSync(nginx!, ['-t', '-q', '-c', path], { encoding: 'utf8' })
  assert.deepEqual([checked.status, checked.stderr], [0, ''])
})

test('a container makes its Hub and runs it with its secret file [deploy.start]', async (t) => {
  const base = await folderWith(t, { 'hub.env': "SVC_MACHINE_NAME='the barn'\nWEBHOOK_INBOUND_SECRET='s'\n" })
  const [port, chatapp, bridge, inbound] = (await freePorts(4)).map(String)
  const ports = { PORT: port, SVC_CHATAPP_PORT: chatapp, BRIDGE_PORT: bridge, SVC_INBOUND_PORT: inbound }
  const hub = spawn('sh', [join(FOLDER, 'hub.sh'), 'serve', join(base, 'garden'), '--json'], {
    env: {
      ...ports,
      PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
      HOME: base,
      HUB_SERVICE: TEST_PACKAGE,
      HUB_ENV_FILE: join(base, 'hub.env'),
      SVC_INBOUND: 'webhook',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.after(() => hub.kill('SIGKILL'))
  const [, , ...check] = services['barn']!.healthcheck!.test
  const isHealthy = () =>
    spawnSync(
      process.execPath,
      check.map((part) => part.replace(':3080', `:${port}`)),
    ).status === 0
  assert.equal(isHealthy(), false)
  let output = ''
  for await (const line of createInterface({ input: hub.stdout })) {
    output += `${line}\n`
    if (output.includes(`:${port}`)) break
  }
  while (!isHealthy()) if (hub.exitCode !== null) throw new Error(`it ended: ${output}`)
  assert.ok(existsSync(join(base, 'garden/agent.md')))
  const sent = await fetch(`http://127.0.0.1:${port}/webhooks/garden/webhook`, {
    method: 'POST',
    headers: { authorization: 'Bearer s', 'content-type': 'application/json' },
    body: '{}',
  })
  assert.equal(sent.status, 200)
  hub.kill('SIGTERM')
  assert.deepEqual(await once(hub, 'exit'), [0, null])
})
