import assert from 'node:assert/strict'
import { chmod } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { findBubblewrap } from '#core/agent/tools/run-command/bubblewrap.ts'
import { checkSandbox } from '#core/agent/tools/run-command/check.ts'
import { usualLimits } from '#core/agent/tools/run-command/limits.ts'
import { folderWith } from '../support/folder.ts'
import { hub } from '../support/hub-command.ts'
import { runHub } from '../support/running-hub.ts'
import { UNBOUNDED_BWRAP } from '../support/unbounded-bwrap.ts'

const AGENT = { 'agent.md': 'Be brief.\n' }

const visit = async (folder: string, environment: Record<string, string>) => {
  const { code, stdout } = await hub(['doctor', folder, '--json'], {
    environment: { PORT: '0', BRIDGE_PORT: '0', SVC_INBOUND_PORT: '0', ...environment },
  })
  const findings = JSON.parse(stdout).findings as {
    subject: string
    status: string
    message: string
    fix?: string
  }[]
  return { code, findings, finding: findings.find(({ subject }) => subject === 'run_command') }
}

test('hub doctor says when commands can’t run, and how to mend it [cli.doctor]', async (t) => {
  const folder = await folderWith(t, {
    ...AGENT,
    'bin/bwrap': '#!/bin/sh\necho "bwrap: no namespaces" >&2\nexit 1\n',
  })
  await chmod(`${folder}/bin/bwrap`, 0o755)
  const node = dirname(process.execPath)
  const missing = await visit(folder, { SVC_RUN_COMMAND: 'true', PATH: node })
  assert.equal(missing.code, 1)
  assert.match(missing.finding?.message ?? '', /bubblewrap is not installed/)
  assert.match(missing.finding?.fix ?? '', /install the system package bubblewrap/)
  const broken = await visit(folder, { SVC_RUN_COMMAND: 'true', PATH: `${node}:${folder}/bin:/bin` })
  assert.match(
    broken.finding?.message ?? '',
    /cannot create a sandbox on this machine \(bwrap: no namespaces\)/,
  )
})

test('a limit that does not work is reported by its name at the start, and by hub doctor [cli.doctor]', async (t) => {
  const folder = await folderWith(t, { ...AGENT, ...UNBOUNDED_BWRAP })
  await chmod(`${folder}/bin/bwrap`, 0o755)
  const environment = { SVC_RUN_COMMAND: 'true', PATH: `${folder}/bin:${process.env['PATH']}` }
  const lacking = 'the number of processes, the size of a file cannot be limited here'
  const { finding } = await visit(folder, environment)
  assert.deepEqual([finding?.status, finding?.message], ['fail', lacking])
  await using running = await runHub({ environment })
  const log = readFileSync(join(running.folder, '.svc/logs/hub.log'), 'utf8').split('\n').filter(Boolean)
  const reported = log.map((line) => JSON.parse(line)).filter(({ event }) => event === 'commands.refused')
  assert.deepEqual(
    reported.map(({ reason }) => reason),
    [lacking],
  )
})

test('hub doctor warns of commands without a sandbox, and says nothing when they are off [cli.doctor]', async (t) => {
  const folder = await folderWith(t, AGENT)
  const open = await visit(folder, { SVC_RUN_COMMAND: 'unsandboxed' })
  assert.equal(open.finding?.status, 'warn')
  assert.equal((await visit(folder, {})).finding, undefined)
  const bubblewrap = await findBubblewrap()
  if (bubblewrap && !(await checkSandbox(bubblewrap, usualLimits(60))).problem)
    assert.equal((await visit(folder, { SVC_RUN_COMMAND: 'true' })).finding?.status, 'ok')
})

test('hub doctor says not to run the service as root [cli.doctor]', async (t) => {
  const folder = await folderWith(t, AGENT)
  const { findings } = await visit(folder, {})
  const user = findings.find(({ subject }) => subject === 'user')
  assert.equal(user?.status, process.getuid?.() === 0 ? 'warn' : undefined)
})
