import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { hub as command } from '../support/hub-command.ts'
import { until } from '../support/until.ts'
import {
  agentFile,
  isBroken,
  isServing,
  makeHub,
  runGateway,
  type RunningGateway,
} from './running-gateway.ts'

const PASSWORD = 'a-long-password-1'
const EACH_MINUTE = '---\nrun: echo done\nschedule: "* * * * *"\nrun_as: ann@example.org\n---\n'
const BY_HAND = '---\nrun: echo done\nrun_as: ann@example.org\n---\n'

interface Line {
  event: string
  why?: string
  ms?: number
}

describe('a gateway whose Hubs are idle', () => {
  let folder: string
  let gateway: RunningGateway
  let token: string
  let bridgeKey: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hubs-'))
    for (const name of ['Ash', 'Birch', 'Cedar', 'Dogwood']) await makeHub(folder, name)
    for (const [name, task] of [
      ['Birch', EACH_MINUTE],
      ['Cedar', BY_HAND],
    ] as const) {
      await mkdir(join(folder, name, 'tasks'))
      await writeFile(join(folder, name, 'tasks/echo.md'), task)
    }
    await makeHub(folder, 'Receiver', 'WEBHOOK_INBOUND_SECRET=sesame-sesame-sesame\n')
    const environment = { SVC_BRIDGE_WORKERS: '1', SVC_PARK_AFTER_MINUTES: '0.01' }
    gateway = await runGateway(folder, environment)
    const signedUp = await call('/api/v1/auths/signup', {
      body: { name: 'Ann', email: 'ann@example.org', password: PASSWORD },
      bearer: '',
    })
    token = signedUp.json.token
    bridgeKey = JSON.parse(await readFile(join(folder, '.svc/secrets.json'), 'utf8')).bridgeKey
  })
  after(async () => {
    await gateway.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const call = async (
    path: string,
    { body, bearer = token }: { body?: object; bearer?: string } = {},
  ): Promise<{ status: number; text: string; json: any }> => {
    const answer = await fetch(gateway.url + path, {
      method: body ? 'POST' : 'GET',
      headers: {
        'content-type': 'application/json',
        origin: gateway.url,
        ...(bearer && { authorization: `Bearer ${bearer}`, cookie: `token=${bearer}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    return { status: answer.status, text, json: text.startsWith('{') ? JSON.parse(text) : null }
  }
  const ask = async (model: string): Promise<string> => {
    const messages = [{ role: 'user', content: 'Who are you?' }]
    const { json, text } = await call('/api/chat/completions', { body: { model, messages } })
    return json?.choices?.[0].message.content ?? text
  }
  const output = async (slug: string, event: string): Promise<Line[]> =>
    (await readFile(join(folder, `.svc/logs/hubs/${slug}.log`), 'utf8'))
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Line)
      .filter((line) => line.event === event)
  const isParked = async (slug: string) =>
    (await output(slug, 'hub.parked')).length > (await output(slug, 'hub.woken')).length
  const parked = (slug: string) => until(() => isParked(slug))
  const wokenDuring = async (slug: string, work: () => Promise<unknown>) => {
    const before = (await output(slug, 'hub.woken')).length
    await work()
    return (await output(slug, 'hub.woken')).slice(before).map(({ why }) => why)
  }
  const lastWokenBy = (slug: string, why: string) =>
    until(async () => (await output(slug, 'hub.woken')).at(-1)?.why === why)
  const bridgeOf = (slug: string) => gateway.hubs.find((hub) => hub.slug === slug)!.bridge!
  const model = async (slug: string, key = bridgeKey) => {
    const answer = await fetch(`${bridgeOf(slug)}/v1/models`, { headers: { authorization: `Bearer ${key}` } })
    return ((await answer.json()) as { data?: { name: string }[] }).data?.[0]?.name ?? answer.status
  }

  test('a suspended Hub stays in every list, and reading the lists resumes no Hub [gateway.park]', async () => {
    const everybody = ['Ash', 'Birch', 'Cedar', 'Dogwood', 'Receiver']
    const listed = async (): Promise<string[]> =>
      (await call('/api/models')).json.data.map(({ name }: { name: string }) => name).toSorted()
    await until(async () => (await listed()).join() === everybody.join())
    await Promise.all(['ash', 'cedar', 'dogwood'].map(parked))
    const woken = await wokenDuring('dogwood', async () => {
      assert.deepEqual(await listed(), everybody)
      assert.equal(await model('dogwood'), 'Dogwood')
      assert.equal((await fetch(`${bridgeOf('dogwood')}/healthz`)).status, 200)
      const states = (await call('/portal/api/hub-states')).json.items as {
        hub: string
        serving: object | null
      }[]
      assert.ok(states.every(({ serving }) => serving !== null))
    })
    assert.deepEqual(woken, [])
    assert.equal(await model('dogwood', 'wrong-key'), 401)
  })

  test('twenty concurrent requests resume it once, and all are answered [gateway.park]', async () => {
    await until(async () =>
      (await call('/portal/api/chat-access')).json?.hubs?.some(
        (hub: any) => hub.slug === 'ash' && hub.allowed,
      ),
    )
    await parked('ash')
    const woken = await wokenDuring('ash', async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => ask('ash')))
      assert.ok(
        answers.every((answer) => answer.includes('I am Ash')),
        answers.join('\n'),
      )
      await lastWokenBy('ash', 'request')
    })
    assert.deepEqual(woken, ['request'])
  })

  test('a change of its folder wakes it, and is seen [gateway.park]', async () => {
    await parked('dogwood')
    await writeFile(join(folder, 'Dogwood/agent.md'), agentFile('Dogwood the Second'))
    await until(async () => (await model('dogwood')) === 'Dogwood the Second')
    await lastWokenBy('dogwood', 'folder')
    await parked('dogwood')
    assert.equal(await model('dogwood'), 'Dogwood the Second')
  })

  test('a run that another process queues is executed [gateway.park]', async () => {
    await parked('cedar')
    const run = await command(['task', 'run', '--hub', join(folder, 'Cedar'), 'echo'])
    assert.equal(run.code, 0, run.stderr)
    await lastWokenBy('cedar', 'work')
  })

  test(
    'a schedule that falls due wakes it, and runs in time [gateway.park]',
    { timeout: 150_000 },
    async () => {
      await until(async () => (await output('birch', 'hub.woken')).some(({ why }) => why === 'schedule'), {
        timeoutMs: 120_000,
      })
      await until(async () => {
        const runs = await call('/portal/api/runs?hub=birch')
        return runs.json.items.some((run: any) => run.trigger === 'schedule' && run.status === 'succeeded')
      })
    },
  )

  test('one that may be written to at any time is never away [gateway.park]', async () => {
    assert.deepEqual(await output('receiver', 'hub.parked'), [])
  })

  test('a Hub that cannot be resumed says so, is reported as broken, and returns after the fix [gateway.park]', async () => {
    await parked('ash')
    const chats = join(folder, 'Ash/.chats')
    await rename(chats, `${chats}-kept`)
    await writeFile(chats, '')
    const answer = await fetch(`${bridgeOf('ash')}/v1/hubs`)
    assert.equal(answer.status, 503)
    assert.match(await answer.text(), /suspended and could not be resumed/)
    await gateway.told('Ash', isBroken)
    await rm(chats)
    await rename(`${chats}-kept`, chats)
    await gateway.told('Ash', isServing)
    await until(async () => (await ask('ash')).includes('I am Ash'))
  })

  test('told to stop while a Hub wakes, the gateway answers and ends [gateway.park]', async () => {
    await parked('cedar')
    const asked = ask('cedar')
    await sleep(5)
    const stopped = gateway.stop()
    assert.match(await asked.catch(() => 'cut'), /I am Cedar|cut|error|detail/)
    assert.equal(await stopped, 0)
    assert.doesNotMatch(gateway.errors(), /answers no more/)
  })
})
