import assert from 'node:assert/strict'
import { createHmac, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { test } from 'node:test'
import { headerValues } from '../verification/headers.ts'
import { verificationBy } from '../verification/verify.ts'
import { parseEndpointsFile } from './file.ts'
import { SENDER_NAMES, senderRules, type SenderName } from './senders.ts'
import { signedRequest } from './sign.ts'

const NOW = Date.UTC(2026, 10, 28, 12)
const BODY = '{"id":"evt_1","text":"Grüße 👋"}'

const URL_OF_HUB = 'https://hub.example/webhooks/orders/twilio'

interface Given {
  headers: Record<string, string>
  body?: string
  url?: string
  nowMs?: number
}

const accepts = (
  rules: Parameters<typeof verificationBy>[0],
  secret: string,
  { headers, body = BODY, url = URL_OF_HUB, nowMs = NOW }: Given,
): boolean => {
  const lines = Object.entries(headers).flat()
  const query = new URL(url).searchParams
  const claim = { headers: headerValues({ rawHeaders: lines }), query, urls: [url] }
  const proof = verificationBy(rules, [secret]).begin(claim)
  proof?.update(Buffer.from(body))
  return proof?.holds(nowMs) ?? false
}

/**
 * The signatures are by the libraries stripe 23.1.0, @octokit/webhooks-methods 6.0.0, standardwebhooks 1.1.1 and svix
 * 2.5.0.
 */
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
  ['standard', BARE, standardHeaders('webhook', 'v1,08iHYDfoyDBr/4J7Xq3T/tY8D+WmTE6/jeKjBLTghUo=')],
]

test('a signature of an official library is accepted, and another body or secret is refused [webhook.senders]', () => {
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

test('a signature of the Hub is accepted like the sender’s, and an old timestamp is refused [webhook.senders]', () => {
  for (const sender of SENDER_NAMES) {
    const rules = senderRules(sender)
    const signing = { mode: rules.mode, secret: 'sesame', rules }
    const delivery = { id: 'd-1', body: BODY, contentType: 'application/json', url: URL_OF_HUB, nowMs: NOW }
    const isPublic = rules.schemes?.some(({ publicKey }) => publicKey !== null) ?? false
    const signed = signedRequest(isPublic ? { ...signing, secret: DISCORD_KEY } : signing, delivery)
    assert.equal(signed === null, isPublic, sender)
    if (!signed) continue
    const query = new URLSearchParams(signed.query).toString()
    const given = { ...signed, url: query === '' ? URL_OF_HUB : `${URL_OF_HUB}?${query}` }
    assert.ok(accepts(rules, 'sesame', given), sender)
    assert.ok(!accepts(rules, 'other', given), sender)
    const isTimed = rules.schemes?.some(({ timestamp }) => timestamp !== null) ?? false
    assert.equal(accepts(rules, 'sesame', { ...given, nowMs: NOW + 301_000 }), !isTimed, sender)
  }
})

test('an endpoint describes the signature of any other sender [webhook.senders]', () => {
  const entry = `{ name: acme, secret_env: S, mode: hmac, header: X-Acme-Signature, prefix: "s=", encoding: base64, hash: sha512,
    signs: "{id}|{timestamp}|{body}|end", timestamp_prefix: "t=", tolerance: 60, id_header: X-Acme-Id }`
  const parsed = parseEndpointsFile(`endpoints:\n  - ${entry}\n`, { file: 'f', reservedName: 'webhook' })
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

/** The signatures of these requests are by twilio 9.13.0 (`RequestValidator.compute_signature`). */
const SMS = 'From=%2B15550002&To=%2B15550001&MediaUrl=&Body=Gr%C3%BC%C3%9Fe+%F0%9F%91%8B+%26+more'
const SMS_URL = `${URL_OF_HUB}?kind=sms&name=a%20b`
const JSON_URL = `${URL_OF_HUB}?bodySHA256=6020a3d094af59e3204ef9021b418dc177a05b2cdd5aa5d8dfd23a9b6a73f001`
const FORM = { 'Content-Type': 'application/x-www-form-urlencoded; charset=UTF-8' }
const byTwilio = (signature: string, more: Record<string, string> = FORM) => ({
  'X-Twilio-Signature': signature,
  ...more,
})

test('Twilio’s signature covers the public address and the form, or the hash of another body [webhook.senders]', () => {
  const rules = senderRules('twilio')
  const sms = (signature: string, more: Partial<Given> = {}) =>
    accepts(rules, 'sesame', { headers: byTwilio(signature), url: SMS_URL, body: SMS, ...more })
  assert.ok(sms('lekGrUTUqTm0/C7bmp4c7AJhmqY='))
  assert.ok(sms('qyfnqelQOfyYgSHK37yZZUwVJ1A='), 'signed with the port')
  const settings = { 'X-Twilio-Webhooks-Signature-Settings': 'key=k, algorithm=HMAC_SHA256' }
  const sha256 = '0U0ll4NO3g+JvWSUdBmulBRPytx7GgFmN+RDu9067wI='
  assert.ok(sms(sha256, { headers: byTwilio(sha256, { ...FORM, ...settings }) }))
  assert.ok(!sms(sha256), 'SHA-256 counts only where Twilio names it')
  assert.ok(!sms('lekGrUTUqTm0/C7bmp4c7AJhmqY=', { body: SMS.replace('15550002', '15550003') }))
  assert.ok(!sms('lekGrUTUqTm0/C7bmp4c7AJhmqY=', { body: `${SMS}&x=1` }))
  assert.ok(!sms('lekGrUTUqTm0/C7bmp4c7AJhmqY=', { url: SMS_URL.replace('hub.example', 'other.example') }))
  assert.ok(!sms('lekGrUTUqTm0/C7bmp4c7AJhmqY=', { url: SMS_URL.replace('sms', 'call') }))
  assert.ok(!sms('lekGrUTUqTm0/C7bmp4c7AJhmqY=', { headers: byTwilio('lekGrUTUqTm0/C7bmp4c7AJhmqY=', {}) }))
  const repeated = {
    headers: byTwilio('AUZjcsBRR2Zrkq5Xkxbx8j06MkE='),
    url: SMS_URL,
    body: 'a=2&B=x&a=1&a=2',
  }
  assert.ok(accepts(rules, 'sesame', repeated), 'a name that comes several times')
  const json = { headers: byTwilio('neIQZy9AotI6LeIMAhaK4tX8mTs=', {}), url: JSON_URL }
  assert.ok(accepts(rules, 'sesame', json))
  assert.ok(!accepts(rules, 'other', json))
  assert.ok(!accepts(rules, 'sesame', { ...json, body: `${BODY} ` }))
  assert.ok(
    accepts(rules, 'sesame', { headers: {}, url: `${URL_OF_HUB}?token=sesame` }),
    'the token of before',
  )
})

/** Signed by PyNaCl 1.6.2, verified by discord-interactions 0.4.0. */
const DISCORD_KEY = '5e07d88f6b21a9bd44a82ee9b3de542701b24851f646e27fd66f9e47c4128def'
const DISCORD_SIGNATURE =
  '217df0571fd6a937947620fce8583a3f3b0c8fe536ee6011d39df779df70ac507b9857397bd95e65a2453ec734aa1da6d73d59938429ab22fc37dc97479bed07'
/** Signed by the Python package `cryptography`, verified by `EventWebhook` of sendgrid 6.12.5. */
const SENDGRID_KEY =
  'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEqTXMlnb7kfhmTeWyFvcdJ8sMTkDDMpchgatLRJlvZAs0FHbardLTcuQOxkzy6F/ipN1mN2qN8Uv/t0ro8gshtQ=='
const SENDGRID_SIGNATURE =
  'MEYCIQC0pvWDz7Hucf1WqajJXt26OODM1nn5Ov3bpESwt2NCnwIhAKQt2L3cuzOYtNM86GmNUD2VvjIXBl+41qXY2COhcGPh'
/** Signed by PyNaCl 1.6.2 over id, time and body, joined by dots. */
const PUBLIC_STANDARD_KEY = 'whpk_XgfYj2shqb1EqC7ps95UJwGySFH2RuJ/1m+eR8QSje8='
const STANDARD_SIGNATURE =
  'v1a,S4Rp6xAWgw8Q77xMbz1FlS9TmRHua+H8dM6fvskLROrmikXW8QKx+1GQ/4N996nR4tgk6Of879PxbhpwVAt5DQ=='

test('signatures of private keys pass with the sender’s public key, and a body over the limit does not [webhook.senders]', () => {
  const discord = { 'X-Signature-Ed25519': DISCORD_SIGNATURE, 'X-Signature-Timestamp': '1795867200' }
  const sendgrid = {
    'X-Twilio-Email-Event-Webhook-Signature': SENDGRID_SIGNATURE,
    'X-Twilio-Email-Event-Webhook-Timestamp': '1795867200',
  }
  const rows: [Parameters<typeof verificationBy>[0], string, Record<string, string>][] = [
    [senderRules('discord'), DISCORD_KEY, discord],
    [senderRules('sendgrid'), SENDGRID_KEY, sendgrid],
    [
      senderRules('sendgrid'),
      `-----BEGIN PUBLIC KEY-----\n${SENDGRID_KEY}\n-----END PUBLIC KEY-----`,
      sendgrid,
    ],
    [{ mode: 'standard' }, PUBLIC_STANDARD_KEY, standardHeaders('webhook', STANDARD_SIGNATURE)],
    [{ mode: 'standard' }, `v1a,${PUBLIC_STANDARD_KEY}`, standardHeaders('svix', STANDARD_SIGNATURE)],
  ]
  for (const [rules, key, headers] of rows) {
    assert.ok(accepts(rules, key, { headers }), key)
    assert.ok(!accepts(rules, key, { headers, body: `${BODY} ` }), key)
    assert.ok(!accepts(rules, key, { headers, nowMs: NOW + 301_000 }), key)
    assert.ok(!accepts({ ...rules, maxBytes: 5 }, key, { headers }), key)
    const later = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value.replace('1795867200', '1795867201')]),
    )
    assert.ok(!accepts(rules, key, { headers: later }), key)
  }
  const other = createPublicKey(generateKeyPairSync('ed25519').privateKey).export({ format: 'jwk' })
  const otherKey = Buffer.from(other.x!, 'base64url').toString('hex')
  assert.ok(!accepts(senderRules('discord'), otherKey, { headers: discord }))
})

test('a secret and a public key of Standard Webhooks may replace each other [webhook.senders]', () => {
  const secrets = [PUBLIC_STANDARD_KEY, `whsec_${BARE}`]
  for (const signature of [STANDARD_SIGNATURE, 'v1,LDWWx92tn3jRTfnp01Ek+fB+EDQdVcmhhjCxJWltOzM=']) {
    const rawHeaders = Object.entries(standardHeaders('webhook', signature)).flat()
    const claim = { headers: headerValues({ rawHeaders }), query: new URLSearchParams() }
    const proof = verificationBy({ mode: 'standard' }, secrets).begin(claim)!
    proof.update(Buffer.from(BODY))
    assert.deepEqual([proof.holds(NOW), proof.signedId], [true, 'msg_1'])
  }
})

test('Mailgun’s signature is in the body; its token is the id of the delivery [webhook.senders]', () => {
  const token = 't'.repeat(50)
  const signature = digest(`1795867200${token}`, 'hex')
  const signed = { timestamp: '1795867200', token, signature }
  const judge = (body: string, { form = false, nowMs = NOW, secret = 'sesame' } = {}) => {
    const headers = headerValues({ rawHeaders: form ? Object.entries(FORM).flat() : [] })
    const proof = verificationBy(senderRules('mailgun'), [secret]).begin({
      headers,
      query: new URLSearchParams(),
    })!
    proof.update(Buffer.from(body))
    return [proof.holds(nowMs), proof.signedId, proof.lateByS]
  }
  const body = JSON.stringify({ signature: signed, 'event-data': { id: 'x' } })
  const right = [true, token, null]
  assert.deepEqual(judge(body), right)
  assert.deepEqual(judge(new URLSearchParams(signed).toString(), { form: true }), right)
  assert.deepEqual(judge(body, { nowMs: NOW + 8 * 3600_000 }), right, 'Mailgun repeats for eight hours')
  assert.deepEqual(judge(body, { nowMs: NOW + 9 * 3600_000 + 5000 }), [false, null, 5])
  const wrong = [false, null, null]
  assert.deepEqual(judge(body, { secret: 'other' }), wrong)
  assert.deepEqual(judge(body.replace(token, `u${token.slice(1)}`)), wrong)
  for (const text of ['', '[]', 'null', '{"signature":1}', '{"signature":{}}', `${body}x`])
    assert.deepEqual(judge(text), wrong, text)
})
