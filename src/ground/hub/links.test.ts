import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { linkTargets } from './links.ts'
import { keepReloaded } from './reloaded.ts'

function folders(t: { after(then: () => void): void }) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'hub-links-')))
  t.after(() => rmSync(root, { recursive: true }))
  const hub = join(root, 'hub')
  const outside = join(root, 'outside')
  for (const folder of [hub, outside]) mkdirSync(folder)
  return { hub, outside }
}

test('every hop of a link is found, and a circle ends [hub.links]', (t) => {
  const { hub, outside } = folders(t)
  mkdirSync(join(outside, '..1'))
  writeFileSync(join(outside, '..1', 'agent.md'), 'one')
  symlinkSync('..1', join(outside, '..data'))
  symlinkSync('..data/agent.md', join(outside, 'agent.md'))
  symlinkSync(join(outside, 'agent.md'), join(hub, 'agent.md'))
  symlinkSync('b', join(hub, 'a'))
  symlinkSync('a', join(hub, 'b'))
  const { folders: found, paths } = linkTargets(new Set([hub]))
  for (const path of ['agent.md', '..data/agent.md', '..1/agent.md'])
    assert.ok(paths.has(join(outside, path)), path)
  assert.deepEqual(
    found,
    new Set([outside, join(outside, '..data'), join(outside, '..1')]),
    'and no other folder',
  )
  assert.deepEqual(linkTargets(new Set([join(hub, 'gone')])), { folders: new Set(), paths: new Set() })
})

test('a file behind a link is read again after a change of the file or of a link on the path [hub.links]', async (t) => {
  const { hub, outside } = folders(t)
  const version = (n: number) => {
    mkdirSync(join(outside, `..${n}`))
    writeFileSync(join(outside, `..${n}`, 'agent.md'), `${n}`)
    symlinkSync(`..${n}`, join(outside, '..new'))
    renameSync(join(outside, '..new'), join(outside, '..data'))
  }
  version(1)
  symlinkSync('..data/agent.md', join(outside, 'agent.md'))
  symlinkSync(join(outside, 'agent.md'), join(hub, 'agent.md'))
  let refreshes = 0
  let next = () => {}
  const refreshed = () => new Promise<void>((resolve) => (next = resolve))
  const quiet = async () => {
    for (let before = -1; before !== refreshes;) {
      before = refreshes
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
  await using _ = await keepReloaded({
    refresh: async () => {
      refreshes++
      next()
      return false
    },
    folders: () => new Set([hub]),
    problems: () => [],
    place: 'hub',
  })
  await quiet()
  for (const change of [
    () => writeFileSync(join(outside, '..data', 'agent.md'), 'edited'),
    () => version(2),
    () => writeFileSync(join(outside, '..data', 'agent.md'), 'edited again'),
  ]) {
    const soon = refreshed()
    change()
    await soon
    await quiet()
  }
  const before = refreshes
  writeFileSync(join(outside, 'other.md'), 'not ours')
  await quiet()
  assert.equal(refreshes, before, 'other files beside it do not matter')
})
