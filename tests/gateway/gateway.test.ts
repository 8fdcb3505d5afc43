import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { ListedHub } from '#processes/served-hubs.ts'
import { hub as command } from '../support/hub-command.ts'
import { freePorts } from '../support/free-ports.ts'
import { until } from '../support/until.ts'
import {
  agentFile,
  isBroken,
  isGone,
  isServing,
  makeHub,
  runGateway,
  type RunningGateway,
  type ToldHub,
} from './running-gateway.ts'

describe('a gateway', () => {
  let folder: string
  let gateway: RunningGateway
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hubs-'))
    for (const name of ['Anchor', 'Bay', 'Cove']) await makeHub(folder, name)
    await makeHub(folder, '.hidden')
    await writeFile(join(folder, '.env'), 'SVC_LOG_LEVEL=info\nSVC_DATABASE_URL=sqlite:.svc/all.db\n', {
      mode: 0o600,
    })
    gateway = await runGateway(folder, { SVC_BRIDGE_WORKERS: '0' })
  })
  after(async () => {
    await gateway.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const added = async (name: string, settings?: string): Promise<ToldHub> => {
    await makeHub(folder, name, settings)
    return gateway.told(name, isServing)
  }
  const nameAt = async (bridge: string | undefined) =>
    ((await (await fetch(`${bridge}/healthz`)).json()) as { agent: string }).agent
  const record = async (): Promise<ListedHub[]> =>
    JSON.parse(await readFile(join(folder, '.svc/hubs.json'), 'utf8')).hubs
  const served = async () => (await record()).map(({ slug }) => slug)

  test('serves every Hub of the folder by its own bridge, behind a single web chat [gateway.hubs]', async () => {
    const ofStart = gateway.hubs.filter(({ slug }) => ['anchor', 'bay', 'cove'].includes(slug!))
    assert.deepEqual(
      await Promise.all(ofStart.map(async ({ slug, bridge }) => [slug, await nameAt(bridge)])),
      [
        ['anchor', 'Anchor'],
        ['bay', 'Bay'],
        ['cove', 'Cove'],
      ],
    )
    assert.equal(new Set(ofStart.map(({ bridge }) => bridge)).size, 3)
    assert.equal((await fetch(`${gateway.url}/health`)).status, 200)
    assert.ok(!(await served()).includes('hidden'))
    assert.ok(existsSync(join(folder, '.svc/all.db')), 'a store’s path is from the folder of the Hubs')
  })

  test('follows a Hub that is added, renamed and removed [gateway.follows]', async () => {
    const { bridge } = await added('Delta')
    assert.equal(await nameAt(bridge), 'Delta')
    await rename(join(folder, 'Delta'), join(folder, 'Dune'))
    await gateway.told('Delta', isGone)
    const renamed = await gateway.told('Dune', isServing)
    assert.equal(renamed.slug, 'dune')
    await until(async () => (await served()).includes('dune'))
    assert.ok(!(await served()).includes('delta'))
    await rm(join(folder, 'Dune'), { recursive: true })
    await gateway.told('Dune', isGone)
    await until(async () => !(await served()).includes('dune'))
    assert.ok((await served()).includes('anchor'))
  })

  test('reports a broken Hub, and serves it after the fix [gateway.broken]', async () => {
    const broken = await makeHub(folder, 'Echo', 'SVC_MEMORY=perhaps\nSVC_LOG_LEVEL=loud\n')
    const { problem } = await gateway.told('Echo', isBroken)
    assert.match(problem!, /SVC_LOG_LEVEL/)
    assert.match(gateway.errors(), /Echo.*SVC_LOG_LEVEL|SVC_LOG_LEVEL.*Echo/)
    assert.equal(await nameAt(gateway.hubs.find(({ slug }) => slug === 'bay')!.bridge), 'Bay')
    await writeFile(join(broken, '.env'), 'SVC_LOG_LEVEL=warn\n')
    assert.equal(await nameAt((await gateway.told('Echo', isServing)).bridge), 'Echo')
  })

  test('the record keeps a Hub that is away, with where it answered last and why [gateway.away]', async () => {
    const stateOf = async (wanted: string) => (await record()).find(({ slug }) => slug === wanted)
    await makeHub(folder, 'Fen', 'SVC_LOG_LEVEL=loud\n')
    await gateway.told('Fen', isBroken)
    await until(async () => (await stateOf('fen'))?.state === 'broken')
    const never = await stateOf('fen')
    assert.deepEqual([never!.bridge, never!.inbound], [null, null])
    assert.match(JSON.stringify(never), /"problem":"[^"]*SVC_LOG_LEVEL/)
    await writeFile(join(folder, 'Fen/.env'), 'SVC_LOG_LEVEL=warn\n')
    const { bridge } = await gateway.told('Fen', isServing)
    await until(async () => (await stateOf('fen'))?.state === 'serving')
    assert.ok((await stateOf('fen'))!.since > never!.since)
    await writeFile(join(folder, 'Fen/.env'), 'SVC_LOG_LEVEL=loud\n')
    await gateway.told('Fen', isBroken)
    await until(async () => (await stateOf('fen'))?.state === 'broken')
    assert.equal((await stateOf('fen'))!.bridge, bridge)
    await rm(join(folder, 'Fen'), { recursive: true })
    await until(async () => (await stateOf('fen')) === undefined)
  })

  test('an invalid agent file is reported, and read again when it is replaced [gateway.broken]', async () => {
    const hub = await makeHub(folder, 'Flint')
    await gateway.told('Flint', isServing)
    await rm(join(hub, 'agent.md'))
    await gateway.told('Flint', isGone)
    await writeFile(join(hub, 'agent.md'), '---\nname: [\n---\n')
    assert.match((await gateway.told('Flint', isBroken)).problem!, /agent\.md/)
    await writeFile(join(hub, 'agent.md'), agentFile('Flint'))
    await gateway.told('Flint', isServing)
  })

  test('of two Hubs with one slug the first keeps it, until the other has another [gateway.slugs]', async () => {
    await added('Gull')
    const second = await makeHub(folder, 'gull!', 'SVC_HUB_SLUG=gull\n')
    const { problem } = await gateway.told('gull!', isBroken)
    assert.match(problem!, /the slug gull belongs to .*Gull/)
    await writeFile(join(second, '.env'), 'SVC_HUB_SLUG=other-gull\n')
    assert.equal((await gateway.told('gull!', isServing)).slug, 'other-gull')
  })

  test('a released slug is available to another Hub at once [gateway.slugs]', async () => {
    await added('Heron')
    await makeHub(folder, 'Heron 2', 'SVC_HUB_SLUG=heron\n')
    await gateway.told('Heron 2', isBroken)
    await rm(join(folder, 'Heron'), { recursive: true })
    assert.equal((await gateway.told('Heron 2', isServing)).slug, 'heron')
  })

  test('a port in a Hub’s own .env applies to this Hub, and an occupied port is reported [gateway.ports]', async () => {
    const [port] = await freePorts(1)
    const { bridge } = await added('Inlet', `BRIDGE_PORT=${port}\n`)
    assert.equal(bridge, `http://127.0.0.1:${port}`)
    await makeHub(folder, 'Islet', `BRIDGE_PORT=${port}\n`)
    assert.match((await gateway.told('Islet', isBroken)).problem!, new RegExp(`${port}.*taken by Inlet`))
  })

  test('a Hub whose configuration sets an inbound surface has a receiver [gateway.ports]', async () => {
    const { bridge, inbound } = await added('Marsh', 'WEBHOOK_INBOUND_SECRET=sesame-sesame-sesame\n')
    assert.ok(inbound && inbound !== bridge)
    assert.equal(
      (await fetch(`${inbound}/webhooks/marsh/webhook`, { method: 'POST', body: '{}' })).status,
      403,
    )
    assert.equal(gateway.hubs[0]!.inbound, null)
  })

  test('shared settings in a Hub’s .env have no effect, and this is reported [gateway.environment]', async () => {
    await added('Narrows', 'SVC_DATA_DIR=/nowhere\nSVC_PUBLIC_URL=https://elsewhere.example\n')
    await until(async () => /narrows .*SVC_DATA_DIR, SVC_PUBLIC_URL/.test(gateway.errors()))
  })

  test('a Hub with a changed .env restarts alone [gateway.settings]', async () => {
    const before = processesOf(gateway.pid)
    await added('Jetty', 'SVC_LOG_LEVEL=warn\n')
    const [first] = processOf('Jetty')
    await writeFile(join(folder, 'Jetty/.env'), 'SVC_LOG_LEVEL=info\n')
    await gateway.told('Jetty', isServing)
    assert.notDeepEqual(processOf('Jetty'), [first])
    for (const name of ['Anchor', 'Bay', 'Cove'])
      assert.deepEqual(
        processOf(name),
        before.filter(({ command: text }) => text.includes(`/${name} `)).map(({ pid }) => pid),
      )
  })

  test('a killed bridge restarts, and the others are not affected [gateway.crash]', async () => {
    const { bridge } = await added('Kelp')
    const others = processOf('Anchor')
    const [pid] = processOf('Kelp')
    process.kill(pid!, 'SIGKILL')
    await until(async () => processOf('Kelp').some((one) => one !== pid))
    await until(async () => (await nameAt(bridge).catch(() => null)) === 'Kelp')
    assert.deepEqual(processOf('Anchor'), others)
    assert.ok((await served()).includes('kelp'))
  })

  test('a link to a file that an agent saved leads to its Hub [gateway.paths]', async () => {
    const may = ['access', 'grant', '--hub', join(folder, 'Bay'), 'ben@example.org', 'use_hub']
    assert.equal((await command(may)).code, 0)
    const { bridge } = gateway.hubs.find(({ slug }) => slug === 'bay')!
    const secrets = JSON.parse(await readFile(join(folder, '.svc/secrets.json'), 'utf8')) as {
      bridgeKey: string
    }
    const answer = await fetch(`${bridge}/v1/chat/completions`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${secrets.bridgeKey}`,
        'content-type': 'application/json',
        'x-chatapp-user-email': 'ben@example.org',
      },
      body: JSON.stringify({
        model: 'bay',
        messages: [{ role: 'user', content: '/tool save_file {"filename":"note.txt","content":"hello"}' }],
      }),
    })
    const output = await answer.text()
    const [, path] = /\(\/b\/bay(\/artifacts\/[^\s)"\\]+)/.exec(output) ?? []
    assert.ok(path, output)
    assert.equal(await (await fetch(bridge + path)).text(), 'hello')
    const other = gateway.hubs.find(({ slug }) => slug === 'cove')!.bridge
    assert.equal((await fetch(other + path)).status, 401)
  })

  test('commands on a Hub work on the gateway’s data [gateway.commands]', async () => {
    const hub = join(folder, 'Cove')
    const environment = { SVC_PROCESSES: 'single' }
    const open = await command(['open', hub, '--json'], { environment })
    assert.equal(JSON.parse(open.stdout).url, `${gateway.url}/`)
    assert.equal(JSON.parse((await command(['open', folder, '--json'])).stdout).url, `${gateway.url}/`)
    const logs = await command(['logs', hub])
    assert.match(logs.stdout, /serves this Hub/)
    assert.doesNotMatch(logs.stdout, /bay/)
    assert.match((await command(['logs', folder])).stdout, /hub started/)
    const run = await command(['run', hub])
    assert.equal(run.code, 1)
    assert.match(run.stderr, /is served by the gateway of/)
    assert.ok(!existsSync(join(hub, '.svc')), 'no command makes a store of its own')
    const doctor = await command(['doctor', hub])
    assert.match(doctor.stdout, /running +pid \d+ at/)
  })

  test('one web chat has an agent of each Hub, and asks the right one [gateway.chat]', async () => {
    const person = await signedIn()
    assert.deepEqual(
      (await person.models()).filter((id) => ['anchor', 'bay', 'cove'].includes(id)),
      ['anchor', 'bay', 'cove'],
    )
    assert.equal(await person.ask('bay', 'Who are you?'), 'I am Bay.')
    assert.equal(await person.ask('cove', 'Who are you?'), 'I am Cove.')
    await added('Lagoon')
    await until(async () => (await person.models()).includes('lagoon'))
    const may = ['access', 'grant', '--hub', join(folder, 'Lagoon'), 'ann@example.org', 'use_hub']
    assert.equal((await command(may)).code, 0)
    assert.equal(await person.ask('lagoon', 'Who are you?'), 'I am Lagoon.')
    await rm(join(folder, 'Lagoon'), { recursive: true })
    await until(async () => !(await person.models()).includes('lagoon'))
    assert.equal(await person.ask('bay', 'Who are you?'), 'I am Bay.')
  })

  async function signedIn() {
    const [email, password] = ['ann@example.org', 'a-long-password-1']
    const args = [
      'admin',
      'create',
      '--hub',
      join(folder, 'Anchor'),
      '--email',
      email,
      '--name',
      'Ann',
      '--password-stdin',
    ]
    const made = await command(args, { input: password })
    assert.equal(made.code, 0, made.stderr)
    const call = async (path: string, body?: object, token = '') => {
      const answer = await fetch(gateway.chatapp + path, {
        method: body ? 'POST' : 'GET',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        ...(body && { body: JSON.stringify(body) }),
      })
      return (await answer.json()) as never
    }
    const { token } = (await call('/api/v1/auths/signin', { email, password })) as { token: string }
    return {
      models: async () =>
        ((await call('/api/models', undefined, token)) as { data: { id: string }[] }).data.map(
          ({ id }) => id,
        ),
      async ask(model: string, content: string) {
        const asked = { model, messages: [{ role: 'user', content }] }
        const answer = (await call('/api/chat/completions', asked, token)) as {
          choices?: [{ message: { content: string } }]
        }
        return answer.choices?.[0].message.content.split('\n')[0] ?? JSON.stringify(answer)
      },
    }
  }

  const processOf = (name: string) =>
    processesOf(gateway.pid)
      .filter(({ command: text }) => text.includes(`/${name} `))
      .map(({ pid }) => pid)
})

test('ports are remembered, Hubs appear and disappear, and a stopped gateway ends [gateway.ports] [gateway.stop]', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'hubs-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const [port] = await freePorts(1)
  const environment = { BRIDGE_PORT: String(port) }
  const first = await runGateway(folder, environment)
  assert.deepEqual(first.hubs, [], 'an empty folder is served, and waited at')
  await makeHub(folder, 'Zebra')
  const { bridge } = await first.told('Zebra', isServing)
  assert.equal(await first.stop(), 0)
  assert.ok(!existsSync(join(folder, '.svc/run.json')))
  await makeHub(folder, 'Ape')
  await using again = await runGateway(folder, environment)
  assert.equal(again.hubs.find(({ slug }) => slug === 'zebra')!.bridge, bridge)
  assert.notEqual(again.hubs.find(({ slug }) => slug === 'ape')!.bridge, bridge)
})

test('a folder that cannot be a gateway is refused in one line [gateway.refused]', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'hubs-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const hub = await makeHub(folder, 'One')
  const refusal = async (path: string, environment = {}) => {
    const { code, stderr } = await command(['gateway', path], { environment, inOwnProcess: true })
    assert.notEqual(code, 0)
    return stderr
  }
  assert.match(await refusal(hub), /is a Hub itself; run it with: .*run/)
  assert.match(await refusal(join(folder, 'none')), /is not a folder/)
  assert.match(
    await refusal(folder, { SVC_PROCESSES: 'single' }),
    /SVC_PROCESSES=single cannot serve a gateway/,
  )
})

function processesOf(parent: number): { pid: number; command: string }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        const ppid = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
        const text = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ')
        return ppid === parent ? [{ pid: Number(name), command: text }] : []
      } catch {
        return [] // the process has ended meanwhile
      }
    })
}
