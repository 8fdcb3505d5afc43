import assert from 'node:assert/strict'
import { chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { browserOf } from '../chatapp/openid-world.ts'
import { startMailServer } from '../console/notice-world.ts'
import { startChatb } from '../messaging/providers/chatb.ts'
import { folderWith } from '../support/folder.ts'
import { decideAtProvider } from '../support/openid-consent.ts'
import { startOpenIdProvider } from '../support/openid-provider.ts'
import { postgresPrograms } from '../support/postgres.ts'
import type { RunningHub } from '../support/running-hub.ts'
import { startInstances } from './started-instances.ts'
import { until } from '../support/until.ts'

const skip = postgresPrograms ? false : 'no Postgres programs on this machine'

/** Telegram posts only to https addresses. */
const PUBLIC_URL = 'https://hub.test'
const SECRET = 'a-secret-of-ours'
/** An instance polls the settings of channels every two seconds. */
const MAX_DELAY_MS = 5_000

const FILES = {
  'garden/agent.md': '---\nname: Garden\n---\nBe brief.\n',
  'garden/identity/access.csv': 'surface,handle,email,name\nchatb,4711,ana@example.com,Ana\n',
}

/** Instances share the secrets that encrypt settings. */
const SECRETS = {
  'secrets.json': JSON.stringify({
    bridgeKey: 'b'.repeat(40),
    linkSecret: 'l'.repeat(40),
    sessionSecret: 's'.repeat(40),
  }),
}

const HEADERS = { origin: PUBLIC_URL, 'content-type': 'application/json' }

async function signUpAt({ url }: RunningHub): Promise<string> {
  const body = JSON.stringify({ name: 'Ann', email: 'ann@example.com', password: 'correct horse' })
  const answer = await fetch(`${url}/api/v1/auths/signup`, { method: 'POST', headers: HEADERS, body })
  return ((await answer.json()) as { token: string }).token
}

const consoleAt =
  ({ url }: RunningHub, token: string) =>
  async (method: string, path: string, body?: object): Promise<any> => {
    const answer = await fetch(`${url}/portal/api${path}`, {
      method,
      headers: { ...HEADERS, cookie: `token=${token}` },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    assert.ok(answer.ok, `${method} ${path}: ${answer.status} ${text}`)
    return JSON.parse(text)
  }

test(
  'mail, an identity provider and a channel that were set up at one instance are used at another, changed and removed [scale.setups]',
  { skip, timeout: 120_000 },
  async (t) => {
    await using telegram = await startChatb()
    const mail = await startMailServer(t)
    const acme = await startOpenIdProvider(t, {
      redirectUris: [`${PUBLIC_URL}/oauth/acme/callback`],
      claims: (account) => ({ name: account, email: `${account}@example.com`, email_verified: true }),
    })
    const folders = [await folderWith(t, FILES), await folderWith(t, FILES)]
    const secrets = join(await folderWith(t, SECRETS), 'secrets.json')
    await chmod(secrets, 0o600)
    await using instances = await startInstances({
      SVC_SECRETS_FILE: secrets,
      SVC_CONSOLE_SETUP: 'true',
      SVC_PUBLIC_URL: PUBLIC_URL,
      SVC_INBOUND: 'chat-b',
      SVC_ACCESS: 'groups',
      CHATB_API_BASE: telegram.url,
    })
    const one = await instances.start('one', {}, join(folders[0]!, 'garden'))
    const two = await instances.start('two', {}, join(folders[1]!, 'garden'))
    const token = await signUpAt(one)
    const [atOne, atTwo] = [consoleAt(one, token), consoleAt(two, token)]
    await atOne('GET', '/me')

    const { port } = new URL(mail.environment['SVC_SMTP_URL']!)
    const server = {
      host: '127.0.0.1',
      port: Number(port),
      security: 'starttls',
      user: 'hub',
      password: 'p@ss',
      from: 'garden@example.com',
    }
    const sent = await atOne('PUT', '/setups/mail', { ...server, expected_revision: null })
    const { way } = await atTwo('POST', '/notices/ways', { kind: 'mail' })
    const tryWay = (at: typeof atTwo) => at('POST', `/notices/ways/${way.id}/test`, {})
    assert.deepEqual(await tryWay(atTwo), { outcome: 'sent', reason: null })
    assert.equal((await mail.mail(1)).from?.address, 'garden@example.com')
    const { password: _, ...renamed } = { ...server, from: 'hub@example.com' }
    const changed = await atTwo('PUT', '/setups/mail', { ...renamed, expected_revision: sent.revision })
    await tryWay(atOne)
    assert.equal((await mail.mail(3)).from?.address, 'hub@example.com')
    await atTwo('DELETE', '/setups/mail', { expected_revision: changed.revision })
    assert.equal((await tryWay(atOne)).outcome, 'failed')

    const provider = {
      name: 'Acme',
      issuer: acme.url,
      client_id: acme.clientId,
      client_secret: acme.clientSecret,
      sign_up: true,
      default_role: 'user',
      expected_revision: null,
    }
    const added = await atOne('PUT', '/setups/providers/acme', provider)
    const browser = browserOf(two.url)
    const signedIn = await browser.comeBack(
      await decideAtProvider(await browser.begin('acme'), { account: 'pat' }),
    )
    assert.equal(signedIn.error, null)
    await atTwo('DELETE', '/setups/providers/acme', { expected_revision: added.items[0].revision })
    const config: any = await (await fetch(`${one.url}/api/config`)).json()
    assert.deepEqual(config.oauth.providers, {})

    let count = 0
    const deliver = async ({ url }: RunningHub, words: string) => {
      const from = { id: 4711, is_bot: false, first_name: 'Ana' }
      const chat = { id: 4711, type: 'private', first_name: 'Ana' } as const
      const message = { message_id: ++count, date: 1_790_000_000, chat, from, text: words }
      const headers = { 'X-Telegram-Bot-Api-Secret-Token': SECRET }
      const update = telegram.update({ message })
      return (await telegram.deliver(update, { url: `${url}/webhooks/garden/chatb`, headers })).status
    }
    const answersAt = async (hub: RunningHub, status: number, words: string) => {
      const begun = performance.now()
      await until(async () => (await deliver(hub, words)) === status, { everyMs: 100 })
      assert.ok(performance.now() - begun < MAX_DELAY_MS)
    }
    assert.equal(await deliver(two, '/say too early'), 404)
    const values = { CHATB_WEBHOOK_SECRET: SECRET, CHATB_BOT_TOKEN: telegram.token }
    const channel = await atOne('PUT', '/setups/channels/chatb', {
      hub: 'garden',
      values,
      expected_revision: null,
    })
    await answersAt(two, 200, '/say from the other instance')
    await until(async () => telegram.sent.some(({ text }) => text === 'from the other instance'))
    await atTwo('DELETE', '/setups/channels/chatb', { hub: 'garden', expected_revision: channel.revision })
    await answersAt(one, 404, '/say too late')
    assert.deepEqual(telegram.refused, [])
  },
)
