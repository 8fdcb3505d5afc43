import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { begunSubject } from '#chatapp/turns/subjects.ts'
import { NO_SEAL } from '#cluster/bus/signature.ts'
import { ask, finished } from '../chatapp/page.ts'
import { signUpAt } from '../chatapp/started-chatapp.ts'
import { makeCertificates } from '../support/certificates.ts'
import { startNats } from '../support/nats.ts'
import { runHub, type RunningHub } from '../support/running-hub.ts'
import { natsBus, NATS_SKIP } from './buses.ts'
import { until } from '../support/until.ts'

async function logOf(hub: RunningHub): Promise<string> {
  const folder = join(hub.folder, '.svc/logs')
  const files = await readdir(folder)
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))
  return [hub.errors(), ...texts].join('\n')
}

test(
  'a Hub connects with a token over TLS, with a private authority, and no token is in its log [bus.encrypted] [bus.secrets]',
  { skip: NATS_SKIP, timeout: 120_000 },
  async (t) => {
    const { ca, certificate, key } = await makeCertificates(t)
    const token = randomBytes(18).toString('base64url')
    const options = ['--tls', '--tlscert', certificate, '--tlskey', key]
    const server = await startNats(t, [...options, '--auth', token], { hasUser: false })
    const urlWith = (one: string) => `tls://${one}@localhost:${server.port}`
    const start = (url: string) =>
      runHub({ inOwnProcess: true, environment: { SVC_BUS_URL: url, NODE_EXTRA_CA_CERTS: ca } })

    await using hub = await start(urlWith(token))
    const ann = await signUpAt(hub.url, 'Ann')
    const first = await ask(ann, { model: 'garden-team' })
    await finished(ann, first)
    const url = `${urlWith(token)}?ca=${encodeURIComponent(ca)}`
    const listener = natsBus(t, url, {}, NO_SEAL) // a Hub without other instances has no shared secret
    const received: string[] = []
    listener.subscribe(begunSubject(first.chatId), (text) => received.push(text))
    let parent = first.answerId
    await until(async () => {
      const next = await ask(ann, { model: 'garden-team', chat_id: first.chatId, parent_id: parent })
      await finished(ann, next)
      parent = next.answerId
      return received.length > 0
    })

    const wrong = randomBytes(18).toString('base64url')
    await using refused = await start(urlWith(wrong))
    await until(async () => /bus\.away|bus cannot be/.test(await logOf(refused)))
    const reported = (await logOf(refused)) + (await logOf(hub))
    assert.match(reported, /authorization violation/i)
    assert.ok(!reported.includes(token) && !reported.includes(wrong))
  },
)
