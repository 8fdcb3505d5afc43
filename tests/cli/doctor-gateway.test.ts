import assert from 'node:assert/strict'
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { folderWith } from '../support/folder.ts'
import { hub } from '../support/hub-command.ts'

interface Told {
  status: string
  subject: string
  message: string
}
interface Report {
  ok: boolean
  findings: Told[]
  hubs: { ok: boolean; folder: string; slug: string; findings: Told[] }[]
}
const wrong = (findings: readonly Told[]) =>
  findings.filter(({ status }) => status === 'fail').map(({ subject, message }) => `${subject}: ${message}`)

test('doctor of a folder of Hubs checks the shared parts, then each Hub [cli.doctor-gateway]', async (t) => {
  const folder = await folderWith(t, {
    '.env': 'SVC_MODLE=offline/x\n',
    'Garden/agent.md': 'You help.',
    'Garden/.env': 'BRIDGE_PORT=48123\nSVC_PUBLIC_URL=https://elsewhere.example\n',
    'Kitchen/agent.md': 'You help.',
    'Library/agent.md': '---\nname: [\n---\n',
    'Library/.env': 'SVC_HUB_SLUG=garden\nBRIDGE_PORT=48123\nSVC_MODEL=openai/gpt-5\n',
    'not-a-hub/notes.md': '',
    '.hidden/agent.md': 'You help.',
  })
  for (const name of ['.env', 'Garden/.env', 'Library/.env']) await chmod(join(folder, name), 0o600)
  const answer = await hub(['doctor', folder, '--json'])
  assert.equal(answer.code, 1, answer.stderr)
  const { ok, findings, hubs } = JSON.parse(answer.stdout) as Report
  assert.equal(ok, false)
  assert.deepEqual(wrong(findings), [])
  assert.ok(findings.some(({ status, subject }) => status === 'warn' && subject === 'SVC_MODLE'))
  assert.deepEqual(
    hubs.map((one) => [one.folder, one.slug, one.ok]),
    [
      ['Garden', 'garden', true],
      ['Kitchen', 'kitchen', true],
      ['Library', 'garden', false],
    ],
  )
  assert.ok(
    hubs[0]!.findings.some(({ status, subject }) => status === 'warn' && subject === 'SVC_PUBLIC_URL'),
  )
  const reported = wrong(hubs[2]!.findings).join('\n')
  for (const one of [
    /the slug garden belongs to Garden already/,
    /port 48123 \(BRIDGE_PORT\) is used by Garden already/,
    /agent\.md:2/,
    /openai\/gpt-5 has no/,
  ])
    assert.match(reported, one)
})

test('doctor of a folder of Hubs prints one line for a healthy Hub, and exits with 0 if all are healthy [cli.doctor-gateway]', async (t) => {
  const folder = await folderWith(t, { 'Garden/agent.md': 'You help.', 'Kitchen/agent.md': 'You help.' })
  const { code, stdout } = await hub(['doctor', folder])
  assert.equal(code, 0, stdout)
  assert.match(stdout, /^ok +node/im)
  assert.match(stdout, /^(?:ok|warn) +Garden +(?:no problems found|\d warnings?)$/m)
  assert.match(stdout, /^(?:ok|warn) +Kitchen/m)
  const one = await hub(['doctor', join(folder, 'Garden'), '--json'])
  assert.ok(JSON.parse(one.stdout).ok)
})
