import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import { folderWith } from '../support/folder.ts'
import { startOfProcess, zombie } from '../support/zombie.ts'

const BIN = join(import.meta.dirname, '../../bin')
const PACKAGE = { name: 'tree', dependencies: { leaf: '1.0.0' } }
const LEAF = { version: '1.0.0', integrity: 'sha512-leaf' }
const LOCK = { packages: { '': PACKAGE, 'node_modules/leaf': LEAF } }

const NPM = `#!${process.execPath}
import fs from 'node:fs'
const [command] = process.argv.slice(2)
fs.appendFileSync('calls', command + '\\n')
const failure = process.env['FAIL_' + command]
if (failure) {
  console.error(failure)
  process.exit(1)
}
fs.mkdirSync('node_modules', { recursive: true })
setTimeout(() => fs.copyFileSync('package-lock.json', 'node_modules/.package-lock.json'), 200)
`

const newTree = async (t: TestContext): Promise<string> => {
  const tree = await folderWith(t, {
    'package.json': JSON.stringify({ ...PACKAGE, version: '1.2.3', type: 'module' }),
    'package-lock.json': JSON.stringify(LOCK),
    'src/cli/main.ts': `export const main = async (argv: string[]) => console.log('ran', argv.slice(2).join(' '))`,
    'path/npm': NPM,
  })
  chmodSync(join(tree, 'path/npm'), 0o755)
  cpSync(BIN, join(tree, 'bin'), { recursive: true })
  return tree
}

const start = async (
  tree: string,
  environment: Record<string, string> = {},
  {
    command = 'doctor',
    args: options = [],
    prefix = [],
  }: { command?: string | null; args?: readonly string[]; prefix?: readonly string[] } = {},
) => {
  const named = command === null ? [] : [command]
  const [program, ...args] = [...prefix, process.execPath, join(tree, 'bin/hub.mjs'), ...named] as [
    string,
    ...string[],
  ]
  const PATH = prefix.length > 0 ? `${join(tree, 'path')}:${process.env['PATH']}` : join(tree, 'path')
  const child = spawn(program, [...args, ...options], { env: { PATH, ...environment } })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { code: await ended, stdout, stderr }
}

const callsIn = (tree: string): string[] => {
  try {
    return readFileSync(join(tree, 'calls'), 'utf8').trim().split('\n')
  } catch {
    return []
  }
}

test('the first start installs the dependencies, the second does nothing [setup.once]', async (t) => {
  const tree = await newTree(t)
  const first = await start(tree)
  assert.equal(first.code, 0, first.stderr)
  assert.equal(first.stdout, 'ran doctor\n')
  assert.match(first.stderr, /installing dependencies/)
  assert.deepEqual(await start(tree), { code: 0, stdout: 'ran doctor\n', stderr: '' })
  assert.deepEqual(callsIn(tree), ['ci'])
})

for (const [args, printed] of [
  [['--version'], /^1\.2\.3\n$/],
  [['--help'], /^Usage: hub .*[\s\S]*Commands:/],
  [['keys', 'create', '-h'], /^Usage: hub keys create/],
  [['help'], /^Usage: hub .*[\s\S]*Commands:/],
  [['help', 'keys'], /^Usage: hub keys/],
] as const)
  test(`hub ${args.join(' ')} answers before anything is installed [setup.first-touch]`, async (t) => {
    const tree = await newTree(t)
    const { code, stdout, stderr } = await start(tree, {}, { command: null, args })
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' })
    assert.match(stdout, printed)
    assert.deepEqual(callsIn(tree), [])
  })

for (const [args, printed] of [
  [[], /^Usage: hub .*[\s\S]*Commands:/],
  [['kyes'], /^hub: unknown command 'kyes'\n/],
  [['kyes', 'list', '--json'], /^hub: unknown command 'kyes'\n/],
  [['help', 'kyes'], /^hub: unknown command 'kyes'\n/],
] as const)
  test(`hub ${args.join(' ') || 'without a command'} is refused before anything is installed [setup.first-touch]`, async (t) => {
    const tree = await newTree(t)
    const { code, stdout, stderr } = await start(tree, {}, { command: null, args })
    assert.deepEqual({ code, stdout }, { code: 2, stdout: '' })
    assert.match(stderr, printed)
    assert.deepEqual(callsIn(tree), [])
  })

test('a start with several steps shows how many remain [setup.first-touch]', async (t) => {
  const tree = await newTree(t)
  mkdirSync(join(tree, 'web'))
  writeFileSync(join(tree, 'web/vite.config.ts'), '')
  const { stderr } = await start(tree, {}, { command: 'setup' })
  assert.match(stderr, /^hub: \[1\/3\] installing dependencies …$/m)
  assert.match(stderr, /^hub: \[2\/3\] building the pages of the chat …$/m)
})

test('several first starts at once install one time [setup.lock]', async (t) => {
  const tree = await newTree(t)
  const starts = await Promise.all([start(tree), start(tree), start(tree)])
  assert.deepEqual(
    starts.map(({ code, stdout }) => [code, stdout]),
    Array.from({ length: 3 }, () => [0, 'ran doctor\n']),
  )
  assert.deepEqual(callsIn(tree), ['ci'])
})

for (const [holder, pidOf] of Object.entries({
  'whose holder is gone': async () => {
    const gone = spawn(process.execPath, ['-e', ''])
    await new Promise((resolve) => gone.once('exit', resolve))
    return `${gone.pid}`
  },
  'of a zombie': async (t: TestContext) => {
    const pid = await zombie(t)
    return `${pid} ${startOfProcess(pid)}`
  },
  'whose pid another program has now': async () => `${process.pid} 1`,
}))
  test(`a lock ${holder} blocks no start [setup.lock]`, async (t) => {
    const tree = await newTree(t)
    await start(tree)
    writeFileSync(join(tree, '.setup/dependencies.lock'), await pidOf(t))
    rmSync(join(tree, 'node_modules'), { recursive: true })
    assert.equal((await start(tree)).code, 0)
  })

test('dependencies installed by hand are used unchanged [setup.once]', async (t) => {
  const tree = await newTree(t)
  cpSync(join(tree, 'package-lock.json'), join(tree, 'node_modules/.package-lock.json'))
  assert.equal((await start(tree)).code, 0)
  assert.deepEqual(callsIn(tree), [])
})

test('a changed lockfile is installed at the next start [setup.once]', async (t) => {
  const tree = await newTree(t)
  await start(tree)
  const newer = {
    packages: { ...LOCK.packages, 'node_modules/leaf': { ...LEAF, integrity: 'sha512-newer' } },
  }
  writeFileSync(join(tree, 'package-lock.json'), JSON.stringify(newer))
  assert.equal((await start(tree)).code, 0)
  assert.deepEqual(callsIn(tree), ['ci', 'ci'])
})

const OUT_OF_SYNC =
  '`npm ci` can only install packages when your package.json and package-lock.json are in sync.'

test('an npm that refuses a lockfile without other platforms’ packages installs another way [setup.npm]', async (t) => {
  const tree = await newTree(t)
  const { code, stdout } = await start(tree, { FAIL_ci: OUT_OF_SYNC })
  assert.deepEqual([code, stdout], [0, 'ran doctor\n'])
  assert.deepEqual(callsIn(tree), ['ci', 'install'])
})

test('a lockfile that does not belong to package.json is an error and not guessed at [setup.npm]', async (t) => {
  const tree = await newTree(t)
  const changed = { ...PACKAGE, type: 'module', dependencies: { leaf: '2.0.0' } }
  writeFileSync(join(tree, 'package.json'), JSON.stringify(changed))
  const { code, stderr } = await start(tree, { FAIL_ci: OUT_OF_SYNC })
  assert.equal(code, 1)
  assert.match(stderr, /does not match package\.json: run `npm install`/)
  assert.deepEqual(callsIn(tree), ['ci'])
})

for (const [reason, printed, advice] of [
  ['no network', 'npm error code ENOTFOUND', /check the network/],
  ['a full disk', 'npm error code ENOSPC', /disk is full/],
  ['missing permissions', 'npm error code EACCES', /as the owner of this folder/],
] as const)
  test(`${reason} ends the start with advice [setup.failure]`, async (t) => {
    const tree = await newTree(t)
    const { code, stdout, stderr } = await start(tree, { FAIL_ci: printed })
    assert.deepEqual([code, stdout], [1, ''])
    assert.match(stderr, advice)
    assert.ok(stderr.includes(printed), 'the reason itself is shown, too')
  })

test('a computer without npm gets a message [setup.failure]', async (t) => {
  const tree = await newTree(t)
  const { code, stderr } = await start(tree, { PATH: '/nonexistent' })
  assert.equal(code, 1)
  assert.match(stderr, /cannot run npm.*Install npm/)
})

test('an installed package runs its bundle and sets nothing up [setup.installed]', async (t) => {
  const tree = await newTree(t)
  mkdirSync(join(tree, 'dist'))
  writeFileSync(join(tree, 'dist/cli.js'), `export const main = async () => console.log('bundle')`)
  rmSync(join(tree, 'src'), { recursive: true })
  assert.deepEqual(await start(tree, { HOME: tree }), { code: 0, stdout: 'bundle\n', stderr: '' })
  assert.deepEqual(callsIn(tree), [])
})

for (const [variables, expected] of [
  [{ CACHE_DIRECTORY: '/var/cache/hub' }, '/var/cache/hub/hub-service'],
  [{ HOME: '/home/ann' }, '/home/ann/.cache/hub-service'],
  [{ NODE_COMPILE_CACHE: '/tmp/mine' }, '/tmp/mine'],
] as const)
  test(`an installed package keeps compiled code in ${expected} [setup.installed]`, async (t) => {
    const tree = await newTree(t)
    mkdirSync(join(tree, 'dist'))
    writeFileSync(
      join(tree, 'dist/cli.js'),
      `export const main = async () => console.log(process.env.NODE_COMPILE_CACHE)`,
    )
    rmSync(join(tree, 'src'), { recursive: true })
    assert.equal((await start(tree, variables)).stdout, `${expected}\n`)
  })

test('hub setup creates files that other users can read, with any umask [setup.others]', async (t) => {
  const tree = await newTree(t)
  const { code, stdout } = await start(
    tree,
    {},
    { command: 'setup', prefix: ['sh', '-c', 'umask 077; exec "$@"', '-'] },
  )
  assert.deepEqual([code, stdout], [0, 'ran setup\n'])
  assert.equal(statSync(join(tree, 'node_modules')).mode & 0o055, 0o055)
})

const ANOTHER = ['setpriv', '--reuid=64023', '--regid=64023', '--clear-groups']
const skip =
  process.platform !== 'linux' || process.getuid!() !== 0
    ? 'only root on Linux can become another user'
    : false

test(
  'a user who may not write to the checkout uses it unchanged and never installs [setup.others]',
  { skip },
  async (t) => {
    const tree = await newTree(t)
    chmodSync(tree, 0o755)
    const asAnother = () => start(tree, {}, { prefix: ANOTHER })
    const early = await asAnother()
    assert.deepEqual([early.code, early.stdout], [1, ''])
    assert.match(
      early.stderr,
      /^hub: the dependencies are missing .*; this user may not write to \S+, so as its owner run: node \S+hub\.mjs setup\n$/,
    )
    await start(tree)
    assert.deepEqual(await asAnother(), { code: 0, stdout: 'ran doctor\n', stderr: '' })
    rmSync(join(tree, 'node_modules/.hub-service'))
    assert.deepEqual(
      await asAnother(),
      { code: 0, stdout: 'ran doctor\n', stderr: '' },
      'npm has noted what it installed',
    )
    writeFileSync(
      join(tree, 'package-lock.json'),
      JSON.stringify({ packages: { ...LOCK.packages, 'node_modules/leaf': { integrity: 'sha512-newer' } } }),
    )
    assert.equal((await asAnother()).code, 1)
    assert.deepEqual(callsIn(tree), ['ci'])
  },
)

test(
  'a user who may not write to the checkout keeps the pages of the last release [setup.others]',
  { skip },
  async (t) => {
    const tree = await newTree(t)
    chmodSync(tree, 0o755)
    await start(tree)
    mkdirSync(join(tree, 'web'))
    writeFileSync(join(tree, 'web/vite.config.ts'), '')
    const unbuilt = await start(tree, {}, { command: 'run', prefix: ANOTHER })
    assert.equal(unbuilt.code, 1)
    assert.match(unbuilt.stderr, /^hub: the pages are not built; .* setup\n$/)
    mkdirSync(join(tree, 'web/dist'))
    writeFileSync(join(tree, 'web/dist/.sources'), 'older')
    const old = await start(tree, {}, { command: 'run', prefix: ANOTHER })
    assert.deepEqual([old.code, old.stdout], [0, 'ran run\n'])
    assert.match(old.stderr, /^hub: the pages are those of an older release; .* setup\n$/)
  },
)

test('pages are built once, and again when they or a contract they call has changed [setup.pages]', async (t) => {
  const tree = await newTree(t)
  const put = (path: string, content: string) => {
    mkdirSync(join(tree, path, '..'), { recursive: true })
    writeFileSync(join(tree, path), content)
  }
  const builds = async () => {
    const { code, stderr } = await start(tree, {}, { command: 'run' })
    assert.equal(code, 0, stderr)
    return stderr.includes('building the pages')
  }
  put('web/vite.config.ts', '')
  put('src/core/audit/contract.ts', 'one')
  await start(tree)
  put('node_modules/vite/bin/vite.js', '')
  assert.deepEqual([await builds(), await builds()], [true, false])
  put('src/core/audit/contract.ts', 'another')
  assert.deepEqual([await builds(), await builds()], [true, false])
  put('src/core/audit/routes.ts', 'of the server')
  assert.equal(await builds(), false)
})

const BUNDLER = `
import { mkdirSync, writeFileSync } from 'node:fs'
if (process.env.FAIL_BUNDLE) throw new Error(process.env.FAIL_BUNDLE)
const folder = process.argv[process.argv.indexOf('--out-dir') + 1]
mkdirSync(folder, { recursive: true })
writeFileSync(folder + '/cli.js', "export const main = async (argv) => console.log('bundle ran', argv.slice(2).join(' '))")
`

const treeWithBundler = async (t: TestContext): Promise<string> => {
  const tree = await newTree(t)
  chmodSync(tree, 0o755)
  await start(tree)
  mkdirSync(join(tree, 'node_modules/tsdown/dist'), { recursive: true })
  writeFileSync(join(tree, 'node_modules/tsdown/dist/run.mjs'), BUNDLER)
  writeFileSync(join(tree, 'tsdown.config.ts'), '')
  return tree
}

const edit = (tree: string, text: string) =>
  writeFileSync(
    join(tree, 'src/cli/main.ts'),
    `export const main = async () => console.log('edited', '${text}')`,
  )

test('a checkout runs the bundle that its set-up made, and edited sources at once [setup.bundle]', async (t) => {
  const tree = await treeWithBundler(t)
  const printed = async (command: string, environment = {}) =>
    (await start(tree, environment, { command })).stdout
  assert.equal(await printed('doctor'), 'ran doctor\n', 'nothing is bundled for a command')
  assert.equal(await printed('setup'), 'bundle ran setup\n')
  assert.deepEqual(
    await start(tree, {}, { command: 'run' }),
    { code: 0, stdout: 'bundle ran run\n', stderr: '' },
    'once',
  )
  assert.equal(await printed('run', { HUB_FROM_SOURCES: 'true' }), 'ran run\n')
  edit(tree, 'once')
  assert.deepEqual(await start(tree, {}, { command: 'run' }), {
    code: 0,
    stdout: 'edited once\n',
    stderr: '',
  })
  assert.equal(await printed('setup'), 'bundle ran setup\n')
})

test('a set-up keeps the bundle of a running Hub, and removes older ones [setup.bundle]', async (t) => {
  const tree = await treeWithBundler(t)
  const bundles = () => readdirSync(join(tree, '.setup/bundles'))
  await start(tree, {}, { command: 'setup' })
  const [oldest] = bundles()
  edit(tree, 'once')
  await start(tree, {}, { command: 'setup' })
  assert.equal(bundles().length, 2)
  edit(tree, 'twice')
  await start(tree, {}, { command: 'setup' })
  assert.equal(bundles().length, 2)
  assert.ok(!bundles().includes(oldest!))
})

test('an interrupted bundling costs a running Hub no files [setup.bundle]', async (t) => {
  const tree = await treeWithBundler(t)
  await start(tree, {}, { command: 'setup' })
  const running = readdirSync(join(tree, '.setup/bundles'))
  edit(tree, 'once')
  mkdirSync(join(tree, '.setup/bundle-draft'))
  writeFileSync(join(tree, '.setup/bundle-draft/old.js'), '')
  await start(tree, {}, { command: 'setup' })
  const after = readdirSync(join(tree, '.setup/bundles'))
  assert.ok(running.every((name) => after.includes(name)))
  for (const name of after)
    assert.deepEqual(readdirSync(join(tree, '.setup/bundles', name)), ['cli.js'], 'whole')
})

test('several set-ups at once bundle one time [setup.bundle] [setup.lock]', async (t) => {
  const tree = await treeWithBundler(t)
  const starts = await Promise.all([1, 2, 3].map(() => start(tree, {}, { command: 'setup' })))
  assert.deepEqual(
    starts.map(({ stdout }) => stdout),
    Array.from({ length: 3 }, () => 'bundle ran setup\n'),
  )
  assert.equal(starts.filter(({ stderr }) => stderr.includes('bundling the server: done')).length, 1)
})

test('a failure to bundle is reported, and the sources run [setup.bundle] [setup.failure]', async (t) => {
  const tree = await treeWithBundler(t)
  const { code, stdout, stderr } = await start(tree, { FAIL_BUNDLE: 'ENOSPC' }, { command: 'setup' })
  assert.deepEqual([code, stdout], [0, 'ran setup\n'])
  assert.match(stderr, /bundling the server failed\. The disk is full/)
  assert.match(stderr, /starts more slowly/)
})

test('a user who may not write to the checkout runs its bundle [setup.bundle]', { skip }, async (t) => {
  const tree = await treeWithBundler(t)
  const asAnother = () => start(tree, {}, { command: 'setup', prefix: ANOTHER })
  assert.deepEqual(await asAnother(), { code: 0, stdout: 'ran setup\n', stderr: '' })
  await start(tree, {}, { command: 'setup' })
  assert.deepEqual(await asAnother(), { code: 0, stdout: 'bundle ran setup\n', stderr: '' })
})
