import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { pathToFileURL } from 'node:url'
import { folderWith } from '../support/folder.ts'

const RUNNER = pathToFileURL(join(import.meta.dirname, '../../bin/setup/run-tests.mjs')).href

async function runFiles(
  t: TestContext,
  files: Record<string, string>,
  options: object = {},
  environment: Record<string, string> = {},
) {
  const folder = await folderWith(t, { 'package.json': '{"type":"module"}', ...files })
  const script = `import { runTests } from ${JSON.stringify(RUNNER)}
process.exitCode = await runTests({ folder: process.cwd(), files: ['*.test.mjs'], ...${JSON.stringify(options)} })`
  const { NODE_TEST_CONTEXT: _, ...env } = process.env // otherwise the inner runner believes that it is a test file
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...env, ...environment },
  })
  return { status, stdout, end: stdout.slice(stdout.lastIndexOf('\n\n')).trim().split('\n') }
}

const HEAD = "import test, { after, describe } from 'node:test'\n"
const GOOD = `${HEAD}test('good', () => {})\n`
const FAILS = "test('bad', () => { throw new Error('no way\\nand more') })\n"
const HANGS = "test('waits', () => new Promise((resolve) => setTimeout(resolve, 600_000)))\n"
const BUSY = "test('turns', () => { for (;;); })\n"
const KEEPS_OPEN = "await new Promise((resolve) => createServer().listen(0, '127.0.0.1', resolve))\n"
const TELLS_PROCESS = "test('told', () => console.log(`in ${process.pid}.`))\n"
const APART = '// Runs in a process of its own: it measures this one’s memory.\n'

const inProcesses = (stdout: string) => [...stdout.matchAll(/in (\d+)\./g)].map(([, id]) => id)

test('a folder stands for all test files in it', async (t) => {
  const files = {
    'inner/deep/a.test.ts': GOOD,
    'inner/b.test.ts': GOOD,
    'inner/c.ts': FAILS,
    'd.test.ts': FAILS,
  }
  const { status, end } = await runFiles(t, files, { files: ['inner'] })
  assert.deepEqual([status, end.at(-1)], [0, 'tests: 2 passed, 0 failed'])
})

test('the last lines name the failures and count the tests [house.tests-named]', async (t) => {
  const { status, end } = await runFiles(t, {
    'a.test.mjs': `${GOOD}describe('suite', () => {\n${FAILS}})\n`,
    'b.test.mjs': GOOD,
  })
  assert.equal(status, 1)
  assert.deepEqual(end, ['failed: a.test.mjs:4 bad', '  no way', 'tests: 2 passed, 1 failed'])
})

test('a thrown value that is no error is reported, too [house.tests-named]', async (t) => {
  const { end } = await runFiles(t, { 'a.test.mjs': `${HEAD}test('odd', () => { throw { message: 5 } })\n` })
  assert.deepEqual(end.slice(1), ['  5', 'tests: 0 passed, 1 failed'])
})

test('of two different values, both are reported [house.tests-named]', async (t) => {
  const compares =
    "import assert from 'node:assert/strict'\ntest('equal', () => assert.equal('one', 'two'))\n"
  const { end } = await runFiles(t, { 'a.test.mjs': HEAD + compares })
  assert.equal(end[1], "  Expected values to be strictly equal: actual 'one', expected 'two'")
})

test('a run without failures succeeds, and a run without tests fails [house.tests-named]', async (t) => {
  const { status, end } = await runFiles(t, { 'a.test.mjs': GOOD, 'b.test.mjs': GOOD })
  assert.deepEqual({ status, end }, { status: 0, end: ['tests: 2 passed, 0 failed'] })
  assert.equal((await runFiles(t, {})).status, 1)
})

test('the last lines count skipped tests and suites by their reason [house.tests-skipped]', async (t) => {
  const skips = `test('one', { skip: 'no nginx' }, () => {})
describe('suite', { skip: 'no nginx' }, () => {\n${FAILS}})
test('two', { skip: true }, () => {})\n`
  const { status, end } = await runFiles(t, { 'a.test.mjs': `${GOOD}${skips}`, 'b.test.mjs': GOOD })
  assert.equal(status, 0)
  assert.deepEqual(end, [
    'skipped: 2 tests: no nginx',
    'skipped: 1 test: no reason given',
    'tests: 2 passed, 0 failed',
  ])
})

test('a test that fails is not tried again [house.tests-once]', async (t) => {
  const { status, end } = await runFiles(t, {
    'a.test.mjs': `import { existsSync, writeFileSync } from 'node:fs'
${HEAD}test('odd', () => { if (existsSync('seen')) return; writeFileSync('seen', ''); throw new Error('too early') })\n`,
  })
  assert.equal(status, 1)
  assert.deepEqual(end, ['failed: a.test.mjs:3 odd', '  too early', 'tests: 0 passed, 1 failed'])
})

test('with a second try, a test that then passes is reported as unsteady, and a test that fails again fails [house.tests-unsteady]', async (t) => {
  const odd = (trace: string) => `import { existsSync, writeFileSync } from 'node:fs'
${HEAD}test('odd', () => { if (existsSync('${trace}')) return; writeFileSync('${trace}', ''); throw new Error('too early') })\n`
  const one = await runFiles(t, { 'a.test.mjs': odd('seen'), 'b.test.mjs': GOOD }, { again: 3 })
  assert.equal(one.status, 0)
  assert.deepEqual(one.end, ['unsteady: a.test.mjs:3 odd', '  too early', 'tests: 2 passed, 0 failed'])
  const broken = await runFiles(t, { 'a.test.mjs': odd('seen'), 'b.test.mjs': HEAD + FAILS }, { again: 3 })
  assert.equal(broken.status, 1)
  assert.deepEqual(broken.end, [
    'unsteady: a.test.mjs:3 odd',
    '  too early',
    'failed: b.test.mjs:2 bad',
    '  no way',
    'tests: 1 passed, 1 failed',
  ])
  const many = { 'a.test.mjs': odd('a'), 'b.test.mjs': odd('b') }
  assert.equal((await runFiles(t, many, { again: 1 })).end.at(-1), 'tests: 0 passed, 2 failed')
})

test('a file that ends its process, or cannot be loaded, fails, and others go on [house.tests-ended]', async (t) => {
  const { status, end } = await runFiles(t, {
    'a.test.mjs': "import './nowhere.mjs'\n",
    'b.test.mjs': `${GOOD}test('leaves', () => process.exit(3))\n`,
    'c.test.mjs': 'process.exit(4)\n',
    'd.test.mjs': GOOD,
    'e.test.mjs': GOOD,
    'f.test.mjs': GOOD,
  })
  assert.equal(status, 1)
  assert.equal(end.at(-1), 'tests: 4 passed, 3 failed')
  assert.match(end.join('\n'), /failed: a\.test\.mjs:1 the file as a whole\n {2}Cannot find module/)
  assert.match(end.join('\n'), /failed: b\.test\.mjs:3 leaves\n {2}its process ended with 3/)
  assert.match(end.join('\n'), /failed: c\.test\.mjs:1 the file as a whole\n {2}its process ended with 4/)
})

test('a test that hangs fails by its name, and the others of its file run [house.tests-hang]', async (t) => {
  const inSuite = `describe('suite', () => {\n${HANGS}})\n`
  const files = { 'a.test.mjs': HEAD + HANGS + inSuite + FAILS, 'b.test.mjs': GOOD }
  const { status, end } = await runFiles(t, files, { limits: { testMs: 300 } })
  assert.equal(status, 1)
  assert.deepEqual(end, [
    'failed: a.test.mjs:2 waits',
    '  test timed out after 300ms',
    'failed: a.test.mjs:4 waits',
    '  test timed out after 300ms',
    'failed: a.test.mjs:6 bad',
    '  no way',
    'tests: 1 passed, 3 failed',
  ])
})

test('a test that keeps its process busy is cut off with its file, and other files run [house.tests-hang]', async (t) => {
  const files = { 'a.test.mjs': HEAD + BUSY, 'b.test.mjs': GOOD, 'c.test.mjs': GOOD }
  const { status, end } = await runFiles(t, files, { limits: { silenceMs: 2500 } })
  assert.equal(status, 1)
  assert.deepEqual(end, [
    'failed: a.test.mjs:2 turns',
    '  it kept its process busy for 2.5 s',
    'tests: 2 passed, 1 failed',
  ])
})

test('files share processes, each with its own hooks, for any open resources [house.tests-shared]', async (t) => {
  const file = `import { createServer } from 'node:net'\n${HEAD}after(() => console.log('over'))\n${TELLS_PROCESS}${KEEPS_OPEN}`
  const names = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [`${name}.test.mjs`, file])
  const { status, stdout, end } = await runFiles(t, Object.fromEntries(names))
  assert.deepEqual({ status, end }, { status: 0, end: ['tests: 6 passed, 0 failed'] })
  assert.equal(inProcesses(stdout).length, 6)
  assert.ok(new Set(inProcesses(stdout)).size < 6)
  assert.equal(stdout.match(/^over$/gm)?.length, 6)
})

test('a file with the comment has its own process [house.tests-shared]', async (t) => {
  const file = APART + HEAD + TELLS_PROCESS
  const names = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => [`${name}.test.mjs`, file])
  const { stdout } = await runFiles(t, Object.fromEntries(names))
  assert.equal(new Set(inProcesses(stdout)).size, 6)
})

test('while the processors are idle, more files run beside each other [house.tests-idle]', async (t) => {
  const wait = `import { existsSync, writeFileSync } from 'node:fs'\nimport { setTimeout } from 'node:timers/promises'
${HEAD}test('together', async () => {
  writeFileSync(import.meta.filename + '.here', '')
  while (!['a', 'b', 'c'].every((name) => existsSync(name + '.test.mjs.here'))) await setTimeout(50)
})\n`
  const files = Object.fromEntries(['a', 'b', 'c'].map((name) => [`${name}.test.mjs`, wait]))
  const idle = await runFiles(t, files, { processes: 1, more: { most: 2, fromIdle: 0 } })
  assert.equal(idle.end.at(-1), 'tests: 3 passed, 0 failed')
  const busy = await runFiles(t, files, {
    processes: 1,
    limits: { testMs: 1500 },
    more: { most: 2, fromIdle: 2 },
  })
  assert.equal(busy.end.at(-1), 'tests: 1 passed, 2 failed')
})

test('a shuffled run prints the seed to repeat its order [house.tests-shuffled]', async (t) => {
  const tells = `${HEAD}test('x', () => console.log(import.meta.filename.slice(-10, -9)))\n`
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((name) => [`${name}.test.mjs`, tells])
  const order = async (seed: number) => {
    const { stdout } = await runFiles(t, Object.fromEntries(names), { seed, processes: 1 })
    assert.match(stdout, new RegExp(`npm test -- --shuffle=${seed}\n`))
    return stdout.match(/^[a-h]$/gm)!.join('')
  }
  const first = await order(7)
  assert.equal(first.length, 8)
  assert.equal(await order(7), first)
  assert.notEqual(await order(8), first)
})

test('on a cluster tests get the shared services, and files about folders alone are left out by name [house.tests-cluster]', async (t) => {
  const files = {
    'a.test.mjs': `${HEAD}test('told', () => console.log('at', process.env.PLACE))\n`,
    'b.test.mjs': `// On folders only: it looks at a folder.\n${HEAD}${FAILS}`,
  }
  const shared = await runFiles(t, files, { cluster: { PLACE: 'nats' } })
  assert.match(shared.stdout, /^left out: b\.test\.mjs: it looks at a folder\.$/m)
  assert.match(shared.stdout, /at nats/)
  assert.equal(shared.end.at(-1), 'tests: 1 passed, 0 failed')
  const usual = await runFiles(t, files)
  assert.doesNotMatch(usual.stdout, /left out|at nats/)
  assert.equal(usual.end.at(-1), 'tests: 1 passed, 1 failed')
})

test('coverage counts code in all processes of the tests, and fails below the floor [house.coverage]', async (t) => {
  const files = {
    'src/a.mjs': 'export const a = (x) => {\n  if (x)\n    return 1\n  return 2\n}\n',
    'src/never.mjs': 'export const never = 1\n',
    'run.mjs': "import { a } from './src/a.mjs'\na(Number(process.argv[2]))\n",
    'a.test.mjs': `import { spawnSync } from 'node:child_process'
import { a } from './src/a.mjs'\n${HEAD}test('zero', () => { a(0) })
if (process.env.ALSO_ONE) test('one', () => { a(1) })
spawnSync(process.execPath, ['run.mjs', '1'])\n`,
  }
  const measured = async (floor: object, environment = {}) => {
    const coverage = { sources: 'src', written: 'written', floor: 'floor.json' }
    const all = { ...files, 'floor.json': JSON.stringify(floor) }
    const { status, stdout, end } = await runFiles(t, all, { coverage }, environment)
    return { status, line: /^coverage: .*$/m.exec(stdout)?.[0], end }
  }
  const half = await measured({ lines: 60, branches: 60 })
  assert.deepEqual(half, {
    status: 0,
    line: 'coverage: 60 % of 5 lines, 66.66 % of 3 branches',
    end: ['tests: 1 passed, 0 failed'],
  })
  assert.equal(
    (await measured({ lines: 100, branches: 100 }, { ALSO_ONE: '1' })).line,
    'coverage: 80 % of 5 lines, 100 % of 3 branches',
  )
  const low = await measured({ lines: 61, branches: 60 })
  assert.equal(low.status, 1)
  assert.match(
    low.end.join('\n'),
    /failed: floor\.json:1 .*\n {2}60 % of lines are covered, before it were 61 %\ntests: 1 passed, 1 failed$/,
  )
})

test('a server that sends a second response fails the running test [house.tests-stray]', async (t) => {
  const answers = (again: string) => `import fastify from ${JSON.stringify(import.meta.resolve('fastify'))}
${HEAD}test('answers', async () => {
  const app = fastify()
  app.get('/', async (request, reply) => {
    reply.send('once')
    ${again}
    return reply
  })
  await app.inject('/')
})\n`
  assert.equal((await runFiles(t, { 'a.test.mjs': answers('') })).status, 0)
  const { status, end } = await runFiles(t, { 'a.test.mjs': answers("reply.send('twice')") })
  assert.equal(status, 1)
  assert.match(end.join('\n'), /GET \/ sent a second response/)
})

test('an unhandled error fails the running test [house.tests-stray]', async (t) => {
  const { status, end } = await runFiles(t, {
    'a.test.mjs': `${HEAD}test('careless', async () => { Promise.reject(new Error('lost')); await new Promise(setImmediate) })\n`,
    'b.test.mjs': `${HEAD}test('thrown', async () => { setImmediate(() => { throw new Error('late') }); await new Promise((go) => setTimeout(go, 20)) })\n`,
  })
  assert.equal(status, 1)
  assert.match(end.join('\n'), /failed: a\.test\.mjs:2 careless\n {2}a stray error: Error: lost/)
  assert.match(end.join('\n'), /failed: b\.test\.mjs:2 thrown\n {2}a stray error: Error: late/)
})
