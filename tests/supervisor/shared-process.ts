import { cp, mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { systemClock, type Clock } from '#ground/base/clock.ts'
import type { StartFailed } from '#supervisor/child.ts'
import { supervisorEvents } from '#supervisor/log-events.ts'
import { createBridgePool, type BridgePool } from '#supervisor/pool.ts'
import { COMPILE_CACHE } from '../support/compile-cache.ts'
import { freePorts } from '../support/free-ports.ts'
import { until } from '../support/until.ts'

const TEMPLATE = resolve(import.meta.dirname, '../../templates/minimal')
const KEY = 'a-key-of-the-tests'

/** Runs twice as fast, to shorten the detection of an unresponsive process. */
const HASTY: Clock = {
  ...systemClock,
  now: () => systemClock.now() * 2,
  sleep: (ms, signal) => systemClock.sleep(ms / 2, signal),
}

export interface SharedProcess extends AsyncDisposable {
  readonly pool: BridgePool
  readonly told: { event: string; fields: Record<string, unknown> }[]
  readonly apart: string[]
  readonly cutOff: string[]
  readonly lost: { folder: string; failure: StartFailed }[]
  readonly slugs: readonly string[]
  folderOf(slug: string): string
  written(slug: string): string
  serve(slug: string): Promise<unknown>
  isWell(slug: string): Promise<boolean>
  untilWell(slug: string): Promise<void>
  /** @returns Null if the connection broke */
  ask(slug: string, how: string): Promise<string | null>
}

export async function startSharedProcess({
  tool,
  memoryLimitMb = null,
}: {
  tool: string
  memoryLimitMb?: number | null
}): Promise<SharedProcess> {
  const slugs = ['ash', 'birch', 'cedar']
  const base = await mkdtemp(join(tmpdir(), 'hub-pool-'))
  const reported: SharedProcess['told'] = []
  const apart: string[] = []
  const cutOff: string[] = []
  const lost: SharedProcess['lost'] = []
  const ports = new Map<string, number>()
  const written = new Map<string, string>()
  const folderOf = (slug: string) => join(base, slug)

  const pool = createBridgePool(
    {
      name: 'bridge',
      workers: 1,
      maxOwnProcesses: 0,
      nodeFlags: [COMPILE_CACHE],
      environment: { PATH: process.env['PATH'] },
    },
    {
      clock: HASTY,
      events: supervisorEvents((_level, event, fields) => reported.push({ event, fields: { ...fields } })),
      output: () => {},
      onIsolated: (folder) => apart.push(folder),
      onRestarted: (_folder, reason) => cutOff.push(reason),
      onLost: (folder, failure) => lost.push({ folder, failure }),
    },
  )
  const serve = async (slug: string) => {
    const [port] = await freePorts(1)
    ports.set(slug, port!)
    return pool.serve({
      folder: folderOf(slug),
      slug,
      roles: ['bridge'],
      environment: {
        SVC_DATA_DIR: join(base, '.svc'),
        BRIDGE_PORT: String(port),
        BRIDGE_API_KEYS: KEY,
        SVC_ACCESS: 'groups',
        SVC_LOOP_LIMIT: '0', // tests repeat identical calls
        OWN_SECRET: `of ${slug}`,
      },
      memoryLimitMb,
      output: (chunk) => void written.set(slug, (written.get(slug) ?? '') + chunk),
    })
  }
  const isWell = async (slug: string) =>
    (await fetch(`http://127.0.0.1:${ports.get(slug)}/healthz`).catch(() => null))?.status === 200

  for (const slug of slugs) {
    await cp(TEMPLATE, folderOf(slug), { recursive: true })
    await mkdir(join(folderOf(slug), 'tools'), { recursive: true })
    await writeFile(join(folderOf(slug), 'tools/misbehave.ts'), tool)
  }
  await Promise.all(slugs.map(serve))
  return {
    pool,
    told: reported,
    apart,
    cutOff,
    lost,
    slugs,
    folderOf,
    written: (slug) => written.get(slug) ?? '',
    serve,
    isWell,
    async untilWell(slug) {
      await until(() => isWell(slug))
    },
    async ask(slug, how) {
      const content = `/tool misbehave ${JSON.stringify({ how })}`
      const answer = await fetch(`http://127.0.0.1:${ports.get(slug)}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
        body: JSON.stringify({ messages: [{ role: 'user', content }] }),
      }).catch(() => null)
      const body = (await answer?.json().catch(() => null)) as {
        choices?: { message: { content: string } }[]
      } | null
      return body?.choices?.[0]?.message.content ?? null
    },
    async [Symbol.asyncDispose]() {
      await pool.stop()
      await rm(base, { recursive: true, force: true })
    },
  }
}
