import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { PACKAGE_FOLDER } from '#ground/base/package-folder.ts'
import { describeProblem } from '#ground/hub/hub.ts'
import { openHub } from '#ground/hub/open.ts'
import { folderWith } from '../support/folder.ts'

const run = promisify(execFile)

const skill = (name: string, more = '', body = 'Do it.') =>
  `---\nname: ${name}\ndescription: Plans beds\n${more}---\n${body}\n`

const problemsIn = (hub: { problems(): readonly Parameters<typeof describeProblem>[0][] }) =>
  hub.problems().map(describeProblem)

test('each folder in skills/ with a valid SKILL.md is a skill with its published fields, in the order of names [skills.files]', async (t) => {
  const fields =
    'license: Apache-2.0\ncompatibility: Requires python3\nmetadata:\n  author: garden\n  version: "1.0"\n  numbers: 2\nallowed-tools: Bash(git add:*) Read, mcp__x\n'
  const folder = await folderWith(t, {
    'agent.md': 'You help.',
    'skills/sow-beds/SKILL.md': skill('sow-beds', fields),
    'skills/a/SKILL.md': `\uFEFF${skill('a').replaceAll('\n', '\r\n')}`,
    'skills/seeds/SKILL.md': `---\nname: seeds\ndescription: ${'🌱'.repeat(1024)}\n---\nx`,
    'skills/README.md': 'About these.',
    'skills/.draft/SKILL.md': 'x',
  })
  await using hub = await openHub(folder, { watch: false })
  assert.deepEqual(problemsIn(hub), [])
  assert.deepEqual(
    hub.skills().map(({ name, allowedTools }) => [name, allowedTools]),
    [
      ['a', null],
      ['seeds', null],
      ['sow-beds', ['Bash(git add:*)', 'Read', 'mcp__x']],
    ],
  )
  const sow = hub.skills()[2]
  assert.deepEqual(sow?.frontMatter, {
    name: 'sow-beds',
    description: 'Plans beds',
    license: 'Apache-2.0',
    compatibility: 'Requires python3',
    metadata: { author: 'garden', version: '1.0', numbers: 2 },
    'allowed-tools': 'Bash(git add:*) Read, mcp__x',
  })
})

test('an invalid skill is left out with its file and line, and does not affect others [skills.invalid]', async (t) => {
  const folder = await folderWith(t, {
    'agent.md': 'You help.',
    'skills/good/SKILL.md': skill('good', 'version: 2\n'),
    'skills/other/SKILL.md': skill('another'),
    'skills/Upper/SKILL.md': skill('Upper'),
    'skills/two--hyphens/SKILL.md': skill('two--hyphens'),
    'skills/-lead/SKILL.md': skill('-lead'),
    [`skills/${'n'.repeat(65)}/SKILL.md`]: skill('n'.repeat(65)),
    'skills/no-description/SKILL.md': '---\nname: no-description\n---\nx',
    'skills/blank/SKILL.md': '---\nname: blank\ndescription: " "\n---\nx',
    'skills/long/SKILL.md': `---\nname: long\ndescription: ${'x'.repeat(1025)}\n---\nx`,
    'skills/needs/SKILL.md': skill('needs', `compatibility: ${'x'.repeat(501)}\n`),
    'skills/meta/SKILL.md': skill('meta', 'metadata: yes\n'),
    'skills/tools/SKILL.md': skill('tools', 'allowed_tools: read_file\n'),
    'skills/colon/SKILL.md': '---\nname: colon\ndescription: Use it: always\n---\nx',
    'skills/open/SKILL.md': '---\nname: open\n',
    'skills/plain/SKILL.md': 'No front matter.',
    'skills/empty/notes.md': 'x',
    'skills/huge/SKILL.md': skill('huge', '', 'x'.repeat(1024 * 1024)),
    'elsewhere/SKILL.md': skill('linked'),
    ...Object.fromEntries(Array.from({ length: 512 }, (_, n) => [`skills/many/assets/${n}.txt`, ''])),
    'skills/many/SKILL.md': skill('many'),
  })
  await symlink(join(folder, 'elsewhere'), join(folder, 'skills/linked'))
  await mkdir(join(folder, 'skills/pointing'))
  await symlink(join(folder, 'elsewhere/SKILL.md'), join(folder, 'skills/pointing/SKILL.md'))
  await using hub = await openHub(folder, { watch: false })
  assert.deepEqual(
    hub.skills().map(({ name }) => name),
    ['good'],
  )
  const problems = problemsIn(hub)
  for (const expected of [
    /^skills\/good\/SKILL\.md:4:\d+: unknown field version, which is ignored/,
    /^skills\/other\/SKILL\.md:2:7: name: expected other, the name of the folder/,
    /^skills\/Upper\/SKILL\.md:2:7: name: expected a-z/,
    /^skills\/two--hyphens\/SKILL\.md:2:7: name: /,
    /^skills\/-lead\/SKILL\.md:2:7: name: /,
    /^skills\/n{65}\/SKILL\.md:2:7: name: expected at most 64/,
    /^skills\/no-description\/SKILL\.md:2:1: description: /,
    /^skills\/blank\/SKILL\.md:3:14: description: /,
    /^skills\/long\/SKILL\.md:3:14: description: expected at most 1,024/,
    /^skills\/needs\/SKILL\.md:4:16: compatibility: expected at most 500/,
    /^skills\/meta\/SKILL\.md:4:11: metadata: /,
    /^skills\/tools\/SKILL\.md:4:\d+: unknown field allowed_tools; did you mean allowed-tools\?/,
    /^skills\/colon\/SKILL\.md:3:\d+: description: .*quotes/,
    /^skills\/open\/SKILL\.md:1:1: the front matter is not closed/,
    /^skills\/plain\/SKILL\.md:1:1: the front matter is missing/,
    /^skills\/empty\/SKILL\.md: there is no SKILL\.md/,
    /^skills\/huge\/SKILL\.md: is larger than 1 MiB/,
    /^skills\/many: the skill has more than 512 files/,
    /^skills\/linked: is a link/,
    /^skills\/pointing\/SKILL\.md: is a link/,
  ])
    assert.ok(
      problems.some((problem) => expected.test(problem)),
      `${expected}\n${problems.join('\n')}`,
    )
  assert.equal(problems.length, 20)
})

test('skills that are added, broken, mended and removed while the Hub runs change at once [skills.reload]', async (t) => {
  const folder = await folderWith(t, { 'agent.md': 'You help.' })
  await using hub = await openHub(folder)
  const changes = new EventEmitter()
  hub.onChange(() => changes.emit('change'))
  const names = () => hub.skills().map(({ name }) => name)
  const until = async (isDone: () => boolean) => {
    while (!isDone()) await once(changes, 'change')
  }
  const save = (text: string) => writeFile(join(folder, 'skills/sow/SKILL.md'), text)
  await mkdir(join(folder, 'skills/sow'), { recursive: true })
  await save(skill('sow'))
  await until(() => names().includes('sow'))
  await save('---\nname: [\n---\nx')
  await until(() => names().length === 0)
  assert.match(problemsIn(hub).join(), /skills\/sow\/SKILL\.md:2/)
  await save(skill('sow').replace('Plans beds', 'Plans all beds'))
  await until(() => hub.skills()[0]?.description === 'Plans all beds')
  assert.deepEqual(problemsIn(hub), [])
  await rm(join(folder, 'skills/sow'), { recursive: true })
  await until(() => names().length === 0)
  assert.deepEqual(problemsIn(hub), [])
})

const SKILLS_REF = join(PACKAGE_FOLDER, 'tests/clients/node_modules/skills-ref/dist/cli.js')

test('the skills of the templates are valid, also for the format’s reference library [skills.files]', async () => {
  const templates = join(PACKAGE_FOLDER, 'templates')
  let count = 0
  for (const name of await readdir(templates)) {
    await using hub = await openHub(join(templates, name), { watch: false })
    assert.deepEqual(
      problemsIn(hub).filter((problem) => problem.startsWith('skills')),
      [],
    )
    for (const { name: skill } of hub.skills()) {
      const folder = join(templates, name, 'skills', skill)
      const { stdout } = await run(process.execPath, [SKILLS_REF, 'validate', folder])
      assert.match(stdout, /^Valid skill/)
      count++
    }
  }
  assert.ok(count > 0)
})
