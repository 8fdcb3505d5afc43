import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { pathToFileURL } from 'node:url'
import { coverageOf } from '../../bin/setup/coverage.mjs'
import { withCoverage } from '../../bin/setup/measured.mjs'
import { folderWith } from '../support/folder.ts'

async function covered(t: TestContext, files: Record<string, string>, runs: string[]) {
  const folder = await folderWith(t, files)
  const written = join(folder, 'written')
  const sources = join(folder, 'src')
  const env = withCoverage(process.env, { sources, written })
  for (const argument of runs) {
    const command = [`--import=${COVERAGE_HOOK}`, 'run.ts', argument]
    const { status, stderr } = spawnSync(process.execPath, command, { cwd: folder, env })
    assert.equal(status, 0, String(stderr))
  }
  return coverageOf({ written, sources })
}

const COVERAGE_HOOK = pathToFileURL(join(import.meta.dirname, '../../bin/setup/coverage-hook.mjs')).href

const share = (part: number, all: number) => ({ covered: part, all })

test('lines are those on which a statement begins, of sources that nothing loaded as well [house.coverage]', async (t) => {
  const { files, lines, branches } = await covered(
    t,
    {
      'run.ts': "import { called } from './src/called.ts'\ncalled()\n",
      'src/called.ts': `// What does something are two lines, one of which never ran.
import { join } from 'node:path'

/** Nobody calls this. */
export function idle(): string {
  return join('a', 'b')
}

export interface Shape {
  name: string
}

export const called = (): Shape => ({
  name: 'a',
})
`,
      'src/types.ts': 'export type Name = string\n',
      'src/never.ts': 'export const never = () => {\n  if (Math.random() > 2) return 1\n}\n',
      'src/never.test.ts': "throw new Error('no source')\n",
    },
    [''],
  )
  assert.deepEqual(Object.fromEntries(files), {
    'called.ts': { lines: share(1, 2), branches: share(1, 2) },
    'never.ts': { lines: share(0, 2), branches: share(0, 3) },
    'types.ts': { lines: share(0, 0), branches: share(0, 0) },
  })
  assert.deepEqual({ lines, branches }, { lines: share(1, 4), branches: share(1, 5) })
})

/** Twelve lines and fourteen branches: the function, two for each `if`, `?:` and `switch`, and one for `catch`. */
const WAYS = `export function ways(x: number): string {
  if (x > 1) return 'many'
  if (x === 7) {
    return 'never'
  } else {
    x += 0
  }
  for (const each of [x, x])
    if (each === x) x += 0
  try {
    if (x < 0) throw new Error('less')
  } catch {
    return 'caught'
  }
  switch (x) {
    case 0:
      return 'none'
    default:
      return x === 1 ? 'one' : 'other'
  }
}
`

test('code that ran in any process is covered, and a branch that no process took counts once [house.coverage]', async (t) => {
  const files = {
    'run.ts': "import { ways } from './src/ways.ts'\nways(Number(process.argv[2]))\n",
    'src/ways.ts': WAYS,
  }
  const after = async (...runs: string[]) => {
    const { lines, branches } = await covered(t, files, runs)
    return { lines, branches }
  }
  assert.deepEqual(await after('0'), { lines: share(7, 12), branches: share(6, 14) })
  assert.deepEqual(await after('2'), { lines: share(1, 12), branches: share(2, 14) })
  assert.deepEqual(await after('0', '2'), { lines: share(8, 12), branches: share(7, 14) })
  assert.deepEqual(await after('0', '0', '2', '1', '-1'), { lines: share(11, 12), branches: share(11, 14) })
})
