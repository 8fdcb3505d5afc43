import assert from 'node:assert/strict'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { viewProblem } from '#agent-process/view.ts'
import { findBubblewrap } from '#core/agent/tools/run-command/bubblewrap.ts'
import { folderWith } from '../support/folder.ts'
import { isAlive, processesOf, startProcessAgent } from '../support/process-agent.ts'

const bubblewrap = await findBubblewrap()
const problem = bubblewrap ? await viewProblem(bubblewrap) : 'bubblewrap is not installed'
const needsView = { skip: problem ? `no view on this machine: ${problem}` : false }

const FILES = {
  '.env': 'KEY=hunter2',
  '.svc/secrets.json': 'hunter2',
  'data/hub.db': 'hunter2',
  'identity/access.csv': 'hunter2',
  'mcp.json': '{"note":"hunter2"}',
  'files/plan.txt': 'plant tulips',
  'files/.hidden': 'hunter2',
  'files/hub.key': 'hunter2',
  'files/deep/.git/config': 'hunter2',
  'skills/sow/SKILL.md': 'how to sow',
  'skills/sow/.env': 'hunter2',
}

const start = async (t: TestContext, isApart: boolean, isInGateway = false) => {
  const secretPaths: string[] = []
  const agent = await startProcessAgent(t, {
    files: FILES,
    deps: { secretPaths, ...(isApart && { findBubblewrap }) },
  })
  const keys = await folderWith(t, { 'hub.creds': 'hunter2', 'about.txt': 'about keys' })
  secretPaths.push(join(agent.folder, 'data'), ...(isInGateway ? [dirname(agent.folder)] : []))
  secretPaths.push(join(keys, 'hub.creds'), join(agent.folder, 'files/hub.key'))
  for (const chat of ['chat-1', 'other']) {
    const folder = await agent.chatFolder(chat)
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'note.txt'), chat === 'other' ? 'hunter2' : 'my note')
  }
  return { ...agent, keys }
}

for (const isApart of [true, false])
  test(
    `the working folder of a process holds the Hub’s files and the chat’s, and nothing else, ${isApart ? 'with' : 'without'} bubblewrap [agent.process.workspace]`,
    isApart ? needsView : {},
    async (t) => {
      const agent = await start(t, isApart)
      const workspace = join(dirname(await agent.chatFolder()), 'workspace')
      const { text } = await agent.run(
        '/shell pwd; ls -A . files/ chat/; cat files/plan.txt chat/note.txt skills/sow/SKILL.md',
      )
      assert.ok(text.startsWith(`${workspace}\n`), text)
      assert.match(text, /\.:\nchat\nfiles\nskills\n/)
      assert.match(text, /plant tulipsmy notehow to sow$/)
      if (isApart)
        assert.match((await agent.run('/shell touch skills/sow/new.md 2>&1')).text, /Read-only file system/)
      await agent.run('/shell echo made > chat/made.txt')
      assert.equal(await readFile(join(await agent.chatFolder(), 'made.txt'), 'utf8'), 'made\n')
      if (!isApart) await agent.event('unconfined', { reason: 'bubblewrap is not installed' })
    },
  )

test(
  'a process sees no secret, no other chat and no process of the service [agent.process.view]',
  needsView,
  async (t) => {
    const agent = await start(t, true)
    const { folder, keys } = agent
    const other = await agent.chatFolder('other')
    process.env['TEST_PASSWORD'] = 'hunter2'
    t.after(() => delete process.env['TEST_PASSWORD'])
    const { text } = await agent.run(
      `/shell cat ${keys}/*; grep -rs hunter2 ${folder} ${keys} . /proc/[0-9]*/environ; ls -A ${folder} ${other}; ls -d ${folder}/.env ${folder}/.svc; cat /proc/${process.pid}/root${folder}/.env; umount ${folder} 2>&1; unshare -Urm umount ${folder} 2>&1; cat ${folder}/.env`,
    )
    assert.doesNotMatch(text, /hunter2/)
    assert.match(text, /about keys/)
    assert.doesNotMatch(text, /identity|mcp\.json/)
    assert.equal(text.match(/No such file/g)?.length, 5, text)
  },
)

test(
  'in a gateway a process works in its own Hub and sees no other [agent.process.view]',
  needsView,
  async (t) => {
    const agent = await start(t, true, true)
    const other = await folderWith(t, { 'agent.md': 'hunter2' })
    assert.equal(dirname(other), dirname(agent.folder))
    const { text } = await agent.run(
      `/shell cat files/plan.txt chat/note.txt ${other}/agent.md; ls -A ${dirname(other)}; cat ${agent.folder}/.env`,
    )
    assert.match(text, /plant tulipsmy note/)
    assert.doesNotMatch(text, /hunter2/)
    assert.doesNotMatch(text, new RegExp(`^${basename(other)}$`, 'm'))
  },
)

test('files are named through the working folder as file tools name them [agent.process.workspace]', async (t) => {
  const agent = await start(t, false)
  const workspace = join(dirname(await agent.chatFolder()), 'workspace')
  for (const path of [`${workspace}/files/plan.txt`, `${agent.folder}/files/plan.txt`])
    assert.match((await agent.run(`/read ${path}`)).text, /plant tulips/)
  assert.match((await agent.run(`/read ${workspace}/chat/note.txt`)).text, /my note/)
  for (const path of ['agent.md', '.env', 'chat/../../../other', 'files/../.env'])
    assert.match((await agent.run(`/read ${workspace}/${path}`)).text, /is outside|There is no|hidden/)
})

test(
  'a process in its own namespace ends with all its child processes [agent.process.cancel]',
  needsView,
  async (t) => {
    const agent = await start(t, true)
    await agent.run('/shell (setsid sleep 1000 >/dev/null 2>&1 &)')
    const { pid } = await agent.event('started')
    const below = (parent: number): number[] => processesOf(parent).flatMap((one) => [one, ...below(one)])
    const pids = [Number(pid), ...below(Number(pid))]
    assert.ok(pids.length > 2)
    await agent.agent[Symbol.asyncDispose]()
    while (pids.some(isAlive)) await sleep(10) // the kernel ends the processes of a namespace asynchronously
  },
)
