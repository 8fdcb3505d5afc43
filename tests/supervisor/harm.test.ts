import assert from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { startSharedProcess, type SharedProcess } from './shared-process.ts'

const TOOL = `
import { defineTool } from 'hub-service'
import { z } from 'zod'
const kept = []
const deep = (n) => deep(n + 1) + 1
const harm = {
  async unhandled() { void Promise.reject(new Error('nobody looks')) },
  async timer() { setTimeout(() => { throw new Error('in a timer') }, 1) },
  async overflow() { return deep(0) },
  async directory() { process.chdir('/') },
  async environment() { process.env.OWN_SECRET = 'planted' },
  async global() { globalThis.fetch = () => { throw new Error('patched') } },
  async exit() { process.exit(9) },
  async abort() { process.abort() },
  async leak() { kept.push(Buffer.alloc(2 * 1024 * 1024, 1)) },
  async gulp() { kept.push(Buffer.alloc(24 * 1024 * 1024, 1)) },
  async swell() {
    const until = Date.now() + 60_000
    while (Date.now() < until) if (kept.length < 128) kept.push(Buffer.alloc(8 * 1024 * 1024, 1))
  },
}
export default defineTool({
  name: 'misbehave',
  description: 'Does harm',
  input: z.object({ how: z.string() }),
  async run({ how }) {
    await harm[how]?.()
    return how
  },
})
`

/** More than the program and three Hubs with their tools need. */
const MEMORY_LIMIT_MB = 200

suite('a Hub that does harm in a process it shares', () => {
  let hubs: SharedProcess
  before(async () => {
    hubs = await startSharedProcess({ tool: TOOL, memoryLimitMb: MEMORY_LIMIT_MB })
  })
  after(() => hubs[Symbol.asyncDispose]())

  const afresh = async (slug: string) => {
    await hubs.pool.release(hubs.folderOf(slug))
    await hubs.serve(slug)
  }

  test(
    'leak: a Hub that keeps a little memory with each call is found among others, and then ended alone [supervisor.memory]',
    { timeout: 180_000 },
    async () => {
      const isApart = () => hubs.pool.nameOf(hubs.folderOf('cedar')) === 'bridge:cedar'
      while (!isApart())
        for (const [slug, how] of [
          ['ash', 'nothing'],
          ['cedar', 'leak'],
          ['birch', 'nothing'],
        ] as const)
          await hubs.ask(slug, how)
      assert.deepEqual(hubs.apart, [hubs.folderOf('cedar')])
      assert.ok(hubs.told.some(({ event }) => event === 'worker.too_large'))
      await Promise.all(hubs.slugs.map(hubs.untilWell))
      const [shared] = hubs.pool.pids()
      while (!hubs.cutOff.some((reason) => / MB of memory; its limit is /.test(reason)))
        await hubs.ask('cedar', 'gulp')
      await hubs.untilWell('cedar')
      assert.equal(hubs.pool.pids()[0], shared)
      assert.ok(await hubs.isWell('ash'))
      await afresh('cedar')
    },
  )

  for (const how of ['unhandled', 'timer', 'overflow'])
    test(`${how}: is reported, and no Hub loses work [supervisor.harm]`, async () => {
      const before = hubs.pool.pids()
      await hubs.ask('ash', how)
      assert.match(String(await hubs.ask('ash', 'nothing')), /nothing/)
      assert.match(String(await hubs.ask('birch', 'nothing')), /nothing/)
      assert.deepEqual(hubs.pool.pids(), before)
    })

  for (const how of ['directory', 'environment', 'global'])
    test(`${how}: our own code does not lean on it, so the others answer as before [supervisor.harm]`, async () => {
      await hubs.ask('ash', how)
      assert.match(String(await hubs.ask('birch', 'nothing')), /nothing/)
      await afresh('cedar')
      assert.match(String(await hubs.ask('cedar', 'nothing')), /nothing/)
    })

  test('a module with an endless loop at load: its Hub is moved to its own process, and returns after the fix [supervisor.harm]', async () => {
    const file = join(hubs.folderOf('cedar'), 'tools/loop.ts')
    await writeFile(file, 'for (;;) {}')
    while (hubs.apart.at(-1) !== hubs.folderOf('cedar')) await setTimeout(50)
    await rm(file)
    await Promise.all(hubs.slugs.map(hubs.untilWell))
    await afresh('cedar')
  })

  for (const how of ['exit', 'abort', 'swell'])
    test(`${how}: the others lose only their running turn, and the culprit continues in its own process [supervisor.harm]`, async () => {
      assert.equal(await hubs.ask('birch', how), null)
      await Promise.all(hubs.slugs.map(hubs.untilWell))
      assert.equal(hubs.apart.at(-1), hubs.folderOf('birch'))
      assert.deepEqual(
        hubs.slugs.map((slug) => hubs.pool.nameOf(hubs.folderOf(slug))),
        ['bridge-1', 'bridge:birch', 'bridge-1'],
      )
      await afresh('birch')
      assert.equal(hubs.pool.nameOf(hubs.folderOf('birch')), 'bridge-1')
    })
})
