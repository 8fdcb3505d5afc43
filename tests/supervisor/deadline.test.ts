import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { signUp } from '../support/console-person.ts'
import { folderWith } from '../support/folder.ts'
import { hub } from '../support/hub-command.ts'
import { runHub } from '../support/running-hub.ts'
import { testProgram } from '../support/test-program.ts'
import { until } from '../support/until.ts'

const ANN = { name: 'Ann', email: 'ann@example.org', password: 'correct horse battery' }

const processesIn = (folder: string): string[] =>
  readdirSync('/proc').flatMap((pid) => {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      return command.includes(folder) ? [command] : []
    } catch {
      return [] // not a process id, or the process has ended
    }
  })

test('a stopping Hub ends all work within twelve seconds, and reports interrupted work [supervisor.deadline]', async (t) => {
  const root = await folderWith(t, {
    'garden/agent.md': '---\nname: Garden\n---\nBe brief.\n',
    'garden/tasks/once.md': '---\nrun: sh hold.sh\nrun_as: ann@example.org\n---\n',
    'garden/hold.sh': 'echo begun > begun.txt\nsleep 300 & wait\n',
    'garden/mcp.json': JSON.stringify({
      mcpServers: { garden: { command: process.execPath, args: [...testProgram('garden-stdio'), '${HUB}'] } },
    }),
  })
  const folder = join(root, 'garden')
  const start = () => runHub({ folder, processes: 'usual', inOwnProcess: true, environment: { HUB: folder } })
  const running = await start()
  const ann = await signUp(running.url, ANN)
  const body = {
    model: 'garden',
    stream: true,
    messages: [{ role: 'user', content: '/say begin\n/wait 60000' }],
  }
  const answering = await fetch(`${running.url}/api/chat/completions`, {
    method: 'POST',
    headers: { cookie: `token=${ann.token}`, origin: running.url, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  assert.equal(answering.status, 200)
  const answer = answering.text().catch(() => 'cut off')
  assert.equal((await hub(['task', 'run', 'once', '--detach', '--hub', folder])).code, 0)
  await until(() => processesIn(folder).some((command) => command.includes('garden-stdio')), { everyMs: 50 })
  await until(() => readdirSync(folder).includes('begun.txt'))

  const began = performance.now()
  assert.equal(await running.stop(), 0)
  const took = performance.now() - began
  assert.ok(took < 13_000, `${took} ms`)
  assert.doesNotMatch(await answer, /\[DONE\]/)
  assert.deepEqual(processesIn(folder), [])

  await using again = await start()
  const { items } = await ann.at(again.url).call('GET', '/portal/api/runs')
  assert.deepEqual(
    items.map(({ status, error }: { status: string; error: string }) => [status, error]),
    [['failed', 'The service stopped.']],
  )
})
