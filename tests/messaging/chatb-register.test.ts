import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { folderWith } from '../support/folder.ts'
import { hub } from '../support/hub-command.ts'
import { startChatb } from './providers/chatb.ts'

const AGENT = '---\nname: Garden\n---\nBe brief.\n'

async function withProvider(t: TestContext) {
  const provider = await startChatb()
  t.after(() => provider[Symbol.asyncDispose]())
  const cwd = await folderWith(t, { 'My Garden/agent.md': AGENT })
  const settings: Record<string, string> = {
    CHATB_BOT_TOKEN: provider.token,
    CHATB_API_BASE: provider.url,
    CHATB_WEBHOOK_SECRET: 'sesame-4711',
    SVC_PUBLIC_URL: 'https://hub.example',
  }
  const register = async (args: string[] = [], other: Record<string, string> = {}) => {
    const environment = { ...settings, ...other }
    const named = args.includes('--hub') ? [] : [join(cwd, 'My Garden')]
    const done = await hub(['inbound', 'register', 'chat-b', ...named, ...args], { cwd, environment })
    assert.ok(!(done.stdout + done.stderr).includes(provider.token.split(':')[1]!), 'the token is never told')
    assert.ok(!(done.stdout + done.stderr).includes('sesame-4711'), 'nor is the secret')
    return done
  }
  return { provider, register }
}

const ADDRESS = 'https://hub.example/webhooks/my-garden/chatb'

test('the provider gets the Hub’s address, its secret and the wanted events [cli.register]', async (t) => {
  const { provider, register } = await withProvider(t)
  const { code, stdout, stderr } = await register()
  assert.deepEqual([code, stderr], [0, ''])
  assert.equal(stdout, `posts to  ${ADDRESS}\nwaiting   0 updates\n`)
  assert.deepEqual(provider.calls[0], {
    method: 'setWebhook',
    parameters: {
      url: ADDRESS,
      secret_token: 'sesame-4711',
      allowed_updates: ['message', 'edited_message', 'callback_query', 'my_chat_member'],
      drop_pending_updates: false,
    },
  })
  await register(['--hub', 'my-garden', '--drop-pending'])
  assert.equal(provider.calls.at(-2)!.parameters['drop_pending_updates'], true)
  assert.deepEqual(provider.refused, [])
})

test('`--show` prints the provider’s state, also for programs, and reports another address [cli.register]', async (t) => {
  const { provider, register } = await withProvider(t)
  const nothing = await register(['--show', '--json'])
  assert.deepEqual(JSON.parse(nothing.stdout), {
    channel: 'chat-b',
    address: null,
    pending: 0,
    last_error: null,
  })
  Object.assign(provider.webhook, {
    url: 'https://old.example/hook',
    pending_update_count: 1,
    last_error_date: 1_790_000_000,
    last_error_message: 'Wrong response from the webhook: 403 Forbidden',
  })
  const { stdout, stderr } = await register(['--show'])
  assert.equal(
    stdout,
    'posts to    https://old.example/hook\nwaiting     1 update\nlast error  2026-09-21T14:13:20.000Z Wrong response from the webhook: 403 Forbidden\n',
  )
  assert.match(
    stderr,
    new RegExp(`^warning the registered address is not this Hub’s, ${ADDRESS}: register again`),
  )
  assert.ok(provider.calls.every(({ method }) => method === 'getWebhookInfo'))
})

test('the registration is taken back [cli.register]', async (t) => {
  const { provider, register } = await withProvider(t)
  await register()
  const { code, stdout } = await register(['--remove'])
  assert.deepEqual([code, stdout], [0, 'posts to  (no address)\nwaiting   0 updates\n'])
  assert.equal(provider.webhook.url, '')
  assert.equal((await register(['--remove', '--show'])).code, 2)
})

const REFUSED: readonly [what: string, environment: Record<string, string>, line: RegExp][] = [
  [
    'a public address without https',
    { SVC_PUBLIC_URL: 'http://hub.example' },
    /^error Telegram \(chat-b\) posts to https addresses only: set SVC_PUBLIC_URL/,
  ],
  [
    'no public address',
    { SVC_PUBLIC_URL: '' },
    /^error Telegram \(chat-b\) posts to https addresses only: set SVC_PUBLIC_URL/,
  ],
  [
    'a port that it never posts to',
    { SVC_PUBLIC_URL: 'https://hub.example:3080' },
    /^error Telegram \(chat-b\) posts to the ports 443, 80, 88 and 8443 only, not to 3080/,
  ],
  [
    'a secret that it does not take',
    { CHATB_WEBHOOK_SECRET: 'a secret!' },
    /^error Telegram \(chat-b\) accepts 1 to 256 letters/,
  ],
  ['no secret', { CHATB_WEBHOOK_SECRET: '' }, /^error CHATB_WEBHOOK_SECRET is not set/],
  ['no token', { CHATB_BOT_TOKEN: '' }, /^error CHATB_BOT_TOKEN is not set/],
  [
    'a token of nobody',
    { CHATB_BOT_TOKEN: '1:nobody' },
    /^error the provider does not know the bot: set CHATB_BOT_TOKEN/,
  ],
  [
    'a provider that is not there',
    { CHATB_API_BASE: 'http://127.0.0.1:2' },
    /^error the provider cannot be reached|^error the connection to the provider broke/,
  ],
]

test('an obstacle to the provider’s deliveries is reported in one line with its fix [cli.register]', async (t) => {
  const { provider, register } = await withProvider(t)
  for (const [what, environment, line] of REFUSED) {
    const { code, stderr } = await register([], environment)
    assert.equal(code, 1, what)
    assert.match(stderr, line, what)
    assert.equal(stderr.trim().split('\n').length, 1, what)
  }
  assert.equal(provider.webhook.url, '')
  provider.failNext({ html: 502 })
  assert.match((await register()).stderr, /^error what is at CHATB_API_BASE answered 502/)
})
