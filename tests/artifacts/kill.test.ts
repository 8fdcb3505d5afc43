import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test, type TestContext } from 'node:test'
import { COMPILE_CACHE } from '../support/compile-cache.ts'
import { startArtifacts, type ArtifactsWorld } from './world.ts'
import { bytesKept } from '../support/stored-bytes.ts'
import { servicesOf } from '../support/own-services.ts'
import { clusterRun } from '../support/cluster-run.ts'
import { until } from '../support/until.ts'

const KILLS = Number(process.env['HUB_TEST_KILLS'] ?? 2)
const UPLOADERS = 5

interface Promised {
  id: string
  version: number
  sha256: string
}

async function startProcess(t: TestContext, { console }: ArtifactsWorld) {
  const folder = join(console.folder, 'Attic')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'agent.md'), 'You help.')
  const child = spawn(
    process.execPath,
    [COMPILE_CACHE, join(import.meta.dirname, 'fixtures/bridge-process.ts'), folder],
    {
      env: {
        PATH: process.env.PATH,
        PORT: new URL(console.origin).port,
        SVC_PUBLIC_URL: console.origin,
        SVC_CHATAPP_PORT: new URL(console.chatappUrl).port,
        BRIDGE_PORT: '0',
        SVC_DATA_DIR: join(console.folder, 'data'),
        ...(await servicesOf(join(console.folder, 'data'))),
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  t.after(() => child.kill('SIGKILL'))
  const [url] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return {
    url,
    async kill() {
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
    },
  }
}

/** A slow body, so that the kill interrupts it. */
async function* slowly(bytes: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 64 * 1024) {
    yield bytes.subarray(at, at + 64 * 1024)
    await new Promise((resolve) => setTimeout(resolve, randomInt(4)))
  }
}

async function holdHalf(url: string, { origin, token }: { origin: string; token: string }): Promise<void> {
  const rest = new AbortController()
  async function* half(): AsyncGenerator<Uint8Array> {
    yield randomBytes(100_000)
    await once(rest.signal, 'abort')
  }
  const query = new URLSearchParams({ hub: 'garden', filename: 'half.bin' })
  await assert.rejects(
    fetch(`${url}/portal/artifacts/api/upload?${query}`, {
      method: 'POST',
      headers: { cookie: `token=${token}`, origin },
      body: half() as unknown as BodyInit,
      duplex: 'half',
    } as RequestInit),
  )
  rest.abort()
}

async function publishUntilGone(
  url: string,
  { origin, token, promised }: { origin: string; token: string; promised: Promised[] },
): Promise<void> {
  const same = Buffer.alloc(100_000, 'the same bytes for all')
  for (;;) {
    const bytes = randomInt(4) === 0 ? same : randomBytes(randomInt(1, 500_000))
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const query = new URLSearchParams({ hub: 'garden', filename: 'kill.bin' })
    if (promised.length > 0 && randomInt(3) === 0)
      query.set('artifact', promised[randomInt(promised.length)]!.id)
    try {
      const answer = await fetch(`${url}/portal/artifacts/api/upload?${query}`, {
        method: 'POST',
        headers: { cookie: `token=${token}`, origin },
        body: slowly(bytes) as unknown as BodyInit,
        duplex: 'half',
      } as RequestInit)
      const { id, version } = (await answer.json()) as Promised
      assert.equal(answer.status, 201)
      promised.push({ id, version, sha256 })
    } catch (error) {
      if (error instanceof assert.AssertionError) throw error
      return
    }
  }
}

test(
  `after ${KILLS} kills in the middle of uploads all that was promised is whole, nothing half is shown, and leftovers go [artifacts.kill]`,
  { timeout: 200_000 },
  async (t) => {
    const world = await startArtifacts(t)
    const { console } = world
    const person = await console.addPerson('Uma Uploads')
    await world.grant(person.email)
    const uma = world.visitorOf(person)
    const data = join(console.folder, 'data/artifacts')
    const incoming = () => readdir(join(data, 'incoming'))
    const promised: Promised[] = []
    for (let kill = 0; kill < KILLS; kill++) {
      const bridge = await startProcess(t, world)
      const load = { origin: console.origin, token: person.token, promised }
      const left = (await incoming()).length
      const half = holdHalf(bridge.url, load)
      await until(async () => (await incoming()).length !== left, { everyMs: 5 })
      const uploads = Array.from({ length: UPLOADERS }, () => publishUntilGone(bridge.url, load))
      const before = promised.length
      await until(() => promised.length !== before, { everyMs: 5 })
      await new Promise((resolve) => setTimeout(resolve, randomInt(0, 300)))
      await bridge.kill()
      await Promise.all([...uploads, half])
    }
    const halves = (await incoming()).length
    t.diagnostic(`${promised.length} were promised, ${halves} halves were left after kills`)
    assert.ok(promised.length > 0 && halves >= KILLS, 'kills met uploads')

    const versions = await console.store.db.selectFrom('artifact_versions').selectAll().execute()
    const known = new Map(versions.map((row) => [`${row.artifact_id} ${row.version}`, row]))
    for (const { id, version, sha256 } of promised)
      assert.equal(known.get(`${id} ${version}`)?.sha256, sha256)
    for (const row of versions) {
      const { status, bytes } = await uma.ask(
        'GET',
        `/artifacts/${row.artifact_id}/content?version=${row.version}`,
      )
      assert.deepEqual([status, bytes.length], [200, row.size])
      assert.equal(createHash('sha256').update(bytes).digest('hex'), row.sha256)
    }

    const longAgo = new Date(Date.now() - 2 * 60 * 60_000)
    for (const name of await incoming()) await utimes(join(data, 'incoming', name), longAgo, longAgo)
    await startProcess(t, world)
    assert.deepEqual(await incoming(), [])
    const named = new Set(versions.map(({ sha256 }) => sha256))
    const stored = async () => {
      const names = await bytesKept(join(console.folder, 'data'), { area: 'artifacts', folder: data })
      return new Set(names.filter((name) => /^[0-9a-f]{64}$/.test(name)))
    }
    if (clusterRun) {
      const there = await stored()
      return assert.ok([...named].every((hash) => there.has(hash)))
    }
    await until(async () => (await stored()).size === named.size)
    assert.deepEqual(await stored(), named)
  },
)
