import type { InboxEndpoint } from '#core/inbox/schema.ts'

type Mode = NonNullable<InboxEndpoint['mode']>

export interface Preset {
  id: string
  name: string
  mode: Mode | null
  steps: readonly string[]
  lines: string
}

const CONFIGURED = 'WEBHOOK_INBOUND_SECRET'

export const modeSetting = (
  mode: Mode,
  { secret_variable }: Pick<InboxEndpoint, 'secret_variable'>,
): [string, string] =>
  secret_variable === CONFIGURED
    ? [MODE_VARIABLES[mode], 'the Hub’s .env']
    : [`mode: ${mode === 'secret' ? 'token' : mode}`, 'inbound/webhooks.yaml']

/** `false` selects the default mode, the shared secret. */
const MODE_VARIABLES: Record<Mode, string> = {
  secret: 'WEBHOOK_INBOUND_HMAC=false',
  hmac: 'WEBHOOK_INBOUND_HMAC=true',
  standard: 'WEBHOOK_INBOUND_STANDARD=true',
}

export const presets = ({
  address,
  mode,
  secret_variable,
}: Pick<InboxEndpoint, 'address' | 'mode' | 'secret_variable'>): Preset[] => {
  const variable = secret_variable ?? CONFIGURED
  return [
    {
      id: 'curl',
      name: 'curl',
      mode: null,
      steps: [`Run this in a terminal, with ${variable} set to the Hub’s secret.`],
      lines: curl[mode ?? 'secret'](address, variable),
    },
    {
      id: 'github',
      name: 'GitHub',
      mode: 'hmac',
      steps: [
        'In the repository: Settings → Webhooks → Add webhook.',
        `Content type: application/json. Secret: the value of ${variable}.`,
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
        `Under “Custom headers” add X-Webhook-Secret with the value of ${variable}.`,
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
        `Give the sender this address, and put the signing secret it shows (whsec_…) into ${variable}.`,
        'Svix, Clerk, Resend and others sign this way. Time and id are covered by the signature.',
      ],
      lines: address,
    },
  ]
}

const BODY = `{"hello":"hub"}`

const curl: Record<Mode, (address: string, variable: string) => string> = {
  secret: (address, variable) => `curl -sS '${address}' \\
  -H "X-Webhook-Secret: $${variable}" \\
  -H 'Content-Type: application/json' \\
  -d '${BODY}'`,
  hmac: (address, variable) => `body='${BODY}'
signature=$(printf %s "$body" | openssl dgst -sha256 -hmac "$${variable}" | sed 's/.* //')
curl -sS '${address}' \\
  -H "X-Signature-256: sha256=$signature" \\
  -H 'Content-Type: application/json' \\
  -d "$body"`,
  standard: (address, variable) => `body='${BODY}'
id="msg_$(openssl rand -hex 12)"
time=$(date +%s)
key=$(printf %s "\${${variable}#whsec_}" | openssl base64 -d -A | od -An -v -tx1 | tr -d ' \\n')
signature=$(printf %s "$id.$time.$body" |
  openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | openssl base64 -A)
curl -sS '${address}' \\
  -H "webhook-id: $id" -H "webhook-timestamp: $time" \\
  -H "webhook-signature: v1,$signature" \\
  -H 'Content-Type: application/json' \\
  -d "$body"`,
}
