import type { InboxEndpoint } from '#core/inbox/schema.ts'
import { senders } from './messages.ts'

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
    ? [MODE_VARIABLES[mode], senders.hubEnv]
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
      steps: [senders.curl(variable)],
      lines: curl[mode ?? 'secret'](address, variable),
    },
    {
      id: 'github',
      name: 'GitHub',
      mode: 'hmac',
      steps: [senders.github.open, senders.github.secret(variable), senders.github.kind],
      lines: `${address}?kind=push`,
    },
    {
      id: 'gitlab',
      name: 'GitLab',
      mode: 'secret',
      steps: [senders.gitlab.open, senders.gitlab.secret(variable)],
      lines: `${address}?kind=push`,
    },
    {
      id: 'address-only',
      name: senders.addressOnly.name,
      mode: 'secret',
      steps: [senders.addressOnly.secret, senders.addressOnly.stored],
      lines: `${address}?token=SECRET`,
    },
    {
      id: 'standard',
      name: 'Standard Webhooks',
      mode: 'standard',
      steps: [senders.standard.secret(variable), senders.standard.who],
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
