import { bodySignatureIn, scheme, standardScheme } from '../verification/schemes.ts'
import type { SignatureScheme } from '../verification/signature.ts'
import type { SpecialSignature } from '../verification/verify.ts'
import type { VerificationMode } from './secret.ts'

export const HANDSHAKES = ['cloudevents', 'discord', 'graph', 'meta', 'slack', 'zoom'] as const
export type Handshake = (typeof HANDSHAKES)[number]

export interface SenderRules {
  mode: VerificationMode
  schemes?: readonly SignatureScheme[]
  special?: SpecialSignature
  /** For `mailgun`: tolerated clock difference in seconds. */
  toleranceS?: number
  secretHeader?: { header: string; prefix: string }
  /** Headers with the delivery id. If empty, deliveries have no id. If absent, the Hub's list of id headers applies. */
  idHeaders?: readonly string[]
  handshake?: Handshake
}

const signed = (
  header: string,
  differing: Partial<SignatureScheme> = {},
  rules: Omit<SenderRules, 'mode'> = {},
): SenderRules => ({ mode: 'hmac', schemes: [scheme(header, differing)], idHeaders: [], ...rules })

const withToken = (header: string, rules: Omit<SenderRules, 'mode'> = {}): SenderRules => ({
  mode: 'secret',
  secretHeader: { header, prefix: '' },
  ...rules,
})

const signedInSlackShape = (family: string, header: string): SignatureScheme =>
  scheme(header, {
    prefix: 'v0=',
    signs: 'v0:{timestamp}:{body}',
    timestamp: { header: `${family}-request-timestamp`, prefix: '' },
  })

export const SENDERS = {
  atlassian: signed(
    'x-hub-signature',
    { prefix: 'sha256=' },
    { idHeaders: ['x-atlassian-webhook-identifier'] },
  ),
  bitbucket: signed('x-hub-signature', { prefix: 'sha256=' }, { idHeaders: ['x-request-uuid'] }),
  calcom: signed('x-cal-signature-256'),
  clickup: signed('x-signature'),
  cloudevents: { mode: 'secret', idHeaders: ['ce-source+ce-id'], handshake: 'cloudevents' },
  discord: signed(
    'x-signature-ed25519',
    {
      publicKey: 'ed25519',
      isList: false,
      signs: '{timestamp}{body}',
      timestamp: { header: 'x-signature-timestamp', prefix: '' },
    },
    { handshake: 'discord' },
  ),
  forgejo: signed('x-forgejo-signature', {}, { idHeaders: ['x-forgejo-delivery'] }),
  gitea: signed('x-gitea-signature', {}, { idHeaders: ['x-gitea-delivery'] }),
  github: {
    mode: 'hmac',
    schemes: [bodySignatureIn('x-hub-signature-256')],
    idHeaders: ['x-github-delivery'],
  },
  gitlab: withToken('x-gitlab-token', { idHeaders: ['idempotency-key'] }),
  gogs: signed('x-gogs-signature', {}, { idHeaders: ['x-gogs-delivery'] }),
  google: withToken('x-goog-channel-token', { idHeaders: [] }),
  grafana: signed('x-grafana-alerting-signature'),
  intercom: signed('x-hub-signature', { prefix: 'sha1=', hash: 'sha1' }),
  linear: signed('linear-signature', {}, { idHeaders: ['linear-delivery'] }),
  mailgun: { mode: 'hmac', special: 'mailgun', idHeaders: [] },
  meta: { mode: 'hmac', schemes: [bodySignatureIn('x-hub-signature-256')], idHeaders: [], handshake: 'meta' },
  'microsoft-graph': { mode: 'secret', idHeaders: [], handshake: 'graph' },
  mlflow: {
    mode: 'hmac',
    schemes: [standardScheme('x-mlflow', 'x-mlflow-delivery-id')],
    idHeaders: ['x-mlflow-delivery-id'],
  },
  notion: signed('x-notion-signature', { prefix: 'sha256=' }),
  paddle: signed('paddle-signature', {
    prefix: 'h1=',
    signs: '{timestamp}:{body}',
    timestamp: { header: 'paddle-signature', prefix: 'ts=' },
  }),
  pagerduty: signed('x-pagerduty-signature', { prefix: 'v1=' }),
  sendgrid: signed('x-twilio-email-event-webhook-signature', {
    publicKey: 'ecdsa',
    isList: false,
    encoding: 'base64',
    signs: '{timestamp}{body}',
    timestamp: { header: 'x-twilio-email-event-webhook-timestamp', prefix: '' },
  }),
  sentry: signed('sentry-hook-signature', {}, { idHeaders: ['request-id'] }),
  shopify: signed('x-shopify-hmac-sha256', { encoding: 'base64' }, { idHeaders: ['x-shopify-webhook-id'] }),
  slack: {
    mode: 'hmac',
    schemes: [signedInSlackShape('x-slack', 'x-slack-signature')],
    idHeaders: [],
    handshake: 'slack',
  },
  stripe: signed('stripe-signature', {
    prefix: 'v1=',
    signs: '{timestamp}.{body}',
    timestamp: { header: 'stripe-signature', prefix: 't=' },
  }),
  telegram: withToken('x-telegram-bot-api-secret-token', { idHeaders: [] }),
  twilio: { mode: 'hmac', special: 'twilio', idHeaders: ['i-twilio-idempotency-token'] },
  typeform: signed('typeform-signature', { prefix: 'sha256=', encoding: 'base64' }),
  woocommerce: signed(
    'x-wc-webhook-signature',
    { encoding: 'base64' },
    { idHeaders: ['x-wc-webhook-delivery-id'] },
  ),
  zendesk: signed(
    'x-zendesk-webhook-signature',
    {
      encoding: 'base64',
      signs: '{timestamp}{body}',
      timestamp: { header: 'x-zendesk-webhook-signature-timestamp', prefix: '' },
    },
    { idHeaders: ['x-zendesk-webhook-invocation-id'] },
  ),
  zoom: {
    mode: 'hmac',
    schemes: [signedInSlackShape('x-zm', 'x-zm-signature')],
    idHeaders: [],
    handshake: 'zoom',
  },
} as const satisfies Readonly<Record<string, SenderRules>>

export type SenderName = keyof typeof SENDERS

export const SENDER_NAMES = Object.keys(SENDERS) as readonly SenderName[]

export const senderRules = (name: SenderName): SenderRules => SENDERS[name]

export const KNOWN_PROOF_HEADERS: readonly string[] = [
  ...new Set([
    'authorization',
    'x-webhook-secret',
    'x-signature-256',
    'x-hub-signature-256',
    'x-hub-signature',
    'webhook-signature',
    'svix-signature',
    'x-twilio-signature',
    'x-amz-sns-message-id',
    'x-api-key',
    'x-chatb-bot-api-secret-token',
    ...Object.values<SenderRules>(SENDERS).flatMap(({ schemes = [], secretHeader }) => [
      ...schemes.map(({ header }) => header),
      ...(secretHeader ? [secretHeader.header] : []),
    ]),
  ]),
].toSorted()
