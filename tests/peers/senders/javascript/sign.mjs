// Prints requests that the libraries sign. Arguments: a secret that begins with whsec_, another secret, the address.
import { sign as signGithub } from '@octokit/webhooks-methods'
import { CloudEvent, HTTP } from 'cloudevents'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import Stripe from 'stripe'
import { Webhook as SvixWebhook } from 'svix'
import twilio from 'twilio'

const [standardSecret, secret, address] = process.argv.slice(2)
const json = { 'content-type': 'application/json' }
const bodyOf = (library) => JSON.stringify({ by: library })

const standard = (library, family, webhook) => {
  const [at, id, body] = [new Date(), `msg_${library}`, bodyOf(library)]
  const headers = {
    ...json,
    [`${family}-id`]: id,
    [`${family}-timestamp`]: String(Math.floor(at / 1000)),
    [`${family}-signature`]: webhook.sign(id, at, body),
  }
  return { library, endpoint: 'standard', headers, body }
}

async function github() {
  const library = '@octokit/webhooks-methods (npm)'
  const body = bodyOf(library)
  const headers = {
    ...json,
    'x-hub-signature-256': await signGithub(secret, body),
    'x-github-delivery': 'octokit',
  }
  return { library, endpoint: 'github', headers, body }
}

function stripe() {
  const library = 'stripe (npm)'
  const body = JSON.stringify({ id: 'evt_npm', by: library })
  const header = new Stripe('none').webhooks.generateTestHeaderString({ payload: body, secret })
  return { library, endpoint: 'stripe', headers: { ...json, 'stripe-signature': header }, body }
}

function signedTwilio() {
  const library = 'twilio (npm)'
  const fields = { From: '+15550100', Body: 'STOP', MessageSid: 'SMnpm' }
  const signature = twilio.getExpectedTwilioSignature(secret, `${address}/twilio`, fields)
  const headers = { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature }
  return { library, endpoint: 'twilio', headers, body: String(new URLSearchParams(fields)) }
}

function cloudEvent(mode) {
  const library = `cloudevents (npm), ${mode}`
  const event = new CloudEvent({ id: mode, source: '/shop', type: 'order.paid', data: { by: library } })
  const { headers, body } = HTTP[mode](event)
  const sent = { ...headers, authorization: `Bearer ${secret}` }
  return {
    library,
    endpoint: 'events',
    headers: sent,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  }
}

console.log(
  JSON.stringify([
    standard('standardwebhooks (npm)', 'webhook', new StandardWebhook(standardSecret)),
    standard('svix (npm)', 'svix', new SvixWebhook(standardSecret)),
    await github(),
    stripe(),
    signedTwilio(),
    cloudEvent('binary'),
    cloudEvent('structured'),
  ]),
)
