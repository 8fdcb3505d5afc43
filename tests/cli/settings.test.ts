import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { folderWith } from '../support/folder.ts'
import { hub } from '../support/hub-command.ts'
import { startUpstream } from '../support/upstream.ts'
import { runHub } from '../support/running-hub.ts'

const AGENT = { 'agent.md': '---\nname: Test\n---\nBe brief.\n' }
const FREE = { PORT: '0', BRIDGE_PORT: '0', SVC_INBOUND_PORT: '0' }

interface Finding {
  status: string
  subject: string
  message: string
  fix?: string
}

const findings = async (folder: string, environment: Record<string, string> = {}) => {
  const { code, stdout } = await hub(['doctor', folder, '--json'], {
    environment: { ...FREE, ...environment },
  })
  return { code, findings: JSON.parse(stdout).findings as Finding[] }
}

test('all wrong values are reported together and no secret is shown [cli.settings]', async (t) => {
  const folder = await folderWith(t, AGENT)
  const bucket = {
    SVC_BLOBS_URL: 's3://files?endpoint=http://127.0.0.1:1',
    SVC_BLOBS_ACCESS_KEY_ID: 'key',
    SVC_BLOBS_SECRET_ACCESS_KEY: 'secret',
  }
  for (const more of [{}, bucket]) {
    const { code, stderr } = await hub(['run', folder, '--json'], {
      environment: {
        ...FREE,
        ...more,
        SVC_MAX_UPLOAD_BYTES: 'lots',
        SVC_LOG_LEVEL: 'loud',
        SVC_SESSION_SECRET: 'hunter2',
      },
    })
    assert.equal(code, 2)
    for (const name of ['SVC_MAX_UPLOAD_BYTES', 'SVC_LOG_LEVEL', 'SVC_SESSION_SECRET'])
      assert.ok(stderr.includes(name), stderr)
    assert.ok(!stderr.includes('hunter2'))
  }
})

test('a data folder that cannot be is one line and no stack [cli.errors]', async (t) => {
  const folder = await folderWith(t, AGENT)
  for (const args of [
    ['run', folder],
    ['admin', 'create', '--email', 'ann@example.com', '--name', 'Ann', '--password-stdin', '--hub', folder],
  ]) {
    const { code, stderr } = await hub(args, {
      environment: { ...FREE, SVC_DATA_DIR: 'agent.md' },
      input: 'correct horse battery',
    })
    assert.equal(code, 1)
    assert.match(
      stderr,
      /^error E[A-Z]+: .+agent\.md.+; check the permissions of this path and the free disk space\n$/,
    )
  }
})

for (const mode of ['compact', 'single'])
  test(`in mode ${mode} a place for chats that cannot be is one line and no stack [cli.errors]`, async (t) => {
    const folder = await folderWith(t, { ...AGENT, '.chats': 'no folder' })
    const { code, stderr } = await hub(['run', folder], {
      environment: { ...FREE, SVC_PROCESSES: mode },
    })
    assert.equal(code, 1)
    assert.match(
      stderr,
      /^error EEXIST: .+\.chats'; check the permissions of this path and the free disk space\n$/,
    )
    if (mode === 'compact')
      assert.match(readFileSync(join(folder, '.svc/logs/hub.log'), 'utf8'), /"host\.start_failed".+"stack":/)
  })

for (const mode of ['compact', 'single'])
  test(`in mode ${mode} a database that does not answer is one line and no stack [cli.errors]`, async (t) => {
    const folder = await folderWith(t, AGENT)
    const environment = {
      ...FREE,
      SVC_PROCESSES: mode,
      SVC_DATABASE_URL: 'postgres://hub:hunter2@127.0.0.1:1/hub',
    }
    const line =
      'error the database of SVC_DATABASE_URL can’t be used (connect ECONNREFUSED 127.0.0.1:1); ' +
      'check that the server runs and that the address, the user name and the password are right\n'
    for (const args of [
      ['run', folder],
      ['task', 'list', '--hub', folder],
    ]) {
      const { code, stderr } = await hub(args, { environment })
      assert.deepEqual([code, stderr], [1, line])
    }
  })

/** Root can write everywhere except on read-only file systems, and may lack permission to mount one. */
const isRoot = process.getuid?.() === 0
const READ_ONLY = 'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && shift && exec "$@"'
const mountProblem = isRoot && spawnSync('unshare', ['-m', 'true']).status !== 0

for (const mode of ['compact', 'single'])
  test(
    `in mode ${mode} a folder that cannot be written is one sentence before anything starts [cli.errors]`,
    {
      skip: mountProblem && 'root of this machine may not mount',
    },
    async (t) => {
      const root = await folderWith(t, { 'garden/agent.md': AGENT['agent.md'], 'data/keep': '' })
      const folder = join(root, 'garden')
      if (!isRoot) chmodSync(folder, 0o555)
      const prefix = isRoot ? ['unshare', '-m', 'sh', '-c', READ_ONLY, 'sh', folder] : []
      const run = (environment: Record<string, string>) =>
        hub(['run', folder], { prefix, environment: { ...FREE, SVC_PROCESSES: mode, ...environment } })
      const why = isRoot ? 'the file system is read-only' : 'permission denied'
      const data = await run({})
      assert.equal(
        data.stderr,
        `error ${folder} cannot be written (${why}), but the Hub’s data is kept in ${folder}/.svc; ` +
          'make it writable, or set SVC_DATA_DIR to another folder\n',
      )
      const chats = await run({ SVC_DATA_DIR: join(root, 'data') })
      assert.equal(
        chats.stderr,
        `error ${folder} cannot be written (${why}), but chats are kept in ${folder}/.chats; make it writable\n`,
      )
      assert.deepEqual([data.code, chats.code], [1, 1])
      chmodSync(folder, 0o755)
    },
  )

test('an address that nothing can listen at is a wrong setting [cli.errors]', async (t) => {
  const folder = await folderWith(t, AGENT)
  const { code, stderr } = await hub(['run', folder], { environment: { ...FREE, SVC_HOST: '192.0.2.1' } })
  assert.deepEqual([code, stderr], [2, 'error SVC_HOST: this machine has no address 192.0.2.1\n'])
  const tooHigh = await hub(['run', folder], { environment: { ...FREE, PORT: '99999' } })
  assert.deepEqual(
    [tooHigh.code, tooHigh.stderr],
    [2, 'error PORT: expected a whole number from 0 to 65535 (got "99999")\n'],
  )
})

test('the process environment wins over the Hub’s .env [cli.settings]', async (t) => {
  const folder = await folderWith(t, { ...AGENT, '.env': 'SVC_MODEL=openai/from-file\nOPENAI_API_KEY=x\n' })
  const modelOf = (found: Finding[]) => found.find(({ subject }) => subject === 'model')?.message
  assert.equal(modelOf((await findings(folder)).findings), 'openai/from-file')
  const { findings: overridden } = await findings(folder, { SVC_MODEL: 'openai/from-process' })
  assert.equal(modelOf(overridden), 'openai/from-process')
})

test('an unknown variable is named with its nearest neighbour [cli.settings]', async (t) => {
  const folder = await folderWith(t, AGENT)
  const { code, findings: found } = await findings(folder, { SVC_LOG_LEVLE: 'info' })
  assert.equal(code, 0)
  const finding = found.find(({ subject }) => subject === 'SVC_LOG_LEVLE')
  assert.equal(finding?.fix, 'did you mean SVC_LOG_LEVEL?')
})

test('a setting without effect is reported by hub doctor, and at the start [cli.settings-without-effect]', async (t) => {
  const folder = await folderWith(t, AGENT)
  const { code, findings: found } = await findings(folder, { MCP_OAUTH: 'true' })
  assert.equal(code, 0)
  const finding = found.find(({ subject }) => subject === 'MCP_OAUTH')
  assert.deepEqual(finding, {
    status: 'warn',
    subject: 'MCP_OAUTH',
    message: 'has no effect without MCP_SERVER=true',
    fix: 'set MCP_SERVER=true or remove it',
  })
  await using running = await runHub({ environment: { MCP_OAUTH: 'true' } })
  assert.match(
    running.errors(),
    /MCP_OAUTH has no effect without MCP_SERVER=true; set MCP_SERVER=true or remove it/,
  )
})

test('a .env that others may read is a warning [cli.doctor]', async (t) => {
  const folder = await folderWith(t, { ...AGENT, '.env': 'SVC_LOG_LEVEL=info\n' })
  const warned = async () =>
    (await findings(folder)).findings.some(({ subject, status }) => subject === '.env' && status === 'warn')
  chmodSync(join(folder, '.env'), 0o644)
  assert.equal(await warned(), true)
  chmodSync(join(folder, '.env'), 0o600)
  assert.equal(await warned(), false)
})

test('a broken tool is shown with its file and line, and fails the visit [cli.doctor]', async (t) => {
  const folder = await folderWith(t, {
    ...AGENT,
    'tools/broken.ts': 'export const a = 1\nexport const b = ]\n',
  })
  const { code, findings: found } = await findings(folder)
  assert.equal(code, 1)
  assert.ok(
    found.some(({ subject, status }) => status === 'fail' && subject.startsWith('tools/broken.ts:2')),
    JSON.stringify(found),
  )
})

test('a model without its key fails the visit and says which variable to set [cli.doctor]', async (t) => {
  const folder = await folderWith(t, AGENT)
  const { code, findings: found } = await findings(folder, { SVC_MODEL: 'anthropic/claude' })
  assert.equal(code, 1)
  assert.match(found.find(({ subject }) => subject === 'model')?.fix ?? '', /ANTHROPIC_API_KEY/)
})

test('the context window that a model server names is compared with the agent and the settings [cli.doctor]', async (t) => {
  const folder = await folderWith(t, AGENT)
  await using upstream = await startUpstream()
  upstream.namesWindow(1536)
  const model = { SVC_MODEL: 'compatible/m', SVC_MODEL_BASE_URL: upstream.url }
  const found = await findings(folder, { ...model, SVC_MODEL_CONTEXT_TOKENS: '16384' })
  assert.equal(found.code, 0)
  const window = found.findings.find(({ subject }) => subject === 'context window')
  assert.equal(window?.status, 'warn')
  assert.match(
    window.message,
    /^1536 tokens are too few: instructions, tools and a short answer need at least about \d{4}$/,
  )
  assert.match(window.fix!, /llama\.cpp: `-c`, vLLM: `--max-model-len`, Ollama: `num_ctx`/)
  const setting = found.findings.find(({ subject }) => subject === 'SVC_MODEL_CONTEXT_TOKENS')
  assert.match(setting!.message, /is 16384, but the model server’s window has 1536 tokens/)
  upstream.namesWindow(16_384)
  const whole = await findings(folder, model)
  assert.deepEqual(
    whole.findings.filter(({ subject }) => subject === 'context window'),
    [{ status: 'ok', subject: 'context window', message: '16384 tokens' }],
  )
})

test('the public default bridge key is a warning [cli.doctor]', async (t) => {
  const folder = await folderWith(t, AGENT)
  const statusOf = async (environment = {}) =>
    (await findings(folder, environment)).findings.find(({ subject }) => subject === 'bridge key')?.status
  assert.equal(await statusOf(), 'warn')
  assert.equal(await statusOf({ BRIDGE_API_KEYS: 'a-key-of-our-own' }), 'ok')
})

test('settings of an identity provider that can’t work are found before the start, and refused at it [cli.settings] [openid.settings]', async (t) => {
  const folder = await folderWith(t, AGENT)
  const environment = { SVC_OIDC_ISSUER: 'https://id.example.com', SVC_OIDC_CLIENT_SECRET: 'hunter2' }
  const found = await findings(folder, environment)
  const { status, message } = found.findings.find(({ subject }) => subject === 'SVC_OIDC_CLIENT_ID')!
  assert.deepEqual([found.code, status, /is missing/.test(message)], [1, 'fail', true])
  const { code, stderr } = await hub(['run', folder, '--json'], { environment: { ...FREE, ...environment } })
  assert.deepEqual([code, /SVC_OIDC_CLIENT_ID/.test(stderr), /hunter2/.test(stderr)], [2, true, false])
})
