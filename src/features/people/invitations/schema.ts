import { z } from 'zod'
import { HubSlug, Permission } from '#core/access/schema.ts'
import { pageSchema, Paging, Time } from '#ground/api/schema.ts'
import { AccountRole, GrantItem } from '../schema.ts'

const SubjectText = z.string().trim().min(1).max(300)

export const MailLanguage = z.enum(['en', 'de', 'zh', 'ar'])

const GroupId = z.string().min(1).max(64)

export const MAX_INVITED = 50

export const MailProblem = z
  .enum(['no_mail_server', 'no_public_url', 'open_webui'])
  .nullable()
  .describe(
    'Why the service sends no links by mail: no mail server, no `SVC_PUBLIC_URL`, or Open WebUI is the web chat; null: it can',
  )
export type MailProblem = z.infer<typeof MailProblem>

export const MailState = z
  .object({
    state: z.enum(['waiting', 'sent', 'failed']).describe('`waiting` includes repeated attempts'),
    attempts: z.int(),
    reason: z.string().nullable().describe('Failure of the last attempt'),
    at: Time.nullable().describe('Time at which the mail was sent or given up'),
    next_at: Time.nullable().describe('Time of the next attempt, if an attempt failed'),
  })
  .meta({ id: 'AccountMail' })
export type MailState = z.infer<typeof MailState>

export const InvitationView = z
  .object({
    email: z.string(),
    role: AccountRole,
    groups: z.array(z.string()).describe('Ids of groups of the web chat'),
    grants: z.array(z.object({ hub: HubSlug, permission: Permission, expires_at: Time.optional() })),
    invited_by: z.string(),
    invited_at: Time,
    expires_at: Time,
    is_expired: z.boolean(),
    mail: MailState.nullable().describe('The last mail; null if its record is no longer stored'),
  })
  .meta({ id: 'Invitation' })
export type InvitationView = z.infer<typeof InvitationView>

export const InvitationsQuery = z.strictObject({ ...Paging.shape })

export const InvitationsPage = pageSchema(InvitationView)
  .extend({ problem: MailProblem })
  .meta({ id: 'Invitations' })
export type InvitationsPage = z.infer<typeof InvitationsPage>

export const InviteRequest = z
  .strictObject({
    emails: z.array(SubjectText).min(1).max(MAX_INVITED),
    role: AccountRole.default('user').describe('`admin` also makes the person organization administrator'),
    groups: z.array(GroupId).max(50).default([]),
    grants: z.array(GrantItem).max(200).default([]),
    language: MailLanguage.default('en').describe('Language of the mail'),
  })
  .meta({ id: 'InviteRequest' })
export type InviteRequest = z.output<typeof InviteRequest>

export const InviteRefusal = z.enum([
  'duplicate_email',
  'already_invited',
  'blocked',
  'invalid',
  'rate_limited',
  'refused',
])
export type InviteRefusal = z.infer<typeof InviteRefusal>

export const Invited = z
  .object({
    items: z.array(
      z.object({
        email: z.string(),
        invited: z.boolean(),
        code: InviteRefusal.nullable().describe('Reason of a refusal'),
        detail: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'Invited' })
export type Invited = z.infer<typeof Invited>

export const InvitationParams = z.object({ email: SubjectText })

export const Withdrawn = z.object({ email: z.string(), withdrawn: z.literal(true) })

export const ResetMailRequest = z
  .strictObject({
    language: MailLanguage.default('en').describe('Language of the mail, unless the person chose a language'),
  })
  .prefault({})
  .meta({ id: 'ResetMailRequest' })

export const ResetMailQueued = z.object({ subject: z.string(), queued: z.literal(true) })
