import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePorts } from '../../support/free-ports.ts'
import { decideAtProvider } from '../../support/openid-consent.ts'
import { until } from '../../support/until.ts'
import type { Fronted } from './checks.ts'
import { librariesOf } from './fronts.ts'
import { originOf, send } from './requests.ts'

export const OWN_CHECKS: Readonly<
  Record<string, Readonly<Record<string, (fronted: Fronted) => Promise<void>>>>
> = {
  HAProxy: {
    'plain-checks': async (fronted) => {
      for (const check of ['option httpchk', 'option tcp-check']) await passesCheck(fronted, check)
    },
  },

  'oauth2-proxy': {
    async 'proxy-sign-in'({ hub }) {
      const away = await send(hub.door, '/')
      assert.equal(away.status, 302, away.text)
      const callback = new URL(await decideAtProvider(away.headers.location!))
      assert.equal(callback.origin, originOf(hub.door))
      const landed = await send(hub.door, callback.pathname + callback.search, {
        headers: { cookie: cookiesIn(away.headers['set-cookie']) },
      })
      assert.equal(landed.status, 302, landed.text)
      const page = await send(hub.door, '/', {
        headers: { cookie: cookiesIn(landed.headers['set-cookie']), accept: 'text/html' },
      })
      assert.equal(page.status, 200)
      assert.match(page.text, /<!doctype html>/i)
    },
  },
}

const cookiesIn = (lines: readonly string[] = []): string =>
  lines.map((line) => line.split(';')[0]!).join('; ')

/** HAProxy answers 503 if the check of its only server fails. */
async function passesCheck({ hub, program }: Fronted, check: string): Promise<void> {
  const [port] = await freePorts(1)
  const file = join(hub.folder, 'checks.cfg')
  const { host } = new URL(hub.url)
  const lines = [
    'defaults',
    '  mode http',
    '  timeout connect 5s',
    '  timeout client 30s',
    '  timeout server 30s',
    'frontend checked',
    `  bind 127.0.0.1:${port}`,
    '  default_backend hub',
    'backend hub',
    `  ${check}`,
    `  server hub ${host} check inter 200ms fall 1 rise 2`,
  ]
  writeFileSync(file, `${lines.join('\n')}\n`)
  const child = spawn(program, ['-db', '-f', file], {
    env: { ...process.env, ...librariesOf(program) },
    stdio: 'ignore',
  })
  try {
    const read = () => fetch(`http://127.0.0.1:${port}/api/config`).catch(() => null)
    await until(async () => (await read()) !== null, { what: 'HAProxy listens' })
    await new Promise((resolve) => setTimeout(resolve, 2000)) // time for several health checks, which HAProxy makes every 200 ms
    const answer = await read()
    assert.equal(answer?.status, 200, `${check}: ${await answer?.text()}`)
  } finally {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
}
