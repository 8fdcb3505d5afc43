import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { z } from 'zod'
import { NotAHub, openHub } from '#ground/hub/open.ts'
import { folderWith } from '../support/folder.ts'

test('an open Hub gives its agent file and its tools, in order of their names [hub.tools]', async (t) => {
  const root = await folderWith(t, {
    'Garden Team/agent.md': '---\ndescription: Knows plants\n---\nYou know plants.\n',
    'Garden Team/tools/water.ts': 'export const litres: number = 2',
    'Garden Team/tools/dig.mjs': 'export const depth = await Promise.resolve(30)',
    'Garden Team/tools/plant.js': 'export const seeds = 100',
    'Garden Team/tools/types.d.ts': 'export type Never = never',
    'Garden Team/tools/water.test.ts': 'throw new Error("not a tool")',
    'Garden Team/tools/notes.md': 'not a tool',
    'Garden Team/tools/lib/helper.ts': 'throw new Error("not a tool, and nobody imports it")',
  })
  await using hub = await openHub(join(root, 'Garden Team'), { watch: false })
  assert.deepEqual(
    [hub.folder, hub.folderName, hub.slug],
    [join(root, 'Garden Team'), 'Garden Team', 'garden-team'],
  )
  assert.equal(hub.agent().name, 'Garden Team')
  assert.equal(hub.agent().prompt, 'You know plants.')
  assert.deepEqual(
    hub.toolModules().map(({ file, exports }) => [file, { ...exports }]),
    [
      ['tools/dig.mjs', { depth: 30 }],
      ['tools/plant.js', { seeds: 100 }],
      ['tools/water.ts', { litres: 2 }],
    ],
  )
  assert.deepEqual(hub.problems(), [])
})

test('a given slug stands in for the one of the folder name [hub.slug]', async (t) => {
  const root = await folderWith(t, { 'agent.md': '' })
  await using hub = await openHub(root, { slug: 'greenhouse', watch: false })
  assert.equal(hub.slug, 'greenhouse')
})

test('a folder without a valid agent file is not opened, and the error says why [hub.no-agent]', async (t) => {
  const root = await folderWith(t, { 'empty/x': '', 'typo/agent.md': '---\nnmae: x\n---\n' })
  await assert.rejects(openHub(join(root, 'nowhere')), (error) => says(error, /no such folder/))
  await assert.rejects(openHub(join(root, 'empty')), (error) =>
    says(error, /agent\.md: there is no agent file.*hub init/),
  )
  await assert.rejects(openHub(join(root, 'typo')), (error) =>
    says(error, /agent\.md:2:1: unknown key nmae.*name/),
  )
})

test('tools get the program’s own zod and hub-service, not packages around the Hub [hub.own-packages]', async (t) => {
  const impostor = {
    'package.json': '{"name":"zod","type":"module","exports":"./index.js"}',
    'index.js': 'export const z = 0',
  }
  const root = await folderWith(t, {
    'agent.md': '',
    'node_modules/zod/package.json': impostor['package.json'],
    'node_modules/zod/index.js': impostor['index.js'],
    'tools/a.ts': `import { z } from 'zod'\nexport { defineTool } from 'hub-service'\nexport const schema = z.string()`,
    'tools/b.mjs': `import * as zod from 'zod/v4'\nexport const schema = zod.string()`,
  })
  await using hub = await openHub(root, { watch: false })
  assert.deepEqual(hub.problems(), [])
  const [a, b] = hub.toolModules()
  assert.ok(a!.exports.schema instanceof z.ZodString)
  assert.ok(b!.exports.schema instanceof z.ZodString)
  assert.equal(typeof a!.exports.defineTool, 'function')
})

test('packages installed in the Hub’s folder are found [hub.tools]', async (t) => {
  const root = await folderWith(t, {
    'agent.md': '',
    'node_modules/soil/package.json': '{"name":"soil","type":"module","exports":"./index.js"}',
    'node_modules/soil/index.js': 'import "./ph.js"\nexport const ph = 6',
    'node_modules/soil/ph.js': '',
    'tools/a.ts': `export { ph } from 'soil'`,
  })
  await using hub = await openHub(root, { watch: false })
  assert.equal(hub.toolModules()[0]!.exports.ph, 6)
})

test('tools are ES modules, with any package.json [hub.tools]', async (t) => {
  const root = await folderWith(t, {
    'agent.md': '',
    'package.json': '{"type":"commonjs"}',
    'tools/a.ts': "import './b.js'\nexport const a: string = import.meta.url",
    'tools/b.js': 'export {}',
  })
  await using hub = await openHub(root, { watch: false })
  assert.deepEqual(hub.problems(), [])
  assert.match(String(hub.toolModules()[0]!.exports.a), /^file:.*a\.ts/)
})

test('two Hubs in one process keep their modules apart [hub.tools]', async (t) => {
  const root = await folderWith(t, { 'agent.md': '', 'tools/a.ts': 'export const made = {}' })
  await using one = await openHub(root, { watch: false })
  await using two = await openHub(root, { watch: false })
  assert.notEqual(one.toolModules()[0]!.exports.made, two.toolModules()[0]!.exports.made)
})

test('a closed Hub leaves nothing running [hub.tools]', async (t) => {
  const root = await folderWith(t, { 'agent.md': '', 'tools/a.ts': 'import "./lib.ts"', 'tools/lib.ts': '' })
  const program = `
    const { openHub } = await import(${JSON.stringify(join(import.meta.dirname, '../../src/ground/hub/open.ts'))})
    const hub = await openHub(${JSON.stringify(root)})
    await hub[Symbol.asyncDispose]()
    console.log('closed')`
  const out = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { timeout: 10_000 })
  assert.equal(out.toString(), 'closed\n')
})

const says = (error: unknown, pattern: RegExp): boolean => {
  assert.ok(error instanceof NotAHub)
  assert.match(error.message, pattern)
  return true
}
