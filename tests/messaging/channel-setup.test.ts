import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { startChataServer } from './providers/chata.ts'
import { startChatb } from './providers/chatb.ts'
import { startMattermost } from './providers/mattermost.ts'
import { startTeamchat, TOKENS } from './providers/teamchat.ts'
import { startMessagedHub, type MessagedHub } from './started-hub.ts'
import { until } from '../support/until.ts'

const SECRET = 'a-secret-of-ours'
const PUBLIC_URL = 'https://hub.test'
const ALLOWED = { SVC_CONSOLE_SETUP: 'true' }

type Body = Record<string, unknown>

const at = (hub: MessagedHub, token: string, origin: string) => {
  const send = async (method: string, path: string, body?: Body) => {
    const answer = await fetch(`${hub.url()}/portal/api/setups/channels${path}`, {
      method,
      headers: {
        cookie: `token=${token}`,
        origin,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify({ hub: 'garden', ...body }) }),
    })
    const text = await answer.text()
    return { status: answer.status, json: JSON.parse(text), text }
  }
  return {
    list: () => send('GET', '?hub=garden'),
    of: async (channel: string) =>
      (await send('GET', '?hub=garden')).json.items.find((one: any) => one.channel === channel),
    save: (channel: string, values: Body, revision: string | null = null) =>
      send('PUT', `/${channel}`, { expected_revision: revision, values }),
    remove: (channel: string, revision: string) =>
      send('DELETE', `/${channel}`, { expected_revision: revision }),
  }
}

/** @param origin Public address, if it is not that of the edge. */
async function enter(hub: MessagedHub, origin = hub.url()) {
  const answer = await fetch(`${hub.url()}/api/v1/auths/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ name: 'Ann', email: 'ann@example.com', password: 'correct horse battery' }),
  })
  const { token } = (await answer.json()) as { token: string }
  const read = async (path: string): Promise<any> =>
    (await fetch(`${hub.url()}/portal/api${path}`, { headers: { cookie: `token=${token}` } })).json()
  await read('/me')
  return { read, setups: at(hub, token, origin) }
}

for (const processes of ['single', 'split'] as const)
  test(`a channel that was set up in the Console answers without a restart, until its settings are removed (${processes}) [messaging.setup]`, async (t) => {
    await using provider = await startChatb()
    const hub = await startMessagedHub(t, {
      roster: ['chatb,4711,ana@example.com,Ana'],
      surfaces: ['chat-b'],
      // Telegram posts only to https addresses.
      environment: { ...ALLOWED, CHATB_API_BASE: provider.url, SVC_PUBLIC_URL: PUBLIC_URL },
      processes,
    })
    const { setups } = await enter(hub, PUBLIC_URL)
    let count = 0
    const write = async (words: string, secret = SECRET) => {
      const from = { id: 4711, is_bot: false, first_name: 'Ana' }
      const chat = { id: 4711, type: 'private', first_name: 'Ana' } as const
      const message = { message_id: ++count, date: 1_790_000_000, chat, from, text: words }
      const headers = { 'X-Telegram-Bot-Api-Secret-Token': secret }
      const update = provider.update({ message })
      return (await provider.deliver(update, { url: hub.addressOf('chatb'), headers })).status
    }
    const texts = () => provider.sent.map(({ text }) => text)
    assert.equal(await write('/say too early'), 404)
    const values = { CHATB_WEBHOOK_SECRET: SECRET, CHATB_BOT_TOKEN: provider.token }

    const wrong = await setups.save('chatb', { ...values, CHATB_BOT_TOKEN: '1:wrong' })
    assert.deepEqual([wrong.status, wrong.json.code], [400, 'setup_failed'], wrong.text)
    assert.match(wrong.json.detail, /^Nothing was saved\. Telegram refused CHATB_BOT_TOKEN/)
    const odd = await setups.save('chatb', { ...values, CHATB_WEBHOOK_SECRET: 'not allowed!' })
    assert.match(odd.json.detail, /CHATB_WEBHOOK_SECRET/)
    assert.equal((await setups.of('chatb')).revision, null)

    const saved = await setups.save('chatb', values)
    assert.equal(saved.status, 200, saved.text)
    assert.equal(saved.json.address, `${PUBLIC_URL}/webhooks/garden/chatb`)
    assert.deepEqual([provider.webhook.url, provider.webhook.secret], [saved.json.address, SECRET])
    await until(async () => (await write('/say at once')) === 200)
    await until(() => texts().includes('at once'))
    assert.equal(await write('/say forged', 'another'), 403)

    const renewed = await setups.save('chatb', { CHATB_WEBHOOK_SECRET: 'the-next' }, saved.json.revision)
    assert.equal(renewed.status, 200, renewed.text)
    await until(async () => (await write('/say with the next secret', 'the-next')) === 200)
    await until(() => texts().includes('with the next secret'))
    assert.equal(await write('/say with the old secret'), 403)

    await hub.killAndRestart()
    assert.equal(await write('/say after a restart', 'the-next'), 200)
    await until(() => texts().includes('after a restart'))

    const gone = await setups.remove('chatb', renewed.json.revision)
    assert.equal(gone.status, 200, gone.text)
    await until(async () => (await write('/say too late', 'the-next')) === 404)
    assert.ok(!texts().includes('too late'))
    assert.deepEqual(provider.refused, [])
  })

test('each provider is called before its settings are saved, and connections follow the settings [messaging.setup]', async (t) => {
  const whatsapp = await startChataServer(t)
  const mattermost = await startMattermost(t)
  await using slack = await startTeamchat()
  const una = mattermost.addUser('una')
  const direct = mattermost.addChannel('D', { name: `${una.id}__${mattermost.bot.id}` })
  const hub = await startMessagedHub(t, {
    roster: [`mattermost,${una.id},una@example.com,Una`],
    surfaces: ['chat-a', 'team-chat', 'mattermost'],
    environment: {
      ...ALLOWED,
      CHATA_API_BASE: whatsapp.base,
      TEAMCHAT_API_BASE: slack.environment.TEAMCHAT_API_BASE,
      SVC_FETCH_ALLOW_HOSTS: new URL(mattermost.url).host,
    },
  })
  const { read, setups } = await enter(hub)
  const failing = async (channel: string, values: Body, words: RegExp) => {
    const { status, json } = await setups.save(channel, values)
    assert.equal(status, 400)
    assert.match(json.detail, words)
  }
  const good = {
    chata: {
      CHATA_VERIFY_TOKEN: whatsapp.verifyToken,
      CHATA_APP_SECRET: whatsapp.appSecret,
      CHATA_ACCESS_TOKEN: whatsapp.token,
      CHATA_PHONE_NUMBER_ID: whatsapp.phoneNumberId,
    },
    teamchat: { TEAMCHAT_APP_TOKEN: TOKENS.app, TEAMCHAT_BOT_TOKEN: TOKENS.bot },
    mattermost: { MATTERMOST_URL: mattermost.url, MATTERMOST_BOT_TOKEN: mattermost.token },
  }
  await failing('chata', { ...good.chata, CHATA_ACCESS_TOKEN: 'wrong' }, /refused CHATA_ACCESS_TOKEN/)
  await failing('chata', { ...good.chata, CHATA_PHONE_NUMBER_ID: '1' }, /does not know the number 1/)
  await failing('chata', { ...good.chata, CHATA_PHONE_NUMBER_ID: 'x' }, /CHATA_PHONE_NUMBER_ID: expected/)
  await failing('teamchat', { ...good.teamchat, TEAMCHAT_APP_TOKEN: 'xapp-2' }, /refused TEAMCHAT_APP_TOKEN/)
  await failing('teamchat', { ...good.teamchat, TEAMCHAT_BOT_TOKEN: 'xoxb-2' }, /refused TEAMCHAT_BOT_TOKEN/)
  await failing('mattermost', { ...good.mattermost, MATTERMOST_BOT_TOKEN: 'wrong' }, /does not know the bot/)
  await failing(
    'mattermost',
    { ...good.mattermost, MATTERMOST_URL: 'http://127.0.0.1:9998' },
    /MATTERMOST_URL/,
  )
  await failing('mattermost', { MATTERMOST_URL: mattermost.url }, /MATTERMOST_BOT_TOKEN: enter a value/)
  await failing('mattermost', { ...good.mattermost, PATH: '/' }, /values\.PATH: there is no such value/)

  const revisions: Record<string, string> = {}
  for (const [channel, values] of Object.entries(good)) {
    const { status, json, text } = await setups.save(channel, values)
    assert.equal(status, 200, text)
    revisions[channel] = json.revision
  }
  await until(() => mattermost.sockets() > 0)
  await until(() => slack.state.greeted.length > 0)
  mattermost.say(una, direct, '/say hello Una')
  await until(() => [...mattermost.posts.values()].some(({ message }) => message === 'hello Una'))

  const moved = await setups.save(
    'mattermost',
    { MATTERMOST_URL: `${mattermost.url}/other` },
    revisions['mattermost'],
  )
  assert.match(moved.json.detail, /enter a value/, 'a stored token is sent to no other address')
  const stale = await setups.save('mattermost', good.mattermost)
  assert.deepEqual([stale.status, stale.json.code], [409, 'revision_conflict'])
  assert.equal((await setups.remove('mattermost', revisions['mattermost']!)).status, 200)
  await until(() => mattermost.sockets() === 0)

  const { text } = await setups.list()
  const { items } = await read('/access-changes')
  const secrets = [
    whatsapp.appSecret,
    whatsapp.verifyToken,
    whatsapp.token,
    TOKENS.app,
    TOKENS.bot,
    mattermost.token,
  ]
  const changes = JSON.stringify(items)
  assert.match(changes, /channel\.try_failed/)
  const files = await readdir(join(hub.folder, '.svc'), { recursive: true, withFileTypes: true })
  const contents = await Promise.all(
    files.filter((one) => one.isFile()).map((one) => readFile(join(one.parentPath, one.name), 'latin1')),
  )
  for (const secret of secrets)
    for (const place of [text, changes, ...contents]) assert.ok(!place.includes(secret))
})

test('variables take precedence, and a channel must be served and allowed [messaging.setup]', async (t) => {
  await using provider = await startChatb()
  const fixed = await startMessagedHub(t, {
    roster: [],
    surfaces: ['chat-b'],
    environment: {
      ...ALLOWED,
      CHATB_API_BASE: provider.url,
      CHATB_BOT_TOKEN: provider.token,
      CHATB_WEBHOOK_SECRET: SECRET,
    },
  })
  const { setups } = await enter(fixed)
  const shown = await setups.of('chatb')
  assert.deepEqual(shown.set_by, ['CHATB_WEBHOOK_SECRET', 'CHATB_BOT_TOKEN'])
  const values = { CHATB_WEBHOOK_SECRET: 'other', CHATB_BOT_TOKEN: provider.token }
  const refused = await setups.save('chatb', values)
  assert.deepEqual([refused.status, refused.json.code], [403, 'forbidden'])
  assert.match(refused.json.detail, /The operator set CHATB_WEBHOOK_SECRET/)
  const unserved = await setups.save('mattermost', { MATTERMOST_URL: 'http://127.0.0.1:9998' })
  assert.deepEqual([unserved.status, unserved.json.code], [403, 'setup_off'])
  assert.match(unserved.json.detail, /add mattermost to SVC_INBOUND/)

  const off = await startMessagedHub(t, {
    roster: [],
    surfaces: ['chat-b'],
    environment: { CHATB_WEBHOOK_SECRET: SECRET },
  })
  const closed = await (await enter(off)).setups.save('mattermost', {})
  assert.deepEqual([closed.status, closed.json.code], [403, 'setup_off'])
})
