import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeProblem } from '#ground/hub/hub.ts'
import { checkCalls } from './check-calls.ts'
import { parseWorkflowFile } from './file.ts'
import type { Workflow } from './workflow.ts'

const problemsOf = (content: string): string[] => {
  const parsed = parseWorkflowFile(content, 'w', 'workflows/w.yaml')
  return parsed.ok ? [] : parsed.refusal.map(describeProblem)
}
const workflow = (content: string, name = 'w'): Workflow => {
  const parsed = parseWorkflowFile(content, name, `workflows/${name}.yaml`)
  assert.ok(parsed.ok, parsed.ok ? '' : parsed.refusal.map(describeProblem).join('\n'))
  return parsed.value
}

test('a whole workflow is read, defaults filled in [workflow.file]', () => {
  const read = workflow(`
name: report
description: Weekly report
schedule: 0 7 * * 1
timezone: Europe/Berlin
run_as: " Ada@Example.com "
inputs:
  place: { type: string, default: Rome }
steps:
  - id: fetch
    run: curl https://example.com/\${{ inputs.place }}
    retry: { times: 2, delay: 30s }
    timeout: 10m
  - { id: write, prompt: "Sum up", needs: [fetch, fetch], when: "success() and inputs.place != ''", tools: [read_file] }
`)
  assert.deepEqual(read.trigger, { kind: 'schedule', schedule: '0 7 * * 1', timezone: 'Europe/Berlin' })
  assert.equal(read.runAs, 'ada@example.com')
  assert.deepEqual(read.inputs, [
    { name: 'place', type: 'string', description: '', required: false, default: 'Rome' },
  ])
  const [fetch, write] = read.steps
  assert.deepEqual(fetch!.retry, { times: 2, delayMs: 30_000 })
  assert.equal(fetch!.timeoutMs, 600_000)
  assert.deepEqual(write!.needs, ['fetch'])
  assert.equal(write!.timeoutMs, 30 * 60_000)
  assert.deepEqual(workflow('on_webhook: true\nrun_as: a@b\nsteps: [{ id: a, run: x }]').trigger, {
    kind: 'webhook',
    name: 'webhook',
    when: null,
    place: { line: 1, column: 13 },
  })
})

const WRONG: readonly [content: string, problem: RegExp][] = [
  ['steps: []', /:1:8: steps: expected at least one step/],
  ['step: []\nsteps: [{ id: a, run: x }]', /:1:1: unknown key step; did you mean steps\?/],
  ['steps:\n  - id: a\n    run: x\n    need: [b]', /:4:5: unknown key need/],
  ['steps:\n  - id: a\n    run: x\n  - id: a\n    run: y', /:4:9: .*two steps called a/],
  [
    'steps:\n  - id: a\n    run: x\n    needs: [bild]\n  - { id: build, run: y }',
    /:4:12: .*there is no step bild; did you mean build\?/,
  ],
  [
    'steps:\n  - { id: a, run: x, needs: c }\n  - { id: b, run: x, needs: a }\n  - { id: c, run: x, needs: b }',
    /:2:29: .*a → c → b → a/,
  ],
  ['steps:\n  - { id: a, run: x, needs: a }', /wait for one another: a → a/],
  ['steps:\n  - { id: a }', /:2:5: .*expected one of prompt, run, tool, workflow, found none/],
  ['steps:\n  - { id: a, run: x, prompt: y }', /found prompt and run/],
  ['steps:\n  - id: a\n    run: x\n    args: {}', /:4:11: .*only a step with `tool` has args/],
  ['steps:\n  - id: a\n    run: echo ${{ inputs.x }}', /:3:19: .*there is no input x/],
  [
    'steps:\n  - id: a\n    run: echo ${{ steps.b.output }}\n  - { id: b, run: x }',
    /:3:19: .*b is not among the step’s needs/,
  ],
  ['steps:\n  - id: a\n    run: echo ${{ nope( }}', /:3:19: .*there is no function nope/],
  ['steps:\n  - id: a\n    run: echo ${{ 1 ', /:3:15: .*a `\$\{\{` without its `}}`/],
  [
    'steps:\n  - id: a\n    run: echo ${{ secret.x }}',
    /:3:19: .*there is no secret.*; expressions begin with/,
  ],
  ['steps:\n  - { id: a, run: x, when: "steps.a.output = 1" }', /:2:44: .*did you mean ==/],
  ['steps:\n  - id: a\n    run: echo $(( ${{ run.id }} + 1 ))', /:3:19: .*cannot be inserted in \$\(\(…\)\)/],
  [
    'steps:\n  - id: a\n    tool: t\n    args: { x: [1, "${{ steps.c.output }}"] }',
    /:4:25: .*there is no step c/,
  ],
  ['steps:\n  - { id: a, run: x, timeout: soon }', /expected a time up to 7d/],
  ['steps:\n  - { id: a/b, run: x }', /:2:11: .*expected a letter/],
  ['schedule: often\nrun_as: a@b\nsteps: [{ id: a, run: x }]', /:1:11: schedule: expected a cron line/],
  ['schedule: every 1h\nsteps: [{ id: a, run: x }]', /:1:11: schedule: the workflow needs run_as/],
  ['schedule: every 1h\non_webhook: true\nrun_as: a@b\nsteps: [{ id: a, run: x }]', /:2:13: .*never both/],
  ['timezone: Mars/Here\nsteps: [{ id: a, run: x }]', /:1:11: timezone: no such time zone/],
  [
    'schedule: every 1h\nrun_as: a@b\ninputs:\n  x: { required: true }\nsteps: [{ id: a, run: x }]',
    /:4:6: .*nobody gives it/,
  ],
  ['inputs:\n  x: { type: number, default: many }\nsteps: [{ id: a, run: x }]', /:2:31: .*expected a number/],
  ['name: md:x\nsteps: [{ id: a, run: x }]', /:1:7: name: expected letters/],
  ['steps: [{ id: a, run: x }]\nsteps: []', /:2:1: Map keys must be unique/],
  ['- a', /:1:1: expected `key: value` lines/],
]

test('every problem has its file, line and column [workflow.problems]', () => {
  for (const [content, problem] of WRONG) {
    const problems = problemsOf(content)
    assert.ok(
      problems.some((one) => problem.test(one)),
      `${content}\ngave\n${problems.join('\n') || 'no problem'}`,
    )
  }
})

test('a script that no shell can be given, and a day that never comes, are problems [workflow.impossible]', () => {
  assert.match(problemsOf('steps: [{ id: a, run: "echo \\0" }]').join(), /NUL/)
  const never = 'schedule: 0 0 30 2 *\nrun_as: a@b\nsteps: [{ id: a, run: x }]'
  assert.match(problemsOf(never).join(), /names a day that does not exist/)
})

test('a problem in an expression has its position, also deep in a block of several lines [workflow.columns]', () => {
  const script = [
    'steps:',
    '  - id: a',
    '    run: |',
    '      # a note',
    '      if true; then',
    '        echo "${{ inputs.place }}" ${{ 1 or }}',
    '      fi',
    '  - id: b',
    '    needs: a',
    '    prompt: >-',
    '      Write about ${{ steps.a.output }}',
    '      and ${{ steps.c.output }}',
    "    when: '${{ steps.a.outcome == ''done'' and stepz.b }}'",
  ]
  const places = (content: string) =>
    problemsOf(content).map((problem) => problem.split(':').slice(1, 3).join(':'))
  assert.deepEqual(places(script.join('\n')), ['6:45', '13:48', '12:15'])
  assert.deepEqual(places(script.join('\n').replace('1 or }}', '1 }}')), ['6:19', '13:48', '12:15'])
})

test('steps that call workflows wrongly, in a circle or too deep are problems [workflow.sub]', () => {
  const calling = (name: string, called: string, more = '') =>
    workflow(`steps: [{ id: s, workflow: ${called}${more} }]\ninputs: { who: { required: true } }`, name)
  const problemsIn = (...all: Workflow[]) => checkCalls(all).map(describeProblem).join('\n')
  const leaf = workflow('steps: [{ id: s, run: x }]', 'leaf')
  assert.equal(problemsIn(calling('a', 'leaf'), leaf), '')
  assert.match(
    problemsIn(calling('a', 'leav'), leaf),
    /workflows\/a\.yaml: step s: there is no workflow leav; did you mean leaf/,
  )
  assert.match(problemsIn(calling('a', 'leaf', ', inputs: { x: 1 }'), leaf), /leaf has no input x/)
  assert.match(problemsIn(calling('a', 'b'), calling('b', 'leaf'), leaf), /b needs the input who/)
  const who = ', inputs: { who: me }'
  assert.match(problemsIn(calling('a', 'b', who), calling('b', 'a', who)), /in a circle: a → b → a/)
  const chain = ['a', 'b', 'c', 'd', 'e'].map((name, index, names) =>
    calling(name, names[index + 1] ?? 'leaf', index === 4 ? '' : who),
  )
  assert.match(problemsIn(...chain, leaf), /at most 5 deep: a → b → c → d → e → leaf/)
})
