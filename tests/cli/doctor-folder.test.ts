import assert from 'node:assert/strict'
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { checkModelAnswer } from '../../src/cli/checks/model-answer.ts'
import { readCommandSettings } from '../../src/cli/settings.ts'
import { folderWith } from '../support/folder.ts'
import { hub } from '../support/hub-command.ts'
import { calls, says, startUpstream, type UpstreamScript } from '../support/upstream.ts'

test('doctor reports file and line of missing tools, paths that lead outside, and unusable endpoints [cli.doctor-folder]', async (t) => {
  const folder = await folderWith(t, {
    'agent.md': 'You help.',
    'mcp.json': '{"mcpServers": {"tracker": {"command": "true"}}}',
    'inbound/webhooks.yaml': 'endpoints:\n  - { name: github, secret_env: NOT_SET_HERE }\n',
    'tasks/a.md': '---\ntools:\n  - ask_person\n  - raed_file\n  - tracker__anything\n---\nDo it.\n',
    'tasks/linked.md': '---\nrun: scripts/out.sh\n---\n',
    'tasks/model.md': '---\nmodel: [openai/gpt-5, opena/gpt-5]\n---\nDo it.\n',
    'agents/other.md': '---\nmodel: acme/huge\n---\nYou help.\n',
    'tasks/b.md': '---\non_webhook: githup\nrun_as: a@b.c\n---\nDo it.\n',
    'tasks/long.md': `---\nname: ${'x'.repeat(500_000)}\n---\nDo it.\n`,
    'workflows/w.yaml': 'steps:\n  - id: say\n    tool: send_message\n',
    'agents/long.md': `---\nname: ${'x'.repeat(500_000)}\n---\nYou help.\n`,
    'scripts/keep': '',
  })
  symlinkSync('/bin/sh', join(folder, 'scripts/out.sh'))
  const { stdout } = await hub(['doctor', folder])
  for (const wanted of [
    /tasks\/a\.md:4:5\b.*`tools` names “raed_file”, but there is no such tool; did you mean read_file\?/,
    /workflows\/w\.yaml:3:11\b.*`steps\.say\.tool` names “send_message”, but there is no such tool/,
    /tasks\/linked\.md:2:6\b.*leads out of the Hub’s folder/,
    /tasks\/long\.md:2:7\b.*expected at most 200 characters/,
    /agents\/long\.md:2:7\b.*expected at most 200 characters/,
    /tasks\/model\.md:2:23\b.*unknown provider opena; expected one of openai, .*did you mean openai\?/,
    /agents\/other\.md:2:8\b.*unknown provider acme; expected one of openai, anthropic, google, compatible$/m,
    /tasks\/b\.md:2:13\b.*on_webhook names “githup”.*did you mean github\?/,
    /inbound\/webhooks\.yaml:2:13\b.*endpoint github is not served: NOT_SET_HERE is not set/,
  ])
    assert.match(stdout, wanted)
  assert.doesNotMatch(stdout, /tracker__anything|ask_person|x{1000}/)
})

test('doctor warns about a part of a skill that the Hub ignores, and does not fail [cli.doctor-folder]', async (t) => {
  const folder = await folderWith(t, {
    'agent.md': 'You help.',
    'skills/sow/SKILL.md': '---\nname: sow\ndescription: Plans beds\nversion: 2\n---\nSow.',
  })
  const { stdout } = await hub(['doctor', folder, '--json'])
  const findings = JSON.parse(stdout).findings as { status: string; subject: string }[]
  assert.equal(findings.find(({ subject }) => subject === 'skills/sow/SKILL.md:4:10')?.status, 'warn')
  assert.equal(findings.find(({ subject }) => subject === 'Hub')?.status, 'ok')
})

test('doctor reports a budget in dollars that cannot count the model, and a missing file of prices [budgets.unpriced] [prices.file]', async (t) => {
  const settings = ['SVC_MODEL=compatible/any', 'SVC_MODEL_BASE_URL=http://127.0.0.1:1/v1']
  const doctor = async (...more: string[]) => {
    const folder = await folderWith(t, { 'agent.md': 'You help.', '.env': [...settings, ...more].join('\n') })
    return (await hub(['doctor', folder])).stdout
  }
  const budget = 'SVC_BUDGET_TASK_DAILY_USD=1'
  const problem =
    /SVC_BUDGET_TASK_DAILY_USD\b.*compatible\/any, whose price is unknown.*SVC_UNPRICED_MODEL_USD/
  assert.match(await doctor(budget), problem)
  assert.doesNotMatch(await doctor(budget, 'SVC_UNPRICED_MODEL_USD=5'), problem)
  assert.match(
    await doctor('SVC_PRICES_FILE=none.json'),
    /SVC_PRICES_FILE\b.*none\.json: there is no such file/,
  )
})

test('doctor shows refusals of the model since the last start, and an invalid base address [cli.doctor-model]', async (t) => {
  const line = (fields: object) => `${JSON.stringify(fields)}\n`
  const adapted = (what: string) =>
    line({ event: 'model.adapted', model: 'compatible/any', status: 400, what })
  const started = line({ event: 'bridge.listening' })
  const folder = await folderWith(t, {
    'agent.md': 'You help.',
    '.env': 'SVC_MODEL=compatible/any\nSVC_MODEL_BASE_URL=http://127.0.0.1:1/v1',
    '.svc/logs/hub.log': `${started}${adapted('seed')}${started}${adapted('stream_options')}${adapted('temperature')}${adapted('temperature')}{"event":"model.adapted`,
  })
  const { stdout } = await hub(['doctor', folder])
  assert.match(
    stdout,
    /compatible\/any has refused parts of requests, which are now left out: stream_options, temperature\b/,
  )
  assert.doesNotMatch(stdout, /seed/)
  for (const address of [
    'http://127.0.0.1:1/v1/chat/completions',
    'http://127.0.0.1:1/api/chat/',
    'http://127.0.0.1:1/v1?key=abc',
  ]) {
    writeFileSync(join(folder, '.env'), `SVC_MODEL=compatible/any\nSVC_MODEL_BASE_URL=${address}`)
    assert.match(
      (await hub(['doctor', folder])).stdout,
      /SVC_MODEL_BASE_URL\b.*(?:such as http:\/\/127\.0\.0\.1:11434\/v1|without a query)/,
    )
  }
})

test('doctor requests a tool call from the model and sends it a picture, and names servers whose template drops tools [cli.doctor-model-answer]', async (t) => {
  await using upstream = await startUpstream()
  const folder = await folderWith(t, {
    'agent.md': 'You help.',
    '.env': `SVC_MODEL=compatible/any\nSVC_MODEL_API_KEY=key-of-this-test\nSVC_MODEL_BASE_URL=${upstream.url}`,
  })
  const doctor = async (more: readonly string[], ...scripts: UpstreamScript[]) => {
    upstream.script(...scripts)
    const { stdout } = await hub(['doctor', folder, ...more])
    assert.doesNotMatch(stdout, /key-of-this-test/)
    return stdout
  }
  const readies = calls({ name: 'report_ready', input: { ready: true } })
  assert.match(
    await doctor([], readies, says('White')),
    /model compatible\/any\s+calls tools, accepts pictures, returns no reasoning/,
  )
  const [call, picture] = upstream.requests
  assert.equal(call?.body['tool_choice'], 'required')
  assert.match(picture!.text, /data:image\/png;base64,/)

  const refuses: UpstreamScript = (answer) =>
    answer.status(500, { error: { message: 'image input is not supported - hint: if this is unexpected' } })
  assert.match(
    await doctor([], says('I am ready'), refuses, says('White')),
    /called no tool when a call was required, receives text notes instead of pictures[\s\S]*--jinja/,
  )
  const unauthorized: UpstreamScript = (answer) => answer.status(401, { error: { message: 'wrong key' } })
  assert.match(await doctor([], unauthorized), /model compatible\/any\s+does not answer requests: /)
  assert.match(
    await doctor([], unauthorized),
    /context window\s+the model server did not report its window within 2 s[^\n]*\n\s+set SVC_MODEL_CONTEXT_TOKENS/,
  )
  upstream.script(
    (answer) => answer.head(),
    () => {},
  )
  for (let silent = 0; silent < 2; silent++) {
    const [finding] = await checkModelAnswer(folder, await readCommandSettings(folder), 200)
    assert.deepEqual(
      [finding?.status, finding?.message],
      ['warn', 'does not answer requests: no complete answer within 0.2 s'],
    )
  }
  const asked = upstream.requests.length
  assert.doesNotMatch(await doctor(['--offline']), /model compatible/)
  assert.equal(upstream.requests.length, asked)
})
