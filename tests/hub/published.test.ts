import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { createAccessChanges } from '#core/audit/access-changes.ts'
import { readHubFiles } from '#cluster/published/hub-files.ts'
import { createHubVersions } from '#cluster/published/versions.ts'
import { followPublished } from '#cluster/published/follow.ts'
import { applyVersion } from '#cluster/published/working-copy.ts'
import { systemClock } from '#ground/base/clock.ts'
import { openFolderBlobs } from '#ground/blobs/folder.ts'
import { openHub } from '#ground/hub/open.ts'
import { folderWith } from '../support/folder.ts'
import { until } from '../support/until.ts'
import { BACKENDS, openTestStore } from '../support/stores.ts'
import { createOwnNotifications } from '../support/notifications.ts'

const AGENT = 'You look after a garden.\n'

async function startPublishing(t: TestContext) {
  const store = await openTestStore(t, BACKENDS[0]!)
  const bytesIn = await folderWith(t, {})
  const blobs = await openFolderBlobs({ folder: bytesIn })
  const accessChanges = createAccessChanges(store)
  const versions = createHubVersions({
    hub: 'garden',
    store,
    blobs,
    accessChanges,
    clock: systemClock,
    actor: 'system:cli',
  })
  const source = await folderWith(t, {
    'agent.md': AGENT,
    'tools/dig.sh': 'dig',
    'files/plants.txt': 'roses',
  })
  await chmod(join(source, 'tools/dig.sh'), 0o755)
  const hubFolder = await folderWith(t, { '.env': 'A=b' })
  const publish = async () => {
    const files = await readHubFiles(source, [])
    assert.ok(files.ok)
    return (await versions.publish(source, files.value, null)).number
  }
  const deps = { hubFolder, excludedPaths: [], blobs, filesOf: versions.filesOf }
  const read = (path: string) => readFile(join(hubFolder, path), 'utf8')
  return {
    source,
    hubFolder,
    bytesIn,
    publish,
    deps,
    versions,
    apply: (number: number) => applyVersion({ ...deps, runExclusively: (work) => work() }, number),
    read,
  }
}

test('a folder receives a version, with file modes, and files that the next version lacks are removed [hub.published]', async (t) => {
  const { source, hubFolder, publish, apply, read } = await startPublishing(t)
  const first = await publish()
  assert.equal((await apply(first)).changes.length, 3)
  assert.equal(await read('agent.md'), AGENT)
  assert.equal((await stat(join(hubFolder, 'tools/dig.sh'))).mode & 0o777, 0o755)
  assert.equal(await read('.env'), 'A=b')
  assert.deepEqual((await apply(first)).changes, [], 'done again it changes nothing')

  await rm(join(source, 'tools'), { recursive: true })
  await writeFile(join(source, 'files/plants.txt'), 'tulips')
  const second = await publish()
  assert.deepEqual((await apply(second)).backupFolder, null)
  assert.equal(await read('files/plants.txt'), 'tulips')
  assert.ok(!existsSync(join(hubFolder, 'tools')))
  await apply(first)
  assert.deepEqual([await read('files/plants.txt'), await read('tools/dig.sh')], ['roses', 'dig'])
})

test('files that were never published stay or are put aside, and are not lost [hub.published]', async (t) => {
  const { source, hubFolder, publish, apply, read } = await startPublishing(t)
  await writeFile(join(hubFolder, 'agent.md'), 'An agent of before.\n')
  await writeFile(join(hubFolder, 'notes.md'), 'written by a task')
  const first = await publish()
  assert.equal((await apply(first)).backupFolder, '.published/before-1')
  assert.equal(await read('agent.md'), AGENT)
  assert.equal(await read('.published/before-1/agent.md'), 'An agent of before.\n')
  await writeFile(join(hubFolder, 'files/plants.txt'), 'changed by hand')
  await writeFile(join(source, 'agent.md'), 'Be short.\n')
  const second = await publish()
  assert.equal((await apply(second)).backupFolder, '.published/before-2')
  assert.equal(await read('files/plants.txt'), 'roses')
  assert.equal(await read('.published/before-2/files/plants.txt'), 'changed by hand')
  assert.equal(await read('notes.md'), 'written by a task')

  await apply(first)
  await writeFile(join(hubFolder, 'files/plants.txt'), 'changed again')
  assert.equal((await apply(second)).backupFolder, '.published/before-2-2')
  assert.equal(await read('.published/before-2/files/plants.txt'), 'changed by hand')
  assert.equal(await read('.published/before-2-2/files/plants.txt'), 'changed again')
})

test('bytes that can’t be had, or are others, change nothing in the folder [hub.published]', async (t) => {
  const { hubFolder, bytesIn, publish, apply } = await startPublishing(t)
  const number = await publish()
  const hash = createHash('sha256').update('roses').digest('hex')
  const path = join(bytesIn, hash.slice(0, 2), hash)
  await writeFile(path, 'weeds')
  await assert.rejects(apply(number), { name: 'BlobDamaged' })
  await rm(path)
  await assert.rejects(apply(number), { name: 'BlobStorageUnavailable' })
  assert.ok(!existsSync(join(hubFolder, 'agent.md')))
})

test('a failing switch is reported once, retried at growing delays, and completed when possible [hub.published]', async (t) => {
  const { source, bytesIn, publish, deps, versions, read } = await startPublishing(t)
  await publish()
  const pauses: number[] = []
  const failures: unknown[] = []
  await using _ = await followPublished({
    ...deps,
    notifications: createOwnNotifications(),
    current: versions.current,
    clock: {
      ...systemClock,
      sleep: async (ms, signal) => {
        pauses.push(ms)
        await systemClock.sleep(5, signal)
      },
    },
    onApplied: () => {},
    onFailure: (error) => void failures.push(error),
  })
  await writeFile(join(source, 'files/plants.txt'), 'tulips')
  await rename(bytesIn, `${bytesIn}-away`)
  await mkdir(join(bytesIn, 'incoming'), { recursive: true }) // new contents can be written, but earlier contents are missing
  await writeFile(join(deps.hubFolder, 'agent.md'), 'Changed by hand.\n')
  await publish()
  await until(async () => pauses.includes(30_000))
  assert.equal(failures.length, 1)
  await cp(`${bytesIn}-away`, bytesIn, { recursive: true })
  await until(async () => (await read('files/plants.txt')) === 'tulips')
  assert.equal(await read('agent.md'), AGENT)
  await rm(`${bytesIn}-away`, { recursive: true })
})

test('a request during a switch of versions gets data of one version, with its number [hub.published-whole]', async (t) => {
  const { source, publish, deps, versions } = await startPublishing(t)
  const write = async (name: string) => {
    await writeFile(join(source, 'agent.md'), `${name}\n`)
    await mkdir(join(source, 'agents'), { recursive: true })
    await writeFile(join(source, 'agents/digger.md'), `---\ndescription: Digs\n---\n${name}\n`)
    await writeFile(join(source, 'tools/soil.ts'), `export const name = '${name}'\n`)
    return publish()
  }
  const names = new Map<number, string>()
  for (const name of ['roses', 'tulips', 'ferns']) names.set(await write(name), name)
  await using following = await followPublished({
    ...deps,
    notifications: createOwnNotifications(),
    current: versions.current,
    clock: { ...systemClock, sleep: (_, signal) => systemClock.sleep(5, signal) },
    onApplied: () => {},
    onFailure: (error) => assert.fail(error as Error),
  })
  await using hub = await openHub(deps.hubFolder, { source: following })
  const output = () => [
    hub.agent().prompt.trim(),
    hub.subAgents()[0]!.prompt.trim(),
    hub.toolModules()[0]!.exports['name'],
  ]
  for (let n = 0; n < 9; n++) {
    const wanted = [...names.keys()][n % names.size]!
    await versions.use(wanted)
    while (hub.version() !== wanted) {
      const name = names.get(hub.version()!)
      assert.deepEqual(output(), [name, name, name])
      await new Promise((resolve) => setImmediate(resolve))
    }
    assert.deepEqual(output(), Array(3).fill(names.get(wanted)))
  }
})
