import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import test from 'node:test'
import { headerValues } from '#core/inbox/verification/headers.ts'
import type { PostEndpoint } from '../../channel.ts'
import { chata } from './kind.ts'

const endpoint = (environment: Record<string, string>): PostEndpoint => {
  assert.ok(chata.receiving.by === 'post')
  return chata.receiving.endpoint(environment)
}

const CHATA_VERIFY_TOKEN = 'verify me'
const CHATA_APP_SECRET = 'app secret'

test('the challenge is returned only to a caller with the token', () => {
  const { challenge } = endpoint({ CHATA_VERIFY_TOKEN })
  const asked = {
    'hub.mode': 'subscribe',
    'hub.challenge': '1158201444',
    'hub.verify_token': CHATA_VERIFY_TOKEN,
  }
  const answer = (query: Record<string, string> | string) => challenge?.(new URLSearchParams(query))
  assert.equal(answer(asked), '1158201444')
  assert.equal(answer({ ...asked, 'hub.verify_token': 'verify' }), null)
  assert.equal(answer({ ...asked, 'hub.verify_token': '' }), null)
  assert.equal(answer({ ...asked, 'hub.mode': 'unsubscribe' }), null)
  assert.equal(answer({ 'hub.mode': 'subscribe', 'hub.verify_token': CHATA_VERIFY_TOKEN }), null)
  assert.equal(answer({}), null)
  const twice = new URLSearchParams(asked).toString()
  assert.equal(answer(`${twice}&hub.verify_token=other`), null)
  assert.equal(answer(`${twice}&hub.challenge=other`), null)
  assert.equal(endpoint({ CHATA_APP_SECRET }).challenge, undefined)
})

test('a post is taken only with the signature of its very bytes', () => {
  const { posts } = endpoint({ CHATA_APP_SECRET })
  assert.ok(posts)
  const body = Buffer.from('{"object":"whatsapp_business_account"}')
  const holds = (rawHeaders: string[], bytes = body) => {
    const proof = posts.verification.begin({
      headers: headerValues({ rawHeaders }),
      query: new URLSearchParams(),
    })
    proof?.update(bytes)
    return proof?.holds(0) ?? false
  }
  const signature = `sha256=${createHmac('sha256', CHATA_APP_SECRET).update(body).digest('hex')}`
  assert.ok(holds(['X-Hub-Signature-256', signature]))
  assert.ok(!holds(['X-Hub-Signature-256', signature], Buffer.from('{}')))
  assert.ok(!holds(['X-Signature-256', signature]))
  assert.ok(!holds(['X-Hub-Signature', signature]))
  assert.ok(!holds(['X-Hub-Signature-256', signature, 'X-Hub-Signature-256', signature]))
  assert.ok(!holds([]))
  assert.equal(posts.deliveryId(body), null)
  assert.equal(endpoint({ CHATA_VERIFY_TOKEN }).posts, null)
})

test('an invalid number and an invalid address are reported', () => {
  const { variables } = chata
  assert.equal(variables.safeParse({ CHATA_PHONE_NUMBER_ID: '+1 555' }).success, false)
  assert.equal(variables.safeParse({ CHATA_API_BASE: 'graph' }).success, false)
  assert.equal(variables.safeParse({}).success, true)
})
