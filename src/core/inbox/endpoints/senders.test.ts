import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { headerValues } from '../verification/headers.ts'
import { verificationBy } from '../verification/verify.ts'
import { parseEndpointsFile } from './file.ts'
import { SENDER_NAMES, senderRules, type SenderName } from './senders.ts'
import { signedHeaders } from './sign.ts'

const NOW = Date.UTC(2026, 10, 28, 12)
const BODY = '{"id":"evt_1","text":"Grüße 👋"}'

const accepts = (
  rules: Parameters<typeof verificationBy>[0],
  secret: string,
  { headers, body = BODY, nowMs = NOW }: { headers: Record<string, string>; body?: string; nowMs?: number },
): boolean => {
  const lines = Object.entries(headers).flat()
  const claim = { headers: headerValues({ rawHeaders: lines }), query: new URLSearchParams() }
  const proof = verificationBy(rules, [secret]).begin(claim)
  proof?.update(Buffer.from(body))
  return proof?.holds(nowMs) ?? false
}

/** Made by the official libraries stripe 23.1.0, @octokit/webhooks-methods 6.0.0, standardwebhooks 1.1.1 and svix 2.5.0. */
const BARE = 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const standardHeaders = (family: string, signature: string) => ({
  [`${family}-id`]: 'msg_1',
  [`${family}-timestamp`]: '1795867200',
  [`${family}-signature`]: signature,
})
const SIGNED_BY_LIBRARIES: [SenderName | 'standard', string, Record<string, string>][] = [
  [
    'stripe',
    'whsec_test_secret',
    {
      'Stripe-Signature': 't=1795867200,v1=1cff7c2dcfcf92efffe5e930f9bd43693dccaa047fe8414c1bd601f296281f1e',
    },
  ],
  [
    'github',
    'It is secret',
    { 'X-Hub-Signature-256': 'sha256=3737d21d8c6a720ff4d4d71218d734f7e4267d6d89c966e56bcb1dd051c660d4' },
  ],
  ...[`whsec_${BARE}`, BARE].flatMap((secret) =>
    ['webhook', 'svix'].map((family): [SenderName | 'standard', string, Record<string, string>] => [
      'standard',
      secret,
      standardHeaders(family, 'v1,LDWWx92tn3jRTfnp01Ek+fB+EDQdVcmhhjCxJWltOzM='),
    ]),
  ),
  // its constructor with `format: 'raw'`
  ['standard', BARE, standardHeaders('webhook', 'v1,08iHYDfoyDBr/4J7Xq3T/tY8D+WmTE6/jeKjBLTghUo=')],
]

test('what official libraries sign passes, and no other body or secret [webhook.senders]', () => {
  for (const [sender, secret, headers] of SIGNED_BY_LIBRARIES) {
    const rules = sender === 'standard' ? ({ mode: 'standard' } as const) : senderRules(sender)
    assert.ok(accepts(rules, secret, { headers }), sender)
    assert.ok(!accepts(rules, secret, { headers, body: `${BODY} ` }), sender)
    assert.ok(!accepts(rules, secret.replace(/.$/, 'A'), { headers }), sender)
  }
})

test('Slack’s published signature passes [webhook.senders]', () => {
  const body =
    'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c'
  const headers = {
    'X-Slack-Request-Timestamp': '1531420618',
    'X-Slack-Signature': 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
  }
  const given = { headers, body, nowMs: 1_531_420_618_000 }
  assert.ok(accepts(senderRules('slack'), '8f742231b10e8888abcd99yyyzzz85a5', given))
})

const digest = (text: string, encoding: 'hex' | 'base64', hash = 'sha256') =>
  createHmac(hash, 'sesame').update(text).digest(encoding)

/** As the documentation of each sender describes its headers. */
const SHAPES: Partial<Record<SenderName, Record<string, string>>> = {
  shopify: { 'X-Shopify-Hmac-Sha256': digest(BODY, 'base64') },
  typeform: { 'Typeform-Signature': `sha256=${digest(BODY, 'base64')}` },
  linear: { 'Linear-Signature': digest(BODY, 'hex') },
  sentry: { 'Sentry-Hook-Signature': digest(BODY, 'hex') },
  gogs: { 'X-Gogs-Signature': digest(BODY, 'hex') },
  gitea: { 'X-Gitea-Signature': digest(BODY, 'hex'), 'X-Hub-Signature-256': `sha256=${digest(BODY, 'hex')}` },
  grafana: { 'X-Grafana-Alerting-Signature': digest(BODY, 'hex') },
  notion: { 'X-Notion-Signature': `sha256=${digest(BODY, 'hex')}` },
  bitbucket: { 'X-Hub-Signature': `sha256=${digest(BODY, 'hex')}` },
  intercom: { 'X-Hub-Signature': `sha1=${digest(BODY, 'hex', 'sha1')}` },
  pagerduty: { 'X-PagerDuty-Signature': `v1=${'0'.repeat(64)},v1=${digest(BODY, 'hex')}` },
  paddle: { 'Paddle-Signature': `ts=1795867200;h1=${digest(`1795867200:${BODY}`, 'hex')}` },
  zendesk: {
    'X-Zendesk-Webhook-Signature': digest(`2026-11-28T12:00:00Z${BODY}`, 'base64'),
    'X-Zendesk-Webhook-Signature-Timestamp': '2026-11-28T12:00:00Z',
  },
  mlflow: {
    'X-MLflow-Signature': `v1,${digest(`d-1.1795867200.${BODY}`, 'base64')}`,
    'X-MLflow-Delivery-Id': 'd-1',
    'X-MLflow-Timestamp': '1795867200',
  },
  gitlab: { 'X-Gitlab-Token': 'sesame' },
  telegram: { 'X-Telegram-Bot-Api-Secret-Token': 'sesame' },
}

test('each sender’s documented headers pass [webhook.senders]', () => {
  for (const [sender, headers] of Object.entries(SHAPES)) {
    const rules = senderRules(sender as SenderName)
    assert.ok(accepts(rules, 'sesame', { headers }), sender)
    assert.ok(!accepts(rules, 'other', { headers }), sender)
  }
})

test('what the Hub signs as a sender passes as that sender’s, and an old time does not [webhook.senders]', () => {
  for (const sender of SENDER_NAMES) {
    const rules = senderRules(sender)
    const signing = { mode: rules.mode, secret: 'sesame', rules }
    const headers = signedHeaders(signing, { id: 'd-1', body: BODY, nowMs: NOW })
    assert.ok(accepts(rules, 'sesame', { headers }), sender)
    assert.ok(!accepts(rules, 'other', { headers }), sender)
    const isTimed = rules.schemes?.some(({ timestamp }) => timestamp !== null) ?? false
    assert.equal(accepts(rules, 'sesame', { headers, nowMs: NOW + 301_000 }), !isTimed, sender)
  }
})

test('an endpoint describes the signature of any other sender [webhook.senders]', () => {
  const entry = `{ name: acme, secret_env: S, mode: hmac, header: X-Acme-Signature, prefix: "s=", encoding: base64, hash: sha512,
    signs: "{id}|{timestamp}|{body}|end", timestamp_prefix: "t=", tolerance: 60, id_header: X-Acme-Id }`
  const parsed = parseEndpointsFile(`endpoints:\n  - ${entry}\n`, { file: 'f', taken: 'webhook' })
  assert.ok(parsed.ok)
  const { mode, rules } = parsed.value.endpoints[0]!
  const signature = (time: number) => digest(`d-1|${time}|${BODY}|end`, 'base64', 'sha512')
  const headers = (time: number, sentTime = time) => ({
    'X-Acme-Id': 'd-1',
    'X-Acme-Signature': `t=${sentTime}; s=${signature(time)}`,
  })
  assert.ok(accepts({ mode, ...rules }, 'sesame', { headers: headers(NOW / 1000) }))
  assert.ok(accepts({ mode, ...rules }, 'sesame', { headers: headers(NOW) }), 'milliseconds')
  assert.ok(!accepts({ mode, ...rules }, 'sesame', { headers: headers(NOW / 1000 - 61) }))
  assert.ok(!accepts({ mode, ...rules }, 'sesame', { headers: headers(NOW / 1000, NOW / 1000 + 1) }))
})
