import { z } from 'zod'

// Parameters of the methods that we call, from @slack/web-api 8.2 and docs.slack.dev/reference/methods. Each is a
// string, because clients send forms.

const flag = z.enum(['true', 'false'])
const ts = z.string().regex(/^\d+\.\d{6}$/)
const channel = z.string().regex(/^[CDG][A-Z0-9]+$/)
const limit = z.string().regex(/^[1-9]\d{0,2}$/)
const json = <T extends z.ZodType>(schema: T) =>
  z
    .string()
    .transform((text) => JSON.parse(text) as unknown)
    .pipe(schema)

const Metadata = z.strictObject({
  event_type: z.string().regex(/^\w{1,255}$/),
  event_payload: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
})

const markdown = z.string().min(1).max(12_000)
const Chunks = z.array(z.strictObject({ type: z.literal('markdown_text'), text: markdown }))

const paging = { limit: limit.optional(), cursor: z.string().min(1).optional() }
const timeline = {
  oldest: ts.optional(),
  latest: ts.optional(),
  inclusive: flag.optional(),
  include_all_metadata: flag.optional(),
}

/** Source: docs.slack.dev/reference/block-kit. */
const Blocks = z.array(
  z.discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('section'),
      text: z.strictObject({ type: z.literal('mrkdwn'), text: z.string().min(1).max(3000) }),
    }),
    z.strictObject({
      type: z.literal('actions'),
      elements: z
        .array(
          z.strictObject({
            type: z.literal('button'),
            action_id: z.string().min(1).max(255),
            text: z.strictObject({ type: z.literal('plain_text'), text: z.string().min(1).max(75) }),
            value: z.string().min(1).max(2000),
            style: z.enum(['primary', 'danger']).optional(),
          }),
        )
        .min(1)
        .max(25)
        .refine((elements) => new Set(elements.map(({ action_id: id }) => id)).size === elements.length),
    }),
  ]),
)
export type Block = z.infer<typeof Blocks>[number]

export const METHODS = {
  'apps.connections.open': z.strictObject({}),
  'auth.test': z.strictObject({}),
  'users.conversations': z.strictObject({
    types: z
      .string()
      .regex(/^(?:public_channel|private_channel|mpim|im)(?:,(?:public_channel|private_channel|mpim|im))*$/)
      .optional(),
    exclude_archived: flag.optional(),
    ...paging,
  }),
  'conversations.open': z.strictObject({ users: z.string().regex(/^[UW][A-Z0-9]+$/) }),
  'conversations.history': z.strictObject({ channel, ...paging, ...timeline }),
  'conversations.replies': z.strictObject({ channel, ts, ...paging, ...timeline }),
  'chat.postMessage': z.strictObject({
    channel,
    text: z.string(),
    thread_ts: ts.optional(),
    blocks: json(Blocks).optional(),
    metadata: json(Metadata).optional(),
    mrkdwn: flag.optional(),
    unfurl_links: flag.optional(),
    unfurl_media: flag.optional(),
  }),
  'chat.update': z.strictObject({
    channel,
    ts,
    text: z.string(),
    blocks: json(Blocks).optional(),
    metadata: json(Metadata).optional(),
  }),
  'chat.postEphemeral': z.strictObject({
    channel,
    user: z.string().regex(/^[UW][A-Z0-9]+$/),
    text: z.string().min(1),
    thread_ts: ts.optional(),
  }),
  'chat.delete': z.strictObject({ channel, ts }),
  'chat.startStream': z.strictObject({
    channel,
    thread_ts: ts,
    markdown_text: markdown.optional(),
    chunks: json(Chunks).optional(),
    recipient_team_id: z.string().regex(/^T/).optional(),
    recipient_user_id: z.string().regex(/^[UW]/).optional(),
  }),
  'chat.appendStream': z.strictObject({
    channel,
    ts,
    markdown_text: markdown.optional(),
    chunks: json(Chunks).optional(),
  }),
  'chat.stopStream': z.strictObject({
    channel,
    ts,
    markdown_text: markdown.optional(),
    chunks: json(Chunks).optional(),
    metadata: json(Metadata).optional(),
  }),
  'users.info': z.strictObject({ user: z.string().regex(/^[UW][A-Z0-9]+$/) }),
  'files.info': z.strictObject({ file: z.string().regex(/^F[A-Z0-9]+$/) }),
}

export type Method = keyof typeof METHODS
export type Asked<M extends Method> = z.infer<(typeof METHODS)[M]>

export const isMethod = (name: string): name is Method => Object.hasOwn(METHODS, name)

export const Acknowledgement = z.strictObject({
  envelope_id: z.string(),
  payload: z.record(z.string(), z.unknown()).optional(),
})
