import assert from 'node:assert/strict'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { describeProblem, type Hub, type HubProblem } from '#ground/hub/hub.ts'
import { openHub } from '#ground/hub/open.ts'
import { folderWith } from '../support/folder.ts'

test('a change of the agent file applies [hub.reload-agent]', async (t) => {
  const { hub, write } = await openTestHub(t, { 'agent.md': '---\nname: Old\n---\nOld.' })
  await write('agent.md', '---\nname: New\n---\nNew.')
  await until(hub, () => hub.agent().name === 'New' && hub.agent().prompt === 'New.')
})

test('a broken agent file leaves the last valid one in use and is reported once [hub.last-good]', async (t) => {
  const { hub, root, write, logged } = await openTestHub(t, { 'agent.md': '---\nname: Good\n---\n' })
  await write('agent.md', '---\nname: Bad\nmodle: x\n---\n')
  await until(hub, () => problemsOf(hub)[0]?.startsWith('agent.md:3:1: unknown key modle') === true)
  assert.equal(hub.agent().name, 'Good')
  await rm(join(root, 'agent.md'))
  await until(hub, () => /there is no agent file/.test(problemsOf(hub)[0] ?? ''))
  assert.equal(hub.agent().name, 'Good')
  await write('agent.md', '---\nname: Better\n---\n')
  await until(hub, () => hub.agent().name === 'Better')
  assert.deepEqual(hub.problems(), [])
  assert.equal(logged.filter(({ message }) => message.startsWith('unknown key modle')).length, 1)
})

test('an agent file that is emptied opens no tool that it kept closed [hub.last-good]', async (t) => {
  const strict = '---\ntools: [list_files]\n---\nYou help.'
  const { hub, write } = await openTestHub(t, { 'agent.md': strict, 'agents/sub.md': strict })
  for (const path of ['agent.md', 'agents/sub.md']) {
    await write(path, '')
    await until(hub, () => problemsOf(hub)[0] === `${path}: the file is empty`)
    assert.deepEqual([hub.agent().tools, hub.subAgents()[0]!.tools], [['list_files'], ['list_files']])
    await write(path, strict)
    await until(hub, () => hub.problems().length === 0)
  }
})

test('a tool that is changed, added or deleted applies [hub.reload-tool] [hub.tool-gone]', async (t) => {
  const { hub, root, write } = await openTestHub(t, {
    'agent.md': '',
    'tools/a.ts': 'export const a: number = 1',
  })
  await write('tools/a.ts', 'export const a: number = 2')
  await until(hub, () => exported(hub, 'tools/a.ts').a === 2)
  await write('tools/b.mjs', 'export const b = 1')
  await until(hub, () => exported(hub, 'tools/b.mjs').b === 1)
  await rm(join(root, 'tools/a.ts'))
  await until(hub, () => hub.toolModules().length === 1)
  assert.equal(hub.toolModules()[0]!.file, 'tools/b.mjs')
})

test('a tools folder that appears, disappears and appears again is followed [hub.reload-tool]', async (t) => {
  const { hub, root, write } = await openTestHub(t, { 'agent.md': '' })
  await write('tools/a.ts', 'export const a = 1')
  await until(hub, () => exported(hub, 'tools/a.ts').a === 1)
  await rm(join(root, 'tools'), { recursive: true })
  await until(hub, () => hub.toolModules().length === 0)
  await write('tools/a.ts', 'export const a = 2')
  await until(hub, () => exported(hub, 'tools/a.ts').a === 2)
  await write('tools/a.ts', 'export const a = 3')
  await until(hub, () => exported(hub, 'tools/a.ts').a === 3)
})

test('a file that is replaced by another one, as editors do, applies [hub.reload-tool]', async (t) => {
  const { hub, root, write } = await openTestHub(t, {
    'agent.md': 'Old.',
    'tools/a.ts': 'export const a = 1',
  })
  await write('next.tmp', 'export const a = 2')
  await rename(join(root, 'next.tmp'), join(root, 'tools/a.ts'))
  await until(hub, () => exported(hub, 'tools/a.ts').a === 2)
  await write('next.tmp', 'New.')
  await rename(join(root, 'next.tmp'), join(root, 'agent.md'))
  await until(hub, () => hub.agent().prompt === 'New.')
})

test('a change of a module deep below a tool applies, and only where it is used [hub.reload-only]', async (t) => {
  const { hub, write } = await openTestHub(t, {
    'agent.md': '',
    'tools/a.ts': "export { answer } from '../lib/middle.ts'\nexport const made = {}",
    'tools/b.ts': "export { shared } from '../lib/shared.ts'\nexport const made = {}",
    'lib/middle.ts': "import '../lib/shared.ts'\nexport { answer } from './deep/answer.ts'",
    'lib/shared.ts': 'export const shared = {}',
    'lib/deep/answer.ts': 'export const answer: number = 1',
  })
  const before = { a: exported(hub, 'tools/a.ts'), b: exported(hub, 'tools/b.ts') }
  assert.equal(before.a.answer, 1)
  await write('lib/deep/answer.ts', 'export const answer: number = 2')
  await until(hub, () => exported(hub, 'tools/a.ts').answer === 2)
  assert.notEqual(exported(hub, 'tools/a.ts').made, before.a.made)
  assert.equal(exported(hub, 'tools/b.ts').made, before.b.made)
  assert.equal(exported(hub, 'tools/b.ts').shared, before.b.shared)
})

test('opening loads each module once [hub.reload-only]', async (t) => {
  const { hub, write } = await openTestHub(t, {
    'agent.md': 'Old.',
    'tools/a.ts': "import { count } from '../lib/count.ts'\nexport const made = {}\nexport { count }",
    'lib/count.ts': 'export const count = {}',
  })
  const { made, count } = exported(hub, 'tools/a.ts')
  await write('agent.md', 'New.')
  await until(hub, () => hub.agent().prompt === 'New.')
  assert.equal(exported(hub, 'tools/a.ts').made, made)
  assert.equal(exported(hub, 'tools/a.ts').count, count)
})

test('a tool that breaks keeps its last good version, and mends [hub.last-good]', async (t) => {
  const { hub, write } = await openTestHub(t, { 'agent.md': '', 'tools/a.ts': 'export const a = 1' })
  await write('tools/a.ts', 'export const a = ;')
  await until(hub, () => problemsOf(hub)[0]?.startsWith('tools/a.ts:1:18: ') === true)
  assert.equal(exported(hub, 'tools/a.ts').a, 1)
  await write('tools/a.ts', 'export const a = 3')
  await until(hub, () => exported(hub, 'tools/a.ts').a === 3)
  assert.deepEqual(hub.problems(), [])
})

test('a version of a file without tools leaves the last valid one in use [hub.last-good]', async (t) => {
  const tool = (answer: number) =>
    `export const a = { name: 'a', answer: ${answer}, run() {}, [Symbol.for('hub-service.tool')]: true }`
  const answer = (hub: Parameters<typeof exported>[0]) =>
    (exported(hub, 'tools/a.ts').a as { answer: number }).answer
  const { hub, write } = await openTestHub(t, { 'agent.md': '', 'tools/a.ts': tool(1) })
  await write('tools/a.ts', "export const a = { name: 'a', answer: 2, run() {} }")
  await until(hub, () => problemsOf(hub)[0]?.includes('must be made with defineTool') === true)
  assert.equal(answer(hub), 1)
  await write('tools/a.ts', 'const a = 2')
  await until(hub, () => problemsOf(hub)[0]?.includes('exports nothing') === true)
  assert.equal(answer(hub), 1)
  await write('tools/a.ts', tool(3))
  await until(hub, () => answer(hub) === 3)
  assert.deepEqual(hub.problems(), [])
})

test('a tool that waits for a missing module loads when the module appears [hub.reload-tool]', async (t) => {
  const { hub, write } = await openTestHub(t, {
    'agent.md': '',
    'tools/a.ts': "export { b } from './lib/b.ts'",
    'tools/lib/b.ts': "export { c as b } from './c.ts'",
  })
  assert.deepEqual(problemsOf(hub), ['tools/lib/b.ts:1:25: cannot find ./c.ts'])
  await write('tools/lib/c.ts', 'export const c = 7')
  await until(hub, () => exported(hub, 'tools/a.ts').b === 7)
  assert.deepEqual(hub.problems(), [])
})

test('a Hub that is not watched stays as it was [hub.no-watch]', async (t) => {
  const root = await folderWith(t, { 'agent.md': 'Old.' })
  await using still = await openHub(root, { watch: false })
  await using watching = await openHub(root)
  await writeFile(join(root, 'agent.md'), 'New.')
  await until(watching, () => watching.agent().prompt === 'New.')
  assert.equal(still.agent().prompt, 'Old.')
})

test('a removed listener receives no more changes [hub.reload-agent]', async (t) => {
  const { hub, write } = await openTestHub(t, { 'agent.md': 'Old.' })
  const received: string[] = []
  const stop = hub.onChange(() => received.push(hub.agent().prompt))
  stop()
  await write('agent.md', 'New.')
  await until(hub, () => hub.agent().prompt === 'New.')
  assert.deepEqual(received, [])
})

async function openTestHub(t: TestContext, files: Record<string, string>) {
  const root = await folderWith(t, files)
  const logged: HubProblem[] = []
  const hub = await openHub(root, { log: (problem) => logged.push(problem) })
  t.after(() => hub[Symbol.asyncDispose]())
  return {
    hub,
    root,
    logged,
    async write(path: string, content: string) {
      await mkdir(join(root, path, '..'), { recursive: true })
      await writeFile(join(root, path), content)
    },
  }
}

const until = (hub: Hub, holds: () => boolean): Promise<void> =>
  new Promise((resolve) => {
    const check = () => {
      if (!holds()) return
      stop()
      resolve()
    }
    const stop = hub.onChange(check)
    check()
  })

const exported = (hub: Hub, file: string): Readonly<Record<string, unknown>> =>
  hub.toolModules().find((module) => module.file === file)?.exports ?? {}

const problemsOf = (hub: Hub): string[] => hub.problems().map(describeProblem)
