import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { createAccessChanges } from '#core/audit/access-changes.ts'
import { openFolderVersions } from '#core/versions/folder-versions.ts'
import { createHubVersions } from '#core/versions/hub-versions.ts'
import { systemClock } from '#ground/base/clock.ts'
import { openFolderBlobs } from '#ground/blobs/folder.ts'
import { openHub } from '#ground/hub/open.ts'
import { folderWith } from '../support/folder.ts'
import { BACKENDS, openTestStore } from '../support/stores.ts'
import { until } from '../support/until.ts'

const AGENT = 'You look after a garden.\n'

async function startVersions(t: TestContext) {
  const store = await openTestStore(t, BACKENDS[0]!)
  const blobs = await openFolderBlobs({ folder: await folderWith(t, {}) })
  const versions = createHubVersions({
    hub: 'garden',
    store,
    blobs,
    accessChanges: createAccessChanges(store),
    clock: systemClock,
    actor: 'system:hub',
  })
  const hubFolder = await folderWith(t, { 'agent.md': AGENT, '.env': 'A=b', 'files/plants.txt': 'roses' })
  const failures: unknown[] = []
  const restored: unknown[] = []
  const open = () =>
    openFolderVersions({
      hubFolder,
      excludedPaths: [],
      versions,
      clock: systemClock,
      onFailure: (error) => failures.push(error),
      onRestored: (facts) => restored.push(facts),
    })
  const write = async (path: string, text: string) => {
    await mkdir(join(hubFolder, path, '..'), { recursive: true })
    await writeFile(join(hubFolder, path), text)
  }
  const read = (path: string) => readFile(join(hubFolder, path), 'utf8')
  const audit = () => store.db.selectFrom('access_changes').select(['actor', 'action', 'after']).execute()
  return { hubFolder, versions, open, write, read, audit, failures, restored }
}

const ANN = { actor: 'ann@example.com', request: null }

test('a running Hub records edits of its files as versions, and nothing else [hub.versions]', async (t) => {
  const { hubFolder, versions, open, write, failures } = await startVersions(t)
  await using folder = await open()
  await using hub = await openHub(hubFolder, { source: folder })
  assert.equal(hub.version(), 1)
  await write('tasks/report.md', '---\nname: Report\n---\nWrite.\n')
  await until(async () => hub.version() === 2)
  await folder.edit('ann@example.com', () =>
    write('tasks/report.md', '---\nname: Report\n---\nWrite more.\n'),
  )
  await until(async () => hub.version() === 3)
  await write('files/plants.txt', 'tulips')
  await write('.env', 'A=c')
  await write('agent.md', 'You look after a large garden.\n')
  await until(async () => hub.version() === 4)
  const all = await versions.list()
  assert.deepEqual(
    all.map(({ number, madeBy, changedFiles, origin }) => [number, madeBy, changedFiles, origin]),
    [
      [4, 'system:hub', 1, 'folder'],
      [3, 'ann@example.com', 1, 'folder'],
      [2, 'system:hub', 1, 'folder'],
      [1, 'system:hub', null, 'folder'],
    ],
  )
  assert.equal(folder.digest(), all[0]!.digest)
  assert.deepEqual(
    (await versions.filesOf(4)).map(({ path }) => path),
    ['agent.md', 'tasks/report.md'],
  )
  await using again = await open()
  await again.runExclusively(async () => {})
  assert.deepEqual([again.version(), failures], [4, []], 'an unchanged folder is the same version')
})

test('files of an older version return, added files go, and the change is recorded [hub.versions-restore]', async (t) => {
  const { hubFolder, versions, open, write, read, audit } = await startVersions(t)
  await write('skills/dig/SKILL.md', 'Dig.')
  await using folder = await open()
  await using hub = await openHub(hubFolder, { source: folder })
  await rm(join(hubFolder, 'skills/dig'), { recursive: true })
  await write('agent.md', 'Be short.\n')
  await write('tasks/late.md', 'Late.')
  await until(async () => (await versions.filesOf(hub.version() ?? 0)).some(({ path }) => /late/.test(path)))
  const before = hub.version()!
  const planned = await folder.plan(1)
  assert.ok(planned.ok && planned.value.changes.length === 3)
  const done = await folder.restore(1, folder.digest(), ANN)
  assert.ok(done.ok)
  assert.deepEqual(done.value, {
    number: before + 1,
    changes: [
      { path: 'agent.md', change: 'changed' },
      { path: 'skills/dig/SKILL.md', change: 'added' },
      { path: 'tasks/late.md', change: 'removed' },
    ],
  })
  assert.deepEqual(
    [await read('agent.md'), await read('skills/dig/SKILL.md'), existsSync(join(hubFolder, 'tasks/late.md'))],
    [AGENT, 'Dig.', false],
  )
  assert.equal(await read('files/plants.txt'), 'roses')
  await until(async () => hub.version() === before + 1 && hub.agent().prompt.includes('garden'))
  const newest = (await versions.list())[0]!
  assert.deepEqual([newest.restores, newest.madeBy], [1, ANN.actor])
  assert.deepEqual(
    (await audit()).map(({ actor, action }) => [actor, action]),
    [[ANN.actor, 'hub.use_version']],
  )
  assert.equal(existsSync(join(hubFolder, '.restoring')), false)
})

test('files behind links out of the folder, into secrets or in skills belong to no version [hub.versions]', async (t) => {
  const { hubFolder, versions, open, write } = await startVersions(t)
  const outside = await folderWith(t, { 'private.md': 'of the system' })
  await write('skills/sow/SKILL.md', '---\nname: sow\ndescription: Plans beds\n---\nSow.')
  await write('shared/helper.md', '---\nname: Helper\n---\nHelp.')
  await mkdir(join(hubFolder, 'prompts'))
  await symlink(outside, join(hubFolder, 'skills/sow/system'))
  await symlink('../../agent.md', join(hubFolder, 'skills/sow/agent.md'))
  await symlink(join(outside, 'private.md'), join(hubFolder, 'prompts/private.md'))
  await symlink('../.env', join(hubFolder, 'prompts/env.md'))
  await symlink('shared', join(hubFolder, 'agents'))
  await using folder = await open()
  await using hub = await openHub(hubFolder, { source: folder })
  const files = await versions.filesOf(hub.version()!)
  assert.deepEqual(
    files.map(({ path }) => path),
    ['agent.md', 'agents/helper.md', 'skills/sow/SKILL.md'],
  )
})

test('a link, and a folder that changed meanwhile, refuse a restore, which changes nothing [hub.versions-restore]', async (t) => {
  const { hubFolder, open, write, read } = await startVersions(t)
  await using folder = await open()
  await folder.runExclusively(async () => {})
  const seen = folder.digest()
  await write('agent.md', 'Be short.\n')
  const changed = await folder.restore(1, seen, ANN)
  assert.deepEqual(changed, { ok: false, refusal: { reason: 'changed' } })
  await write('files/agent.md', 'Linked.\n')
  await rm(join(hubFolder, 'agent.md'))
  await symlink('files/agent.md', join(hubFolder, 'agent.md'))
  const linked = await folder.restore(1, null, ANN)
  assert.deepEqual(linked, { ok: false, refusal: { reason: 'link', path: 'agent.md' } })
  assert.deepEqual([await read('agent.md'), existsSync(join(hubFolder, '.restoring'))], ['Linked.\n', false])
  assert.deepEqual(await folder.restore(99, null, ANN), { ok: false, refusal: { reason: 'files_dropped' } })
})

test('only the newest versions keep their files, and each keeps its number and hash [hub.versions]', async (t) => {
  const { versions, open, write } = await startVersions(t)
  await using folder = await open()
  for (let edit = 0; edit < 53; edit++) {
    await write('agent.md', `Edit ${edit}.\n`)
    await folder.runExclusively(async () => {})
  }
  assert.equal((await versions.list()).length, 53)
  assert.deepEqual([(await versions.filesOf(3)).length, (await versions.filesOf(4)).length], [0, 1])
})
