import { z } from 'zod'
import { HubSlug, Permission } from '#core/access/schema.ts'
import { Filter, Format, pageSchema, Paging, sorting, Time } from '#ground/api/schema.ts'
import { PEOPLE_SORT } from '#ground/api/list-sorts.ts'

/** An e-mail or `svc:<name>`, not yet normalized. */
const SubjectText = z.string().trim().min(1).max(300)

/** `unknown`: a person with a grant but without an account. */
export const AccountStatus = z.enum(['active', 'pending', 'blocked', 'unknown'])
export type AccountStatus = z.infer<typeof AccountStatus>

export const AccountRole = z.enum(['user', 'admin'])
export type AccountRole = z.infer<typeof AccountRole>

/** `idp`: only through an identity provider. */
export const SignInMethod = z.enum(['password', 'idp'])
export type SignInMethod = z.infer<typeof SignInMethod>

export const PeopleQuery = z.strictObject({
  q: Filter.describe('Only people with this text in their name or e-mail'),
  status: AccountStatus.optional(),
  role: AccountRole.optional().describe('Role in the web chat'),
  permission: Permission.optional().describe(
    'Only people with a grant of this permission: on the Hub `agent` if given, otherwise on any Hub',
  ),
  agent: HubSlug.optional().describe('Only people with access to this Hub'),
  ...sorting(PEOPLE_SORT),
  ...Format.shape,
  ...Paging.shape,
})
export type PeopleQuery = z.infer<typeof PeopleQuery>

export const HubAccess = z.object({
  hub: HubSlug.describe('Slug of a Hub, or `*` for the organization, whose grants apply to every Hub'),
  permissions: z.array(
    z.object({
      permission: Permission,
      via: z.enum(['direct', 'organization']),
      expires_at: Time.nullable().describe('Expiry of the grant; null for a grant without expiry'),
    }),
  ),
})
export type HubAccess = z.infer<typeof HubAccess>

export const PersonView = z
  .object({
    subject: z.string(),
    kind: z.enum(['person', 'service']),
    email: z.string().nullable(),
    name: z.string().nullable(),
    role: AccountRole.nullable().describe('Role of the account; null without an account'),
    status: AccountStatus,
    sign_in: SignInMethod.nullable(),
    created_at: Time.nullable(),
    last_active_at: Time.nullable(),
    is_primary: z.boolean().describe('True for the first administrator, who cannot be demoted or deleted'),
    is_organization_admin: z.boolean(),
    access: z.array(HubAccess),
  })
  .meta({ id: 'Person' })
export type PersonView = z.infer<typeof PersonView>

export const PeoplePage = pageSchema(PersonView)
  .extend({
    total_is_exact: z.boolean().describe('False if there are more people than `total`'),
    refreshed_at: Time.nullable().describe('Time at which the accounts were last read from the web chat'),
    is_whole: z.boolean().describe('False until all accounts of the web chat have been read'),
  })
  .meta({ id: 'PeoplePage' })
export type PeoplePage = z.infer<typeof PeoplePage>

export const GrantItem = z.strictObject({
  hub: HubSlug,
  permission: Permission,
  expires_at: z.iso
    .datetime({ offset: true })
    .optional()
    .describe('Time at which the grant expires; without it, the grant is unlimited'),
})
export type GrantItem = z.infer<typeof GrantItem>

/** An operation that changed only access or only the web chat. Repeating the request finishes it. */
export const UnfinishedView = z
  .object({
    kind: z.enum(['create', 'role', 'delete']),
    subject: z.string(),
    started_by: z.string(),
    started_at: Time,
    detail: z.string().describe('Explanation of the remaining steps, for people'),
    role: AccountRole.nullable().describe('The requested role'),
    grants: z.array(GrantItem).describe('The requested permissions of the new account'),
  })
  .meta({ id: 'Unfinished' })
export type UnfinishedView = z.infer<typeof UnfinishedView>

export const PersonChange = z.object({
  id: z.int().describe('Position in the ledger, from 1'),
  at: Time,
  actor: z.string(),
  action: z.string(),
  hub: z.string().nullable(),
  permission: z.string().nullable(),
  revision: z.int().nullable(),
})
export type PersonChange = z.infer<typeof PersonChange>

export const PersonPage = z
  .object({
    person: PersonView,
    recent_changes: z.array(PersonChange),
    unfinished: z.array(UnfinishedView),
  })
  .meta({ id: 'PersonPage' })
export type PersonPage = z.infer<typeof PersonPage>

export const AccountView = z
  .object({
    subject: z.string(),
    email: z.string(),
    name: z.string(),
    chat_role: z.enum(['pending', 'user', 'admin']).describe('Role in the web chat'),
    is_organization_admin: z
      .boolean()
      .describe('True if the person also became an organization administrator'),
    status: AccountStatus,
    sign_in: SignInMethod,
    created_at: Time,
    last_active_at: Time,
    is_primary: z.boolean(),
  })
  .meta({ id: 'Account' })
export type AccountView = z.infer<typeof AccountView>

export const CreateAccountRequest = z
  .strictObject({
    email: SubjectText,
    name: z.string().trim().min(1).max(100),
    sign_in: SignInMethod,
    password: z
      .string()
      .min(1)
      .max(256)
      .optional()
      .describe('First password; required if `sign_in` is `password`, otherwise not allowed'),
    grants: z.array(GrantItem).max(200).default([]),
  })
  .refine(({ sign_in, password }) => (sign_in === 'password') === (password !== undefined), {
    path: ['password'],
    message: 'a password is needed for sign-in by password, and only for it',
  })
  .meta({ id: 'CreateAccountRequest' })
export type CreateAccountRequest = z.infer<typeof CreateAccountRequest>

export const AccountGrantRequest = z
  .strictObject({ email: SubjectText, grants: z.array(GrantItem).min(1).max(200) })
  .meta({ id: 'AccountGrantRequest' })
export type AccountGrantRequest = z.infer<typeof AccountGrantRequest>

export const ApproveRequest = z
  .strictObject({ grants: z.array(GrantItem).max(200).default([]) })
  .prefault({})
  .meta({ id: 'ApproveRequest' })
export type ApproveRequest = z.infer<typeof ApproveRequest>

export const BlockRequest = z
  .strictObject({ subject: SubjectText, suspended: z.boolean() })
  .meta({ id: 'BlockRequest' })
export type BlockRequest = z.infer<typeof BlockRequest>

export const BlockView = z.object({ subject: z.string(), blocked: z.boolean() })
export type BlockView = z.infer<typeof BlockView>

export const PasswordRequest = z
  .strictObject({ password: z.string().min(1).max(256) })
  .meta({ id: 'PasswordRequest' })
export type PasswordRequest = z.infer<typeof PasswordRequest>

export const RoleRequest = z.strictObject({ role: AccountRole }).meta({ id: 'RoleRequest' })
export type RoleRequest = z.infer<typeof RoleRequest>

export const DeleteAccountRequest = z
  .strictObject({ confirm_email: SubjectText })
  .meta({ id: 'DeleteAccountRequest' })
export type DeleteAccountRequest = z.infer<typeof DeleteAccountRequest>

export const DeletedView = z.object({ subject: z.string(), deleted: z.literal(true) })
export type DeletedView = z.infer<typeof DeletedView>

export const SignedOutView = z.object({ subject: z.string(), signed_out: z.literal(true) })

export const FactorsResetView = z.object({ subject: z.string(), reset: z.literal(true) })

export const IdentityView = z.object({
  issuer: z.string(),
  subject: z.string(),
  email: z.string().nullable().describe('E-mail that the provider last verified'),
  linked_at: Time,
})
export type IdentityView = z.infer<typeof IdentityView>

export const IdentityList = z.object({ items: z.array(IdentityView) })

export const ReleaseIdentityRequest = z.strictObject({ issuer: z.string().min(1).max(500) })

export const IdentityReleasedView = z.object({ subject: z.string(), released: z.literal(true) })

export const SubjectParams = z.object({ subject: SubjectText })
export type SubjectParams = z.infer<typeof SubjectParams>

export const UnfinishedList = z.object({ items: z.array(UnfinishedView) })
export type UnfinishedList = z.infer<typeof UnfinishedList>

export const RefreshView = z
  .object({ accounts: z.int(), changed: z.int(), refreshed_at: Time })
  .meta({ id: 'PeopleRefresh' })
export type RefreshView = z.infer<typeof RefreshView>

export const SyncView = z
  .object({
    hubs: z.int().describe('Number of Hubs that the Console manages'),
    people: z.int().describe('Number of accounts that see at least one of these Hubs'),
    changed: z.int().describe('Number of Hubs whose list of people in the web chat changed'),
    failed: z.array(z.object({ hub: z.string(), detail: z.string() })),
  })
  .meta({ id: 'Sync' })
export type SyncView = z.infer<typeof SyncView>

export const Belongings = z
  .object({
    groups: z.array(z.object({ id: z.string(), name: z.string() })),
    keys: z
      .array(
        z.object({
          name: z.string(),
          hubs: z.array(z.string()).nullable().describe('Hubs of the key; null for all Hubs of the person'),
          created_at: Time,
          expires_at: Time.nullable(),
          last_used_at: Time.nullable(),
        }),
      )
      .nullable()
      .describe('Null with Open WebUI, which shows keys to their owner only'),
    schedules: z
      .int()
      .nullable()
      .describe('Number of scheduled prompts, including paused prompts; null with Open WebUI'),
  })
  .meta({ id: 'Belongings' })
export type Belongings = z.infer<typeof Belongings>
