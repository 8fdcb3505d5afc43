import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { startSharedProcess, type SharedProcess } from './shared-process.ts'

const TOOL = `
import { defineTool } from 'hub-service'
import { z } from 'zod'
export default defineTool({
  name: 'misbehave',
  description: 'Does harm',
  input: z.object({ how: z.enum(['crash', 'loop', 'environment', 'print']) }),
  async run({ how }) {
    if (how === 'crash') process.exit(7)
    if (how === 'environment') return String(process.env.OWN_SECRET)
    if (how === 'print') return void console.log('said by ' + import.meta.dirname)
    for (;;);
  },
})
`

suite('Hubs that share a process', () => {
  let hubs: SharedProcess
  before(async () => {
    hubs = await startSharedProcess({ tool: TOOL })
  })
  after(() => hubs[Symbol.asyncDispose]())

  test('one process serves them all, and the code of one can’t read another’s variables in its environment [supervisor.workers]', async () => {
    assert.equal(hubs.pool.pids().length, 1)
    assert.deepEqual(
      [hubs.pool.nameOf(hubs.folderOf('ash')), hubs.pool.nameOf(hubs.folderOf('cedar'))],
      ['bridge-1', 'bridge-1'],
    )
    for (const slug of hubs.slugs) assert.ok(await hubs.isWell(slug), slug)
    assert.match(String(await hubs.ask('ash', 'environment')), /undefined/)
  })

  test('each Hub’s log and output is separate from the others’ [supervisor.workers]', async () => {
    await hubs.ask('ash', 'print')
    for (const slug of ['ash', 'birch']) {
      assert.match(hubs.written(slug), new RegExp(`"hub":"${slug}"`))
      const others = ['ash', 'birch', 'cedar'].filter((one) => one !== slug)
      for (const other of others)
        assert.ok(!hubs.written(slug).includes(`"hub":"${other}"`), `${slug}: ${other}`)
    }
    assert.ok(hubs.written('ash').includes(`said by ${join(hubs.folderOf('ash'), 'tools')}`))
    assert.ok(!hubs.written('birch').includes('said by'))
  })

  test('a Hub is released and served again while the others continue [supervisor.workers]', async () => {
    await hubs.pool.release(hubs.folderOf('cedar'))
    assert.equal(await hubs.isWell('cedar'), false)
    assert.ok(await hubs.isWell('ash'))
    await hubs.serve('cedar')
    assert.ok(await hubs.isWell('cedar'))
    await rm(join(hubs.folderOf('cedar'), 'agent.md'))
    await hubs.pool.release(hubs.folderOf('cedar'))
    await assert.rejects(hubs.serve('cedar'), { name: 'StartFailed', reason: 'not_a_hub' })
    assert.equal(hubs.pool.nameOf(hubs.folderOf('cedar')), null)
    assert.ok(await hubs.isWell('birch'))
  })

  test('a Hub whose code ends the process continues alone, and the others are served again [supervisor.workers-apart]', async () => {
    const [before] = hubs.pool.pids()
    assert.equal(await hubs.ask('birch', 'crash'), null)
    await Promise.all(['ash', 'birch'].map(hubs.untilWell))
    assert.deepEqual(hubs.apart, [hubs.folderOf('birch')])
    assert.deepEqual(
      [hubs.pool.nameOf(hubs.folderOf('ash')), hubs.pool.nameOf(hubs.folderOf('birch'))],
      ['bridge-1', 'bridge:birch'],
    )
    assert.notEqual(hubs.pool.pids()[0], before)
    const ended = hubs.told.find(({ event }) => event === 'worker.ended')
    assert.deepEqual([ended?.fields['code'], ended?.fields['hubs']], [7, [hubs.folderOf('birch')]])
    const [shared] = hubs.pool.pids()
    assert.equal(await hubs.ask('birch', 'crash'), null)
    await hubs.untilWell('birch')
    assert.equal(hubs.pool.pids()[0], shared)
    assert.deepEqual(hubs.lost, [])
  })

  test('a Hub whose code blocks the process is ended and continues alone [supervisor.workers-hung]', async () => {
    assert.equal(await hubs.ask('ash', 'loop'), null)
    await hubs.untilWell('ash')
    assert.equal(hubs.pool.nameOf(hubs.folderOf('ash')), 'bridge:ash')
    const hung = hubs.told.find(({ event }) => event === 'worker.hung')
    assert.deepEqual(hung?.fields['hubs'], [hubs.folderOf('ash')])
  })
})
