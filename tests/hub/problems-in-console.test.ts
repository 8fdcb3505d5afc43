import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { startTestConsole, type TestConsole } from '../support/console.ts'
import { program } from '../support/mcp-hub.ts'

const SECRET = 'sesame-4711'
const FAILING = 'console.error(`the key`, process.env.KEY, `is refused`); process.exit(1)'
const mcpJson = (servers: object) => JSON.stringify({ mcpServers: servers }, null, 1)

interface Problem {
  file: string
  line: number | null
  column: number | null
  message: string
}

async function start(t: TestContext, files: Record<string, string>) {
  const world = await startTestConsole(t, { files, environment: { SHED_KEY: SECRET } })
  const problems = async (): Promise<Problem[]> => {
    const { status, json, text } = await world.admin.get('/hubs')
    assert.equal(status, 200, text)
    assert.ok(!text.includes(SECRET), 'no secret reaches the Console')
    return json.items[0].problems
  }
  return {
    ...world,
    problems,
    async problemsOnce(isMeant: (problems: Problem[]) => boolean) {
      for (let tries = 0; tries < 150; tries++) {
        const found = await problems()
        if (isMeant(found)) return found
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
      throw new Error(`they stayed ${JSON.stringify(await problems())}`)
    },
    write: (path: string, content: string) => writeFile(join(world.folder, 'Garden', path), content),
  }
}

const chat = async ({ url, bridgeKey, admin }: TestConsole) =>
  fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${bridgeKey}`,
      'x-chatapp-user-email': admin.email,
      'x-chatapp-user-role': 'admin',
    },
    body: JSON.stringify({ messages: [{ role: 'user', content: '/say hello' }] }),
  })

test('an outside server that does not start is shown to those who manage the Hub, without its secrets, until it works [hub.problems-shown]', async (t) => {
  const world = await start(t, {
    'mcp.json': mcpJson({
      shed: { command: process.execPath, args: ['-e', FAILING], env: { KEY: '${SHED_KEY}' } },
      beds: { url: 'http://127.0.0.1:9/mcp', headers: { Authorization: 'Bearer ${NOT_SET}' } },
    }),
  })
  const [unset, ...others] = await world.problems()
  assert.deepEqual(others, [], 'servers that nobody used yet are not started to be looked at')
  assert.equal(unset!.file, 'mcp.json')
  assert.match(unset!.message, /^beds .*NOT_SET/)
  assert.equal((await chat(world)).status, 200)
  const broken = await world.problemsOnce((problems) => problems.length === 2)
  const shed = broken.find(({ message }) => message.startsWith('shed '))!
  assert.equal(shed.line, 3)
  assert.match(shed.message, /the key \[hidden\] is refused/)

  await world.write(
    'mcp.json',
    mcpJson({ shed: program('garden-stdio', [], { env: { KEY: '${SHED_KEY}' } }) }),
  )
  assert.deepEqual(await world.problemsOnce((problems) => problems.length === 0), [])
  assert.equal((await chat(world)).status, 200)
  assert.deepEqual(await world.problems(), [])
})

test('mistakes in the files of a Hub’s folder are shown with their position, and gone after the fix [hub.problems-shown]', async (t) => {
  const world = await start(t, {})
  assert.deepEqual(await world.problems(), [])
  await world.write('agent.md', '---\nname: Garden\ntempreature: 1\n---\nYou help.\n')
  const [wrong, ...others] = await world.problemsOnce((problems) => problems.length > 0)
  assert.deepEqual(others, [])
  assert.deepEqual([wrong!.file, wrong!.line], ['agent.md', 3])
  assert.match(wrong!.message, /tempreature/)
  const { json } = await world.admin.get('/me')
  assert.equal(json.hubs[0].problems.length, 1, 'the Console’s pages read it there')
  await world.write('agent.md', '---\nname: Garden\ntemperature: 1\n---\nYou help.\n')
  await world.problemsOnce((problems) => problems.length === 0)
})

test('tasks and workflows that can’t be read are among a Hub’s problems, and none of them reads as run by hand [hub.problems-shown]', async (t) => {
  const world = await start(t, {
    'tasks/late.md': '---\nschedule: 0 25 * * *\nrun_as: ann@example.org\n---\n/say late\n',
    'workflows/odd.yaml': 'steps:\n  - { id: one, run: echo 1, neds: two }\n',
  })
  const found = await world.problemsOnce((problems) => problems.length === 2)
  const [late, odd] = found.toSorted((a, b) => (a.file < b.file ? -1 : 1))
  assert.deepEqual(
    [late!.file, late!.line, odd!.file, odd!.line],
    ['tasks/late.md', 2, 'workflows/odd.yaml', 2],
  )
  assert.match(late!.message, /^schedule: /)
  const { json } = await world.admin.get('/workflows')
  for (const { state, trigger, problem } of json.items) {
    assert.deepEqual([state, trigger], ['invalid', null])
    assert.match(problem, /^(tasks\/late\.md:2|workflows\/odd\.yaml:2):/)
  }
  await world.write('tasks/late.md', '---\nschedule: 0 5 * * *\nrun_as: ann@example.org\n---\n/say late\n')
  await world.problemsOnce((problems) => problems.length === 1)
})
