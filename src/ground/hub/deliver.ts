import { z } from 'zod'
import { CHANNEL_NAMES, CHANNELS, type ChannelName } from './channels.ts'
import { shortText } from './short-text.ts'

export type DeliveryTarget =
  | { kind: 'chat'; email: string }
  /** `to`: the provider's id of a person or conversation, or an email address. */
  | { kind: 'channel'; channel: ChannelName; to: string }
  | {
      kind: 'webhook'
      url: string
      /** Name of the environment variable with the signing secret. */
      secret: string
    }

export interface Deliver {
  target: DeliveryTarget
  on: 'success' | 'failure' | 'always'
}

const MAX_TARGETS = 5

const OPTIONS = CHANNEL_NAMES.map((name) => CHANNELS[name].option)
const channelOf = (option: string): ChannelName =>
  CHANNEL_NAMES.find((name) => CHANNELS[name].option === option)!

const email = z
  .string('expected an e-mail address')
  .trim()
  .toLowerCase()
  .max(254, 'expected an e-mail address')
  .regex(/^[^\s@]+@[^\s@]+$/, 'expected an e-mail address')

/** Accepts integers, because YAML parses unquoted digits as a number. */
const to = z.union([z.int().transform(String), shortText(200)], 'expected a handle or conversation, as text')

const address = shortText(2000).superRefine((text, context) => {
  const url = URL.parse(text)
  if (url === null || !/^https?:$/.test(url.protocol))
    context.addIssue('expected an address such as https://example.com/hook')
  else if (url.username || url.password)
    context.addIssue(
      'expected an address such as https://example.com/hook, without user name and password: the signature authenticates the delivery',
    )
})

const Entry = z
  .strictObject(
    {
      chat: email.nullish(),
      channel: z.enum(OPTIONS, `expected one of ${OPTIONS.join(', ')}`).nullish(),
      to: to.nullish(),
      webhook: address.nullish(),
      secret: z
        .string('expected the name of a variable')
        .regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/, 'expected the name of a variable of the Hub’s .env')
        .nullish(),
      on: z.enum(['success', 'failure', 'always'], 'expected success, failure or always').nullish(),
    },
    'expected { chat }, { channel, to } or { webhook, secret }',
  )
  .transform((entry, context): Deliver => {
    const complain = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message })
    const given = KINDS.filter((key) => entry[key] != null)
    if (given.length !== 1)
      complain(
        [],
        `names several targets: expected one of ${KINDS.join(', ')}, found ${given.join(' and ') || 'none'}`,
      )
    for (const [key, owner] of Object.entries(BELONGS) as ['to' | 'secret', (typeof KINDS)[number]][]) {
      const isMeant = given.includes(owner)
      if (entry[key] != null && !isMeant) complain([key], `only an entry with ${owner} has ${key}`)
      if (entry[key] == null && isMeant) complain([], LACKS[key])
    }
    return { target: targetOf(entry), on: entry.on ?? 'always' }
  })

const KINDS = ['chat', 'channel', 'webhook'] as const
const BELONGS = { to: 'channel', secret: 'webhook' } as const
const LACKS = {
  to: 'lacks `to`, the handle or conversation that it goes to',
  secret: 'lacks `secret`, the name of the variable with the signing secret',
} as const

interface Keys {
  chat?: string | null | undefined
  channel?: (typeof OPTIONS)[number] | null | undefined
  to?: string | null | undefined
  webhook?: string | null | undefined
  secret?: string | null | undefined
}

function targetOf({ chat, channel, to, webhook, secret }: Keys): DeliveryTarget {
  if (chat != null) return { kind: 'chat', email: chat }
  if (channel != null) return { kind: 'channel', channel: channelOf(channel), to: to ?? '' }
  return { kind: 'webhook', url: webhook ?? '', secret: secret ?? '' }
}

export const DeliverKey = z.preprocess(
  (given) => (given == null || Array.isArray(given) ? given : [given]),
  z
    .array(Entry, 'expected { chat }, { channel, to } or { webhook, secret }, or a list of them')
    .max(MAX_TARGETS, `expected at most ${MAX_TARGETS} targets`)
    .nullish(),
)
