import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { describeProblem } from '#ground/hub/hub.ts'
import { systemClock, type Clock } from '#ground/base/clock.ts'
import { testClock } from '../../../../tests/support/clock.ts'
import { openRoster, type Roster } from './roster.ts'

const ADA = 'surface,handle,email,name\nchata,+49 151,ada@example.com,Ada\n'
const PRINTS_ADA = `print("""${ADA}""", end="")\n`

interface Opened {
  roster: Roster
  write(name: string, content: string | Buffer): Promise<void>
  remove(name: string): Promise<void>
  folder: string
  logged: string[]
  problems(): string[]
  changed(): Promise<void>
}

async function open(
  t: TestContext,
  files: Readonly<Record<string, string | Buffer>>,
  { environment = process.env, clock = systemClock }: { environment?: NodeJS.ProcessEnv; clock?: Clock } = {},
): Promise<Opened> {
  const hubFolder = await mkdtemp(join(tmpdir(), 'roster-'))
  t.after(() => rm(hubFolder, { recursive: true, force: true }))
  const folder = join(hubFolder, 'identity')
  const write = async (name: string, content: string | Buffer) => {
    await mkdir(folder, { recursive: true })
    await writeFile(join(hubFolder, `.${name}`), content)
    await rename(join(hubFolder, `.${name}`), join(folder, name))
  }
  for (const [name, content] of Object.entries(files)) await write(name, content)
  const logged: string[] = []
  const log = (problem: Parameters<typeof describeProblem>[0]) => void logged.push(describeProblem(problem))
  const roster = await openRoster({ hubFolder, environment, clock, log })
  t.after(() => roster[Symbol.asyncDispose]())
  return {
    roster,
    folder,
    write,
    remove: (name) => rm(join(folder, name)),
    logged,
    problems: () => roster.problems().map(describeProblem),
    changed: () =>
      new Promise((resolve) => {
        const stop = roster.onChange(() => {
          stop()
          resolve()
        })
      }),
  }
}

const ada = { email: 'ada@example.com', name: 'Ada' }

test('a sender is found by any handle, on the channel of its row, or on any for *', async (t) => {
  const { roster } = await open(t, { 'access.csv': `${ADA}*,U1,bob@example.com,\n` })
  assert.deepEqual(roster.emailOf('chata', ['US.1', '49151']), ada)
  assert.equal(roster.emailOf('chatb', ['49151']), null)
  assert.deepEqual(roster.emailOf('mattermost', ['U1']), { email: 'bob@example.com', name: null })
  assert.equal(roster.emailOf('chata', ['49151', 'U1']), null) // the handles belong to two people
  assert.deepEqual(roster.problems(), [])
  assert.equal(roster.rows().length, 2)
})

test('without a roster no person is known, and there is no problem', async (t) => {
  const { roster } = await open(t, {})
  assert.equal(roster.emailOf('chata', ['49151']), null)
  assert.deepEqual([roster.rows(), roster.problems()], [[], []])
})

test('a single invalid row closes the roster; after the fix it opens again; each change is reported once', async (t) => {
  const { roster, write, logged, problems, changed } = await open(t, {})
  let change = changed()
  await write('access.csv', ADA)
  await change
  assert.deepEqual(roster.emailOf('chata', ['49151']), ada)

  change = changed()
  await write('access.csv', `${ADA}chata,2,nobody,\n`)
  await change
  assert.equal(roster.emailOf('chata', ['49151']), null)
  assert.deepEqual(roster.rows(), [])
  assert.deepEqual(problems(), ['identity/access.csv:3: email is not an e-mail address'])

  change = changed()
  await write('access.csv', '') // editors briefly leave an empty file
  await change
  assert.equal(roster.emailOf('chata', ['49151']), null)
  assert.deepEqual(problems(), ['identity/access.csv: is empty: its first line must name its columns'])

  change = changed()
  await write('access.csv', ADA)
  await change
  assert.deepEqual(roster.emailOf('chata', ['49151']), ada)
  assert.equal(logged.length, 2)
})

test('a removed roster knows no person', async (t) => {
  const { roster, remove, changed } = await open(t, { 'access.csv': ADA })
  const change = changed()
  await remove('access.csv')
  await change
  assert.equal(roster.emailOf('chata', ['49151']), null)
  assert.deepEqual(roster.problems(), [])
})

test('a file that is not text, and one that may not be read, close the roster', async (t) => {
  const binary = await open(t, { 'access.csv': Buffer.from(ADA, 'utf16le').fill(0xff, 0, 2) })
  assert.deepEqual(binary.problems(), ['identity/access.csv: is not UTF-8: save the file as UTF-8'])
  const folder = await open(t, {})
  const change = folder.changed()
  await mkdir(join(folder.folder, 'access.csv'), { recursive: true })
  await change
  assert.deepEqual(folder.problems(), ['identity/access.csv: is not a file'])
})

test('a folder that can not be read closes the roster until it can', async (t) => {
  const { roster, folder, problems, changed, write } = await open(t, { 'access.csv': ADA })
  let change = changed()
  await rm(folder, { recursive: true })
  await writeFile(folder, ADA)
  while (problems().length === 0) {
    await change
    change = changed()
  }
  assert.deepEqual(problems(), ['identity: is not a folder'])
  assert.deepEqual(roster.rows(), [])
  await rm(folder)
  await write('access.csv', ADA)
  while (roster.rows().length === 0) {
    await change
    change = changed()
  }
  assert.deepEqual(problems(), [])
})

test('a script prints the roster', async (t) => {
  const { roster, problems } = await open(t, { 'access.py': PRINTS_ADA })
  assert.deepEqual(problems(), [])
  assert.deepEqual(roster.emailOf('chata', ['49151']), ada)
})

test('both files at once close the roster', async (t) => {
  const { roster, problems } = await open(t, { 'access.csv': ADA, 'access.py': PRINTS_ADA })
  assert.deepEqual(roster.rows(), [])
  assert.deepEqual(problems(), ['identity/access.py: exists beside access.csv: keep one of them'])
})

test('a script sees no variable of the service', async (t) => {
  const script = `import os\nprint("surface,handle,email\\n*," + "_".join(sorted(os.environ)) + ",a@example.com")\n`
  const environment = {
    ...process.env,
    MATTERMOST_BOT_TOKEN: 'secret',
    OPENAI_API_KEY: 'secret',
    SVC_MODEL: 'x',
  }
  const { roster } = await open(t, { 'access.py': script }, { environment })
  assert.match(roster.rows()[0]?.handle ?? '', /PATH/)
  assert.doesNotMatch(roster.rows()[0]?.handle ?? '', /TOKEN|KEY|SVC_(?!GATE)/)
})

test('a failing script closes the roster, with its line and its message', async (t) => {
  const { problems } = await open(t, { 'access.py': '\nraise ValueError("no directory")\n' })
  assert.deepEqual(problems(), ['identity/access.py:2: ended with 1: ValueError: no directory'])
  const syntax = await open(t, { 'access.py': 'print(\n' })
  assert.match(syntax.problems()[0] ?? '', /^identity\/access\.py:1: ended with 1: SyntaxError/)
})

test('a script that prints something wrong, nothing or too much closes the roster', async (t) => {
  const wrong = await open(t, { 'access.py': 'print("surface,handle,email\\nchata,1,x")\n' })
  assert.deepEqual(wrong.problems(), [
    'identity/access.py: line 2 of what it printed: email is not an e-mail address',
  ])
  const nothing = await open(t, { 'access.py': '' })
  assert.deepEqual(nothing.problems(), [
    'identity/access.py: what it printed is empty: its first line must name its columns',
  ])
  const much = await open(t, { 'access.py': `print("""${ADA}""" + "\\n" * 300000)\n` })
  assert.match(much.problems()[0] ?? '', /printed more than/)
})

test('a system without python3 is reported', async (t) => {
  const { problems } = await open(t, { 'access.py': PRINTS_ADA }, { environment: { PATH: '/nowhere' } })
  assert.deepEqual(problems(), ['identity/access.py: needs python3, which is not installed: install python3'])
})

test('a script that takes too long is ended and closes the roster', async (t) => {
  const clock = testClock()
  const opening = open(t, { 'access.py': 'import time\ntime.sleep(600)\n' }, { clock })
  await clock.sleeperFor(10_000)
  clock.advance(10_000)
  await clock.sleeperFor(2_000)
  clock.advance(2_000) // the delay between SIGTERM and SIGKILL
  assert.deepEqual((await opening).problems(), ['identity/access.py: took longer than 10 s'])
})

test('a script is run again when a file beside it changes, and every five minutes', async (t) => {
  const script = `import pathlib, people\nprint("surface,handle,email")\nfor who in people.WHO: print(f"chata,{who},{who}@example.com")\nfor line in open("${tmpdir()}/roster-outside-${process.pid}"): print(line.strip())\n`
  const outside = join(tmpdir(), `roster-outside-${process.pid}`)
  await writeFile(outside, '')
  t.after(() => rm(outside))
  const clock = testClock()
  const { roster, write, changed } = await open(
    t,
    { 'people.py': 'WHO = ["a"]\n', 'access.py': script },
    { clock },
  )
  const handles = () => roster.rows().map(({ handle }) => handle)
  assert.deepEqual(handles(), ['a'])

  let change = changed()
  await write('people.py', 'WHO = ["a", "b"]\n')
  await change
  assert.deepEqual(handles(), ['a', 'b'])

  await writeFile(outside, 'chata,c,c@example.com\n')
  change = changed()
  clock.advance(300_000)
  await change
  assert.deepEqual(handles(), ['a', 'b', 'c'])
})

test('a number is found in every format of roster and provider; on other channels it is an id [messaging.roster]', async (t) => {
  const { roster } = await open(t, {
    'access.csv': [
      'surface,handle,email',
      'chata,+55 11 98765-4321,a@example.com',
      '*,+52 55 1234 5678,b@example.com',
      'chata,0049 (0)151 2345678,c@example.com',
      'chatb,5491123456789,d@example.com',
    ].join('\n'),
  })
  const found = (surface: 'chata' | 'chatb', handle: string) =>
    roster.emailOf(surface, [handle])?.email ?? null
  assert.equal(found('chata', '551187654321'), 'a@example.com')
  assert.equal(found('chata', '5215512345678'), 'b@example.com')
  assert.equal(found('chata', '491512345678'), 'c@example.com')
  assert.equal(found('chatb', '5215512345678'), null)
  assert.equal(found('chatb', '525512345678'), 'b@example.com')
  assert.equal(found('chatb', '541123456789'), null)
})

test('two rows for one number in two forms, of two accounts, close the roster [messaging.roster]', async (t) => {
  const { problems } = await open(t, {
    'access.csv':
      'surface,handle,email\nchata,+55 11 98765-4321,a@example.com\n*,55 11 8765-4321,b@example.com\n',
  })
  assert.deepEqual(problems(), [
    'identity/access.csv:3: line 2 assigns the same number, in another form, to another account',
  ])
  const { problems: none } = await open(t, {
    'access.csv':
      'surface,handle,email\nchatb,5511987654321,a@example.com\nchatb,551187654321,b@example.com\n',
  })
  assert.deepEqual(none(), [])
})
