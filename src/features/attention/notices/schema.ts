import { z } from 'zod'
import { Time } from '#ground/api/schema.ts'
import { AttentionKind, AttentionLevel } from '../schema.ts'

/** `worse`: a higher level, one more decision, or twice as many failures since the last notice. */
export const NoticeCause = z.enum(['new', 'worse', 'solved'])
export type NoticeCause = z.infer<typeof NoticeCause>

const MinuteOfDay = z.int().min(0).max(1439)

export const NoticeSettings = z
  .strictObject({
    muted: z.array(AttentionKind).max(AttentionKind.options.length).describe('Kinds without notices'),
    level: AttentionLevel.describe('Least severe level; `decision` includes all levels'),
    with_solved: z.boolean().describe('Also send a notice when an item is solved'),
    pace: z.enum(['at_once', 'hourly', 'daily']),
    daily_at: MinuteOfDay.describe('Minutes after midnight, for `daily`'),
    quiet: z
      .strictObject({ from: MinuteOfDay, until: MinuteOfDay })
      .refine(({ from, until }) => from !== until, 'expected two different times')
      .nullable()
      .describe('Minutes after midnight between which no notice is sent; null: none'),
    time_zone: z.string().max(64).describe('Time zone of `daily_at` and `quiet`, such as `Europe/Berlin`'),
    language: z.enum(['en', 'de', 'zh', 'ar']).describe('Language of the notices'),
  })
  .meta({ id: 'NoticeSettings' })
export type NoticeSettings = z.infer<typeof NoticeSettings>

export const NoticeWay = z
  .object({
    id: z.string(),
    kind: z.enum(['mail', 'channel', 'webhook']),
    hub: z.string().nullable().describe('Hub of the channel'),
    channel: z.string().nullable(),
    address: z
      .string()
      .nullable()
      .describe('E-mail address, or scheme and host of the webhook, because its path may be secret'),
    created_at: Time,
    last_outcome: z.enum(['sent', 'retrying', 'failed']).nullable(),
    last_reason: z.string().nullable(),
    last_at: Time.nullable(),
    paused_at: Time.nullable().describe('Time at which the way was paused after failures; null: in use'),
  })
  .meta({ id: 'NoticeWay' })
export type NoticeWay = z.infer<typeof NoticeWay>

export const NoticeChannel = z.object({ hub: z.string(), channel: z.string() }).meta({ id: 'NoticeChannel' })
export type NoticeChannel = z.infer<typeof NoticeChannel>

export const NoticeView = z
  .object({
    settings: NoticeSettings.nullable().describe('Null until they are saved for the first time'),
    ways: z.array(NoticeWay),
    has_mail: z.boolean().describe('Whether the service can send mail'),
    channels: z.array(NoticeChannel).describe('Channels on which the person has written to a Hub'),
  })
  .meta({ id: 'Notices' })
export type NoticeView = z.infer<typeof NoticeView>

export const NewWay = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('mail') }),
  z.strictObject({
    kind: z.literal('channel'),
    hub: z.string().min(1).max(256),
    channel: z.string().min(1).max(64),
  }),
  z.strictObject({ kind: z.literal('webhook'), url: z.string().min(1).max(2000) }),
])
export type NewWay = z.infer<typeof NewWay>

export const AddedWay = z
  .object({
    way: NoticeWay,
    secret: z.string().nullable().describe('Signing secret of a webhook, shown only in this answer'),
  })
  .meta({ id: 'AddedNoticeWay' })

export const WayParams = z.strictObject({ way: z.string().min(1).max(64) })

export const WayTested = z
  .object({
    outcome: z.enum(['sent', 'handed', 'failed']).describe('`handed`: the Hub’s channel sends it shortly'),
    reason: z.string().nullable(),
  })
  .meta({ id: 'NoticeTest' })
export type WayTested = z.infer<typeof WayTested>
