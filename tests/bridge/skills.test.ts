import assert from 'node:assert/strict'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { AgentAbout } from '#ground/hub/about/schema.ts'
import { createAccess } from '#core/access/access.ts'
import { createAccessChanges } from '#core/audit/access-changes.ts'
import { findBubblewrap } from '#core/agent/tools/run-command/bubblewrap.ts'
import { checkSandbox } from '#core/agent/tools/run-command/check.ts'
import { usualLimits } from '#core/agent/tools/run-command/limits.ts'
import { systemClock } from '#ground/base/clock.ts'
import { openStore } from '#ground/store/store.ts'
import { CLI } from '../support/access.ts'
import { person, readText, saying, startTestBridge, type TestBridge } from '../support/bridge.ts'
import { storeOf } from '../support/own-services.ts'
import { calls, says, startUpstream } from '../support/upstream.ts'

const SOW = `---
name: sow-beds
description: Plans what to sow.
  Use it for beds.
compatibility: Requires python3
allowed-tools: Read Bash(python3:*) WebSearch
---
# Sow beds

Read \`references/seeds.md\` first.
`
const FILES = {
  'skills/sow-beds/SKILL.md': SOW,
  'skills/sow-beds/references/seeds.md': 'Peas in March.\nBeans in May.',
  'skills/sow-beds/scripts/count.py': 'print(6 * 7)',
  'skills/sow-beds/.notes': 'hidden',
  'skills/broken/SKILL.md': '---\nname: other\ndescription: x\n---\nx',
  'skills/water/SKILL.md': '---\nname: water\ndescription: Waters beds\n---\nWater them.',
  'files/plan.txt': 'plan of the garden',
}

const start = (t: TestContext, more: Record<string, string> = {}, environment = {}) =>
  startTestBridge(t, { files: { ...FILES, ...more }, environment })

const reading = async (bridge: TestBridge, input: object, before = '') =>
  readText(await bridge.complete(saying(`${before}/tool read_skill ${JSON.stringify(input)}`)))

test('the system prompt names each valid skill with its description, and a skill’s text is read on demand [skills.prompt]', async (t) => {
  await using upstream = await startUpstream()
  const environment = { SVC_MODEL: 'compatible/test-model', SVC_MODEL_BASE_URL: upstream.url }
  const bridge = await start(t, {}, environment)
  upstream.script(calls({ name: 'read_skill', input: { name: 'sow-beds' } }), says('ok'))
  await readText(await bridge.complete(saying('Plan my beds')))
  const [first, second] = upstream.requests
  const system = String(first?.body.messages?.[0]?.content)
  assert.match(
    system,
    /\n- sow-beds: Plans what to sow\. Use it for beds\.\n- water: Waters beds\n/,
    'in the order of names, each in one line',
  )
  assert.doesNotMatch(system, /broken|Read `references/)
  const tool = first?.body.tools?.find((one) => one.function.name === 'read_skill')?.function
  assert.deepEqual((tool!.parameters['properties'] as any).name.enum, ['sow-beds', 'water'])
  const result = String(second?.body.messages?.at(-1)?.content)
  assert.match(result, /^# Sow beds\n\nRead `references\/seeds\.md` first\.\n/)
  assert.match(result, /Compatibility: Requires python3/)
  assert.match(result, /- references\/seeds\.md \(28 bytes\)\n- scripts\/count\.py \(12 bytes\)/)
  assert.doesNotMatch(result, /\.notes|name: sow-beds/)
})

test('long instructions are read in parts [skills.prompt]', async (t) => {
  const lines = Array.from({ length: 2000 }, (_, number) => `Rule ${number} of the garden, in many words.`)
  const long = `---\nname: long\ndescription: Has many rules\n---\n${lines.join('\n')}\n`
  const bridge = await start(t, { 'skills/long/SKILL.md': long })
  const first = await reading(bridge, { name: 'long' })
  assert.match(first, /^Rule 0 of the garden/)
  const [, next] = /go on with start_line (\d+)\)\n\(in the file SKILL\.md\)/.exec(first) ?? []
  const second = await reading(bridge, { name: 'long', file: 'SKILL.md', start_line: Number(next) })
  const last = /Rule (\d+) of the garden[^\n]*\n\(lines/.exec(first)?.[1]
  assert.ok(second.startsWith(`Rule ${Number(last) + 1} `), second.slice(0, 100))
})

test('a skill that is added reaches a chat that runs already, and without read_skill there are no skills [skills.prompt]', async (t) => {
  await using upstream = await startUpstream()
  const environment = { SVC_MODEL: 'compatible/test-model', SVC_MODEL_BASE_URL: upstream.url }
  const bridge = await start(t, {}, environment)
  upstream.otherwise(says('ok'))
  const sent = async (messages: object[]) => {
    await readText(await bridge.complete({ model: 'garden', chat_id: 'c1', messages }))
    return JSON.stringify(upstream.requests.at(-1)?.body)
  }
  const asked = { role: 'user', content: 'Hello' }
  await sent([asked])
  await mkdir(join(bridge.hubFolder, 'skills/prune'))
  await writeFile(
    join(bridge.hubFolder, 'skills/prune/SKILL.md'),
    '---\nname: prune\ndescription: Prunes trees\n---\nPrune.',
  )
  const talk = [asked, { role: 'assistant', content: 'ok' }, { role: 'user', content: 'And now?' }]
  for (let tries = 0; !(await sent(talk)).includes('Prunes trees'); tries++) assert.ok(tries < 200)
  await writeFile(join(bridge.hubFolder, 'agent.md'), '---\nname: G\ntools: [list_files]\n---\nHelp.')
  for (let tries = 0; (await sent([asked])).includes('sow-beds'); tries++) assert.ok(tries < 200)
})

test('files of a skill are read by their path, and no path or link leads out of the skill [skills.escape]', async (t) => {
  const bridge = await start(t, { 'skills/water/secret.md': 'of another skill' })
  const folder = join(bridge.hubFolder, 'skills/sow-beds')
  await symlink(join(bridge.hubFolder, 'agent.md'), join(folder, 'out.md'))
  await symlink(join(folder, 'references'), join(folder, 'inside'))
  await symlink('/etc', join(folder, 'etc'))
  const read = (file: string, more = {}) => reading(bridge, { name: 'sow-beds', file, ...more })
  assert.equal(await read('references/seeds.md'), 'Peas in March.\nBeans in May.')
  assert.match(await read('references/seeds.md', { start_line: 2 }), /^Beans in May\./)
  assert.match(await read('SKILL.md'), /^---\nname: sow-beds/)
  for (const path of [
    '../water/secret.md',
    'references/../../water/secret.md',
    '/etc/passwd',
    'etc/passwd',
    'out.md',
    'inside/seeds.md',
    '.notes',
    'references',
    'none.md',
    '..\\water\\secret.md',
  ]) {
    const answer = await read(path)
    assert.doesNotMatch(answer, /of another skill|look after a garden|root:|hidden$|Peas/, path)
    assert.match(answer, /There is no|outside|absolute|link|hidden;|backslash|leads out|folder/, path)
  }
  assert.match(await reading(bridge, { name: '../water' }), /Invalid input.*sow-beds, water/)
  assert.match(await reading(bridge, { name: 'broken' }), /Invalid input/)
})

test('allowed-tools grants nothing: the text names tools that are missing, and a started skill has only the intersection [skills.narrow]', async (t) => {
  const bridge = await start(t)
  const text = await reading(bridge, { name: 'sow-beds' })
  assert.match(text, /you have: read_file \(for Read\)\./)
  assert.match(text, /You don’t have: Bash\(python3:\*\), WebSearch\./)
  assert.match(text, /scripts can’t run here: run_command is off/)
  const say = async (message: string) => readText(await bridge.complete(saying(message)))
  assert.match(await say('/tool list_files'), /files\/plan\.txt/)
  const started = await say('/sow-beds\n/tool list_files')
  assert.match(started, /There is no tool “list_files”\. The tools are read_file, read_skill\./)
  assert.match(await say('/sow-beds\n/tool read_file {"path":"files/plan.txt"}'), /plan of the garden/)
  assert.match(await say('/sow-beds\n/tool run_command {"command":"id"}'), /There is no tool/)
  assert.match(await say('/water\n/tool list_files'), /files\/plan\.txt/, 'a skill without allowed-tools')
})

test('a started skill holds until the next request, also after a decision of the person [skills.narrow]', async (t) => {
  const bridge = await start(t)
  const messages = [
    { role: 'user', content: '/sow-beds' },
    { role: 'assistant', content: 'I propose a call.' },
    { role: 'user', content: '/tool list_files' },
  ]
  const say = async (headers: Record<string, string>) =>
    readText(await bridge.complete({ model: 'garden', chat_id: 'c2', messages }, headers))
  assert.match(
    await say({ 'x-svc-follow-ups': '1' }),
    /There is no tool “list_files”\. The tools are read_file/,
  )
  assert.match(await say({}), /files\/plan\.txt/)
  for (const wrong of ['0', '-1', 'one'])
    assert.match(await say({ 'x-svc-follow-ups': wrong }), /files\/plan\.txt/)
})

test('a started skill’s text goes with the message, and no other slash starts a skill [skills.start]', async (t) => {
  await using upstream = await startUpstream()
  const environment = { SVC_MODEL: 'compatible/test-model', SVC_MODEL_BASE_URL: upstream.url }
  const bridge = await start(t, {}, environment)
  upstream.otherwise(says('ok'))
  const sent = async (content: string) => {
    await readText(await bridge.complete(saying(content)))
    return JSON.stringify(upstream.requests.at(-1)?.body.messages?.at(-1)?.content)
  }
  const started = await sent('/water the roses')
  assert.match(started, /starts the skill water.*Water them\..*the roses/)
  assert.doesNotMatch(started, /\/water/)
  for (const message of ['/watering', 'see /water', '/broken x', '/none'])
    assert.doesNotMatch(await sent(message), /starts the skill|Water them/)
})

test('people see the skills of an agent that reads them, also among its prompts [bridge.about]', async (t) => {
  const bridge = await start(t, { 'prompts/water.md': 'Water {{what}}.' })
  const read = async (path: string) => (await bridge.fetch(path)).json()
  const about = AgentAbout.parse(await read('/v1/about'))
  assert.deepEqual(about.skills, [
    { name: 'sow-beds', description: 'Plans what to sow. Use it for beds.' },
    { name: 'water', description: 'Waters beds' },
  ])
  assert.equal(about.tools.find(({ name }) => name === 'read_skill')?.built_in, true)
  const { data } = (await read('/v1/prompts')) as { data: { name: string; parts: unknown[] }[] }
  assert.deepEqual(
    data.map(({ name, parts }) => [name, parts[0]]),
    [
      ['water', 'Water '],
      ['sow-beds', '/sow-beds '],
    ],
  )
})

const bubblewrap = await findBubblewrap()
const problem = bubblewrap
  ? (await checkSandbox(bubblewrap, usualLimits(60))).problem?.message
  : 'no bubblewrap'

test(
  'scripts run in the sandbox for people who may run commands, from a read-only folder, and others learn that they can’t [skills.scripts]',
  { skip: problem ?? false },
  async (t) => {
    const bridge = await start(t, {}, { SVC_ACCESS: 'console', SVC_RUN_COMMAND: 'true' })
    const store = await openStore(await storeOf(join(bridge.hubFolder, '.svc')))
    t.after(() => store[Symbol.asyncDispose]())
    const access = createAccess({ store, changes: createAccessChanges(store), clock: systemClock })
    await access.bootstrap('root@example.com')
    const [ann, bob] = ['ann@example.com', 'bob@example.com']
    const grants = [
      [ann, 'use_hub'],
      [ann, 'run_commands'],
      [bob, 'use_hub'],
    ] as const
    for (const [subject, permission] of grants)
      await access.grant(CLI, { subject, hub: 'garden', permission })
    const say = async (message: string, who: string) =>
      readText(await bridge.complete(saying(message), person(who)))
    const reads = '/tool read_skill {"name":"sow-beds"}'
    const runs = (command: string) => `/tool run_command ${JSON.stringify({ command })}`
    assert.match(await say(reads, ann), /Run its scripts with run_command from the folder skills\/sow-beds/)
    assert.match(
      await say(reads, ann),
      /you have: read_file \(for Read\), run_command \(for Bash\(python3:\*\)\)/,
    )
    assert.match(await say(runs('cd skills/sow-beds && cat scripts/count.py'), ann), /print\(6 \* 7\)/)
    assert.match(
      await say(runs('ls -A skills/sow-beds; touch skills/sow-beds/x'), ann),
      /Read-only file system/,
    )
    assert.match(await say(reads, bob), /scripts can’t run here/)
    assert.match(await say(`/sow-beds\n${runs('id')}`, bob), /There is no tool|needs the capability/)
    assert.match(await say(runs('id'), bob), /needs the capability/)
  },
)
