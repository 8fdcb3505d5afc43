import type { InboxEndpoint } from '#inbox/schema.ts'

type Mode = InboxEndpoint['mode']

/** What somebody needs to make a service send here. */
export interface Preset {
  id: string
  name: string
  /** How the endpoint must verify for this; null for whatever it does now. */
  mode: Mode | null
  /** What to do with the lines. */
  steps: readonly string[]
  lines: string
}

const SECRET = '$WEBHOOK_INBOUND_SECRET'

/** Variables that choose a mode; the shared secret is what there is without them. */
export const MODE_VARIABLES: Record<Mode, string> = {
  secret: 'WEBHOOK_INBOUND_HMAC=false',
  hmac: 'WEBHOOK_INBOUND_HMAC=true',
  standard: 'WEBHOOK_INBOUND_STANDARD=true',
}

/** Senders that people use, for one endpoint. The secret is named and never there. Pure. */
export const presets = ({ address, mode }: Pick<InboxEndpoint, 'address' | 'mode'>): Preset[] => [
  {
    id: 'curl',
    name: 'curl',
    mode: null,
    steps: ['Run this in a terminal, with WEBHOOK_INBOUND_SECRET set to the Hub’s secret.'],
    lines: curl[mode](address),
  },
  {
    id: 'github',
    name: 'GitHub',
    mode: 'hmac',
    steps: [
      'In the repository: Settings → Webhooks → Add webhook.',
      'Content type: application/json. Secret: the value of WEBHOOK_INBOUND_SECRET.',
      'The kind of event travels in a header, which is not stored: use one address for each kind you want to tell apart.',
    ],
    lines: `${address}?kind=push`,
  },
  {
    id: 'gitlab',
    name: 'GitLab',
    mode: 'secret',
    steps: [
      'In the project: Settings → Webhooks → Add new webhook, with this address.',
      'Under “Custom headers” add X-Webhook-Secret with the value of WEBHOOK_INBOUND_SECRET.',
    ],
    lines: `${address}?kind=push`,
  },
  {
    id: 'address-only',
    name: 'Stripe and others',
    mode: 'secret',
    steps: [
      'For senders that can’t be given a header: the secret travels in the address, in the place of SECRET.',
      'It then stands in their settings, in logs on the way and in the stored event, so use a secret of its own.',
    ],
    lines: `${address}?token=SECRET`,
  },
  {
    id: 'standard',
    name: 'Standard Webhooks',
    mode: 'standard',
    steps: [
      'Give the sender this address, and put the signing secret it shows (whsec_…) into WEBHOOK_INBOUND_SECRET.',
      'Svix, Clerk, Resend and others sign this way. Time and id are covered by the signature.',
    ],
    lines: address,
  },
]

const BODY = `{"hello":"hub"}`

const curl: Record<Mode, (address: string) => string> = {
  secret: (address) => `curl -sS '${address}' \\
  -H "X-Webhook-Secret: ${SECRET}" \\
  -H 'Content-Type: application/json' \\
  -d '${BODY}'`,
  hmac: (address) => `body='${BODY}'
signature=$(printf %s "$body" | openssl dgst -sha256 -hmac "${SECRET}" | sed 's/.* //')
curl -sS '${address}' \\
  -H "X-Signature-256: sha256=$signature" \\
  -H 'Content-Type: application/json' \\
  -d "$body"`,
  standard: (address) => `body='${BODY}'
id="msg_$(openssl rand -hex 12)"
time=$(date +%s)
key=$(printf %s "\${WEBHOOK_INBOUND_SECRET#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \\n')
signature=$(printf %s "$id.$time.$body" |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A)
curl -sS '${address}' \\
  -H "webhook-id: $id" -H "webhook-timestamp: $time" \\
  -H "webhook-signature: v1,$signature" \\
  -H 'Content-Type: application/json' \\
  -d "$body"`,
}
