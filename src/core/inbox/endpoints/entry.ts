import { z } from 'zod'
import { EndpointName } from '#ground/hub/endpoint-name.ts'
import { scheme } from '../verification/schemes.ts'
import { DEFAULT_TOLERANCE_S, signsId, signsTime } from '../verification/signature.ts'
import { MAX_ID_HEADERS, readIdHeaders } from './id-headers.ts'
import { keptHeaderProblem, MAX_KEPT_HEADERS } from './kept-headers.ts'
import { HANDSHAKES, SENDER_NAMES, senderRules, type Handshake, type SenderRules } from './senders.ts'

const MAX_BODY_BYTES = 64 * 1024 * 1024

const MAX_TOLERANCE_S = 24 * 60 * 60

const variable = z
  .string('expected the name of a variable')
  .regex(/^[A-Za-z_][A-Za-z0-9_]{0,127}$/, 'expected the name of a variable, such as GITHUB_WEBHOOK_SECRET')

const headerName = z
  .string('expected the name of a header')
  .regex(/^[A-Za-z0-9!#$%&'*.^_`|~-]{1,100}$/, 'expected the name of a header, such as X-Acme-Signature')
  .transform((name) => name.toLowerCase())

const shortPrefix = z.string('expected a text, such as sha256=').max(50, 'expected at most 50 characters')

const signedText = z
  .string('expected a text with {body}, such as "{timestamp}.{body}"')
  .max(200, 'expected at most 200 characters')
  .refine(
    (text) => text.split('{body}').length === 2,
    'expected {body} exactly once, such as "{timestamp}.{body}"',
  )
  .refine(
    (text) => (text.match(/\{[^}]*\}/g) ?? []).every((name) => /^\{(body|timestamp|id)\}$/.test(name)),
    'expected no other names in braces than {body}, {timestamp} and {id}',
  )

const idHeaders = z
  .union([z.string(), z.array(z.string())], 'expected the name of a header, a list of them, or none')
  .transform((given, context) => {
    const names = readIdHeaders([given].flat())
    if (names !== null) return names
    context.addIssue(`expected the name of a header, a list of at most ${MAX_ID_HEADERS}, or none`)
    return z.NEVER
  })

const keptHeaders = z
  .array(headerName, 'expected a list of headers, such as [X-GitHub-Event]')
  .max(MAX_KEPT_HEADERS, `expected at most ${MAX_KEPT_HEADERS} headers`)
  .superRefine((names, context) => {
    for (const [index, name] of names.entries()) {
      const message = keptHeaderProblem(name)
      if (message !== null) context.addIssue({ code: 'custom', path: [index], message })
    }
  })

export const EndpointSettings = z
  .strictObject(
    {
      name: EndpointName,
      secret_env: variable,
      old_secret_env: variable.nullish(),
      sender: z.enum(SENDER_NAMES, `expected one of ${SENDER_NAMES.join(', ')}`).nullish(),
      mode: z.enum(['token', 'hmac', 'standard'], 'expected token, hmac or standard').nullish(),
      header: headerName.nullish(),
      prefix: shortPrefix.nullish(),
      encoding: z.enum(['hex', 'base64'], 'expected hex or base64').nullish(),
      hash: z.enum(['sha1', 'sha256', 'sha512'], 'expected sha1, sha256 or sha512').nullish(),
      signs: signedText.nullish(),
      timestamp_header: headerName.nullish(),
      timestamp_prefix: shortPrefix.nullish(),
      tolerance: z
        .int('expected a whole number of seconds')
        .min(1, 'expected at least 1 second')
        .max(MAX_TOLERANCE_S, `expected at most ${MAX_TOLERANCE_S} seconds`)
        .nullish(),
      id_header: idHeaders.nullish(),
      keep_headers: keptHeaders.nullish(),
      deduplicate_by_body: z.boolean('expected true or false').nullish(),
      handshake: z.enum(HANDSHAKES, `expected one of ${HANDSHAKES.join(', ')}`).nullish(),
      verify_token_env: variable.nullish(),
      max_bytes: z
        .int('expected a whole number of bytes')
        .min(1, 'expected at least 1')
        .max(MAX_BODY_BYTES, `expected at most ${MAX_BODY_BYTES}`)
        .nullish(),
    },
    'expected `name`, `secret_env`, and `sender`, `mode` or `max_bytes` where they differ',
  )
  .superRefine((entry, context) => {
    for (const [key, message] of contradictionsIn(entry))
      context.addIssue({ code: 'custom', path: [key], message })
  })
type EndpointSettings = z.infer<typeof EndpointSettings>

const OF_SIGNATURES = [
  'encoding',
  'hash',
  'signs',
  'timestamp_header',
  'timestamp_prefix',
  'tolerance',
] as const

function contradictionsIn(entry: EndpointSettings): [key: keyof EndpointSettings, message: string][] {
  const found: [keyof EndpointSettings, string][] = []
  const isGiven = (key: keyof EndpointSettings) => entry[key] !== null && entry[key] !== undefined
  const { mode, sender, signs } = entry
  if (sender)
    for (const key of ['mode', 'header', 'prefix', ...OF_SIGNATURES] as const)
      if (key !== 'tolerance' && isGiven(key))
        found.push([key, `sender: ${sender} sets ${key}; leave one of the two out`])
  if (sender === 'mailgun')
    for (const key of ['id_header', 'deduplicate_by_body'] as const)
      if (isGiven(key)) found.push([key, `the signed token names deliveries of mailgun; leave ${key} out`])
  if (!sender && mode !== 'hmac')
    for (const key of OF_SIGNATURES)
      if (isGiven(key)) found.push([key, `only an endpoint with mode: hmac or a sender has ${key}`])
  if (!sender && mode === 'standard')
    for (const key of ['header', 'prefix'] as const)
      if (isGiven(key)) found.push([key, `mode: standard has no ${key}`])
  if (mode === 'hmac' && !isGiven('header'))
    for (const key of ['prefix', ...OF_SIGNATURES] as const)
      if (isGiven(key)) found.push([key, `${key} needs header, the header that carries the signature`])
  if (mode !== 'hmac' && !sender && isGiven('prefix') && !isGiven('header'))
    found.push(['prefix', 'prefix needs header, the header that carries the secret'])
  const isTimed = isGiven('timestamp_header') || isGiven('timestamp_prefix')
  if (signs && signsTime({ signs }) !== isTimed)
    found.push(['signs', '{timestamp} in signs goes together with timestamp_header or timestamp_prefix'])
  if (!signs && isTimed)
    found.push([
      'timestamp_header',
      'a timestamp must be signed: write {timestamp} in signs, such as "{timestamp}.{body}"',
    ])
  if (signs && signsId({ signs }) && entry.id_header?.length !== 1)
    found.push(['signs', '{id} in signs needs id_header, the one header that carries the id'])
  if (entry.header && entry.keep_headers?.includes(entry.header))
    found.push(['keep_headers', `${entry.header} proves who sent a delivery; events must not contain it`])
  if (isGiven('verify_token_env') && handshakeOf(entry) !== 'meta')
    found.push(['verify_token_env', 'only an endpoint with handshake: meta has verify_token_env'])
  if (handshakeOf(entry) === 'meta' && !isGiven('verify_token_env'))
    found.push([
      isGiven('handshake') ? 'handshake' : 'sender',
      'Meta checks the address by a verify token: name its variable in verify_token_env',
    ])
  return found
}

const handshakeOf = ({ sender, handshake }: EndpointSettings): Handshake | undefined =>
  handshake ?? (sender ? senderRules(sender).handshake : undefined)

export interface EndpointRules extends Omit<SenderRules, 'mode'> {
  /** Lower-case names of headers that are stored with the event. */
  keptHeaders?: readonly string[]
  /** If false, equal bodies without an id are not duplicates. */
  deduplicatesByBody?: boolean
  /** Variable with the token that Meta sends to verify the address. */
  verifyTokenVariable?: string
}

export function rulesOf(entry: EndpointSettings): { mode: SenderRules['mode']; rules: EndpointRules } {
  const { sender, mode, header, prefix, id_header: ids, deduplicate_by_body: byBody } = entry
  const { mode: senderMode, ...preset }: SenderRules = sender
    ? senderRules(sender)
    : { mode: mode === 'hmac' || mode === 'standard' ? mode : 'secret' }
  const rules: EndpointRules = { ...preset }
  if (sender && entry.tolerance && preset.schemes)
    rules.schemes = preset.schemes.map((one) => ({ ...one, toleranceS: entry.tolerance! }))
  if (sender && entry.tolerance && preset.special) rules.toleranceS = entry.tolerance
  if (mode === 'hmac' && header) rules.schemes = [ownScheme(entry, header)]
  if (mode !== 'hmac' && header) rules.secretHeader = { header, prefix: prefix ?? '' }
  if (ids) rules.idHeaders = ids
  if (entry.keep_headers?.length) rules.keptHeaders = entry.keep_headers
  if (byBody === false || ids?.length === 0) rules.deduplicatesByBody = false
  const handshake = handshakeOf(entry)
  if (handshake) rules.handshake = handshake
  if (entry.verify_token_env) rules.verifyTokenVariable = entry.verify_token_env
  return { mode: senderMode, rules }
}

function ownScheme(entry: EndpointSettings, header: string) {
  const { timestamp_header: timeHeader, timestamp_prefix: timePrefix, signs } = entry
  const isTimed = Boolean(timeHeader ?? timePrefix)
  return scheme(header, {
    prefix: entry.prefix ?? '',
    hash: entry.hash ?? 'sha256',
    encoding: entry.encoding ?? 'hex',
    signs: signs ?? '{body}',
    timestamp: isTimed ? { header: timeHeader ?? header, prefix: timePrefix ?? '' } : null,
    toleranceS: entry.tolerance ?? DEFAULT_TOLERANCE_S,
    idHeader: signs && signsId({ signs }) ? (entry.id_header?.[0] ?? null) : null,
  })
}
