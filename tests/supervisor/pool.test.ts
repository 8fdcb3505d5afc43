import assert from 'node:assert/strict'
import { cp, mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { systemClock, type Clock } from '#ground/base/clock.ts'
import type { StartFailed } from '#supervisor/child.ts'
import { supervisorEvents } from '#supervisor/log-events.ts'
import { createPool, type Pool } from '#supervisor/pool.ts'
import { COMPILE_CACHE } from '../support/compile-cache.ts'
import { freePorts } from '../support/running-hub.ts'

const TEMPLATE = resolve(import.meta.dirname, '../../templates/minimal')
const KEY = 'a-key-of-the-tests'

/** Twice as fast, so that nobody waits ten seconds for a silence of ten seconds. */
const HASTY: Clock = {
  ...systemClock,
  now: () => systemClock.now() * 2,
  sleep: (ms, signal) => systemClock.sleep(ms / 2, signal),
}

/** A tool that does what the test asks of it. */
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
  let base = ''
  let pool: Pool
  const told: { event: string; fields: Record<string, unknown> }[] = []
  const apart: string[] = []
  const lost: { folder: string; failure: StartFailed }[] = []
  const ports = new Map<string, number>()
  /** By slug. */
  const written = new Map<string, string>()
  const folderOf = (slug: string) => join(base, slug)

  const serve = async (slug: string) => {
    const [port] = await freePorts(1)
    ports.set(slug, port!)
    return pool.serve({
      folder: folderOf(slug),
      slug,
      roles: ['bridge'],
      environment: {
        SVC_DATA_DIR: join(base, '.svc'),
        BRIDGE_PORT: String(port),
        BRIDGE_API_KEYS: KEY,
        SVC_ACCESS: 'groups',
        OWN_SECRET: `of ${slug}`,
      },
      output: (chunk) => void written.set(slug, (written.get(slug) ?? '') + chunk),
    })
  }
  const make = async (slug: string) => {
    await cp(TEMPLATE, folderOf(slug), { recursive: true })
    await mkdir(join(folderOf(slug), 'tools'), { recursive: true })
    await writeFile(join(folderOf(slug), 'tools/misbehave.ts'), TOOL)
  }
  const isWell = async (slug: string) =>
    (await fetch(`http://127.0.0.1:${ports.get(slug)}/healthz`).catch(() => null))?.status === 200
  const untilWell = async (slug: string) => {
    while (!(await isWell(slug))) await systemClock.sleep(20)
  }
  const ask = async (slug: string, how: string) => {
    const answer = await fetch(`http://127.0.0.1:${ports.get(slug)}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify({ messages: [{ role: 'user', content: `/tool misbehave {"how":"${how}"}` }] }),
    }).catch(() => null)
    const body = (await answer?.json().catch(() => null)) as {
      choices: { message: { content: string } }[]
    } | null
    return body?.choices[0]?.message.content ?? null
  }

  before(async () => {
    base = await mkdtemp(join(tmpdir(), 'hub-pool-'))
    for (const slug of ['ash', 'birch', 'cedar']) await make(slug)
    pool = createPool(
      {
        name: 'bridge',
        workers: 1,
        ownUpTo: 0,
        nodeFlags: [COMPILE_CACHE],
        environment: { PATH: process.env['PATH'] },
      },
      {
        clock: HASTY,
        events: supervisorEvents((_level, event, fields) => told.push({ event, fields: { ...fields } })),
        output: () => {},
        onSetApart: (folder) => apart.push(folder),
        onLost: (folder, failure) => lost.push({ folder, failure }),
      },
    )
    await Promise.all(['ash', 'birch', 'cedar'].map(serve))
  })
  after(async () => {
    await pool.stop()
    await rm(base, { recursive: true, force: true })
  })

  test('one process serves them all, and the code of one can’t read another’s variables in its environment [supervisor.workers]', async () => {
    assert.equal(pool.pids().length, 1)
    assert.deepEqual([pool.nameOf(folderOf('ash')), pool.nameOf(folderOf('cedar'))], ['bridge-1', 'bridge-1'])
    for (const slug of ports.keys()) assert.ok(await isWell(slug), slug)
    assert.match(String(await ask('ash', 'environment')), /undefined/)
  })

  test('each Hub’s log and what its code prints is told apart from the others’ [supervisor.workers]', async () => {
    await ask('ash', 'print')
    for (const slug of ['ash', 'birch']) {
      assert.match(written.get(slug)!, new RegExp(`"hub":"${slug}"`))
      const others = ['ash', 'birch', 'cedar'].filter((one) => one !== slug)
      for (const other of others)
        assert.ok(!written.get(slug)!.includes(`"hub":"${other}"`), `${slug}: ${other}`)
    }
    assert.ok(written.get('ash')!.includes(`said by ${join(folderOf('ash'), 'tools')}`))
    assert.ok(!written.get('birch')!.includes('said by'))
  })

  test('a Hub is released and served anew while the others go on [supervisor.workers]', async () => {
    await pool.release(folderOf('cedar'))
    assert.equal(await isWell('cedar'), false)
    assert.ok(await isWell('ash'))
    await serve('cedar')
    assert.ok(await isWell('cedar'))
    await rm(join(folderOf('cedar'), 'agent.md'))
    await pool.release(folderOf('cedar'))
    await assert.rejects(serve('cedar'), { name: 'StartFailed', reason: 'not_a_hub' })
    assert.equal(pool.nameOf(folderOf('cedar')), null)
    assert.ok(await isWell('birch'))
  })

  test('a Hub whose code ends the process goes on alone, and the others are served anew [supervisor.workers-apart]', async () => {
    const [before] = pool.pids()
    assert.equal(await ask('birch', 'crash'), null)
    await Promise.all(['ash', 'birch'].map(untilWell))
    assert.deepEqual(apart, [folderOf('birch')])
    assert.deepEqual(
      [pool.nameOf(folderOf('ash')), pool.nameOf(folderOf('birch'))],
      ['bridge-1', 'bridge:birch'],
    )
    assert.notEqual(pool.pids()[0], before)
    const ended = told.find(({ event }) => event === 'worker.ended')
    assert.deepEqual([ended?.fields['code'], ended?.fields['hubs']], [7, [folderOf('birch')]])
    const [shared] = pool.pids()
    assert.equal(await ask('birch', 'crash'), null)
    await untilWell('birch')
    assert.equal(pool.pids()[0], shared)
    assert.deepEqual(lost, [])
  })

  test('a Hub whose code never gives the process back is ended and goes on alone [supervisor.workers-hung]', async () => {
    assert.equal(await ask('ash', 'loop'), null)
    await untilWell('ash')
    assert.equal(pool.nameOf(folderOf('ash')), 'bridge:ash')
    const hung = told.find(({ event }) => event === 'worker.hung')
    assert.deepEqual(hung?.fields['hubs'], [folderOf('ash')])
  })
})
