import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hub as command } from '../support/hub-command.ts'
import { until } from '../support/until.ts'
import { linesOf, startWorkingHub } from '../scheduler/support.ts'

const INHERITED = ['constructor', 'toString', 'hasOwnProperty', 'valueOf', '__proto__'] as const
const NAMES = INHERITED.filter((name) => name !== '__proto__') // names of inputs and steps must begin with a letter

const namesEverywhere = `
inputs:
${NAMES.map((name) => `  ${name}: { required: true }`).join('\n')}
steps:
${NAMES.map((name, index) => `  - { id: ${name}, needs: [${NAMES.slice(0, index).join(', ')}], run: 'echo "{\\"${name}\\":\\"\${{ inputs.${name} }}\\"}"' }`).join('\n')}
  - id: last
    needs: [${NAMES.join(', ')}]
    run: echo ${NAMES.map((name) => `\${{ steps.${name}.output.${name} }}\${{ steps.${name}.output.__proto__ }}\${{ steps.${name}.output.isPrototypeOf }}`).join(',')}
`
const noneGiven = `
inputs: { place: {} }
steps: [{ id: say, run: 'echo "[\${{ inputs.place }}]"' }]
`

test('inputs and steps may have inherited names of objects, and no inherited value is used [workflow.inherited]', async (t) => {
  const hub = await startWorkingHub(t, {
    files: { 'workflows/names.yaml': namesEverywhere, 'workflows/none.yaml': noneGiven },
  })
  const run = (name: string, ...inputs: string[]) =>
    command([
      'workflow',
      'run',
      name,
      ...inputs.flatMap((one) => ['--input', one]),
      '--json',
      '--hub',
      hub.folder,
    ])
  const ran = await run('names', ...NAMES.map((name) => `${name}=${name.length}`))
  assert.equal(ran.code, 0, ran.stderr)
  assert.equal(JSON.parse(ran.stdout).result, NAMES.map(({ length }) => length).join(','))
  assert.match((await run('names', 'constructor=1')).stderr, /The input toString is missing/)
  for (const name of INHERITED) {
    const refused = await run('none', `${name}=x`)
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, new RegExp(`There is no input ${name}\\.`))
  }
  assert.equal(JSON.parse((await run('none')).stdout).result, '[]')
})

test('a key called __proto__ in a file is a problem of its line, and never passed over [workflow.inherited]', async (t) => {
  const hub = await startWorkingHub(t, {
    files: {
      'workflows/input.yaml': 'inputs:\n  __proto__: { required: true }\nsteps: [{ id: a, run: x }]\n',
      'workflows/args.yaml':
        'steps:\n  - id: a\n    tool: list_files\n    args:\n      deep: { __proto__: { x: 1 } }\n',
      'workflows/top.yaml': '__proto__: 1\nsteps: [{ id: a, run: x }]\n',
      'tasks/task.md': '---\nrun_as: a@x.org\n__proto__: { run: x }\n---\nHello\n',
    },
  })
  const { stdout } = await command(['doctor', hub.folder])
  for (const place of [
    'workflows/input.yaml:2:3',
    'workflows/args.yaml:5:15',
    'workflows/top.yaml:1:1',
    'tasks/task.md:3:1',
  ])
    assert.match(stdout, new RegExp(`${place} .*__proto__`), place)
})

test('conditions on events read a delivery’s fields, and nothing inherited [workflow.inherited]', async (t) => {
  const listening = (when: string) =>
    `---\non_webhook: true\nwhen: ${when}\nrun_as: ann@example.org\nrun: note.sh\n---\n`
  const hub = await startWorkingHub(t, {
    files: {
      'tasks/a.md': listening("event.body.constructor.name == 'Object' or event.body.toString.name"),
      'tasks/b.md': listening("event.body.__proto__.admin == 'yes'"),
      'tasks/c.md': listening('event.query.__proto__ or event.query.constructor or event.body.admin'),
      'note.sh': 'cat "$SVC_WEBHOOK_EVENTS" >> seen.txt; echo >> seen.txt\n',
    },
  })
  await hub.deliver({}, JSON.parse('{"__proto__":{"admin":"yes"}}'))
  const [run] = await hub.ended('md:b')
  assert.equal(run!.outcome, 'done')
  const [line] = await linesOf(hub.folder, 'seen.txt')
  assert.match(line!, /"__proto__":\{"admin":"yes"\}/)
  await until(async () => (await hub.inbox.list('pending')).length === 0)
  const { items } = await hub.runs.list({ hubs: null }, { limit: 9, offset: 0 })
  assert.deepEqual(
    items.map(({ workflow }) => workflow),
    ['md:b'],
  )
})
