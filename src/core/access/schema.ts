import { z } from 'zod'
import { Filter, Format, pageSchema, Paging, Time } from '#ground/api/schema.ts'

const PERMISSION = /^[a-z][a-z0-9_.-]{0,63}$/

export const Permission = z
  .string()
  .regex(PERMISSION, 'expected a permission such as use_hub')
  .describe('`use_hub`, `manage_access`, `share_public` or a capability of the Hub')
export const SubjectText = z
  .string()
  .min(1)
  .max(320)
  .describe('E-mail of an account, `svc:<name>`, or `*` for everyone signed in')
export const HubSlug = z.string().min(1).max(255).describe('Slug of a Hub, or `*` for the organization')
const Revision = z.int().min(0).describe('Revision of the Hub’s policy')

/** A path is relative to the site that sent the response. */
export const McpServerView = z
  .object({
    url: z.string().describe('For programs that send a personal API key'),
    sign_in_url: z
      .string()
      .nullable()
      .describe('For programs that sign people in; null when `MCP_OAUTH` is off'),
  })
  .meta({ id: 'McpServer' })
export type McpServerView = z.infer<typeof McpServerView>

/** A problem in a Hub's folder. Lines and columns count from 1. */
const HubProblem = z
  .object({
    file: z.string().describe('Relative to the Hub’s folder'),
    line: z.int().nullable(),
    column: z.int().nullable(),
    message: z.string(),
  })
  .meta({ id: 'HubProblem' })

export const ManagedHub = z
  .object({
    slug: z.string(),
    name: z.string().describe('Name of its agent'),
    description: z.string(),
    console_managed: z.boolean().describe('False: web chat groups decide, and changes here are refused'),
    can_chat: z.boolean().describe('Whether the caller may use it'),
    mcp: McpServerView.nullable().describe('Its MCP server; null when it serves none'),
    problems: z.array(HubProblem).describe('Problems in its folder and of its outside MCP servers'),
    policy_revision: Revision,
    permissions: z.array(Permission).describe('Permissions that the caller may give there'),
  })
  .meta({ id: 'ManagedHub' })
export type ManagedHub = z.infer<typeof ManagedHub>

export const MeQuery = z.strictObject({ brief: z.enum(['true', 'false']).default('false') })

/** `brief=true` omits the sign-in methods of new accounts. */
export const Me = z
  .object({
    email: z.string(),
    name: z.string(),
    is_organization_admin: z.boolean(),
    hubs: z.array(ManagedHub),
    organization_permissions: z
      .array(Permission)
      .describe('Permissions that the caller may give on the organization (`*`)'),
    can_create_accounts: z.boolean(),
    sign_in: z
      .array(z.enum(['password', 'idp']))
      .describe('How a new account can sign in')
      .optional(),
  })
  .meta({ id: 'Me' })
export type Me = z.infer<typeof Me>

export const HubsQuery = z.strictObject(Paging.shape)
export const HubsPage = pageSchema(ManagedHub).meta({ id: 'Hubs' })

export const PermissionsQuery = z.strictObject({ hub: HubSlug })

export const PermissionEntry = z
  .object({
    name: Permission,
    label: z.string(),
    group: z.string().describe('Heading it is listed under'),
    built_in: z.boolean().describe('False: a capability that restricted tools of the Hub name'),
    configured: z.boolean().describe('Whether all variables that its tools need are set'),
    tools: z.array(z.string()).describe('Restricted tools that need it'),
    missing: z.array(z.string()).describe('Names of variables that are not set'),
    grantable: z.boolean().describe('Whether the caller may grant it on this Hub'),
    without_effect: z
      .boolean()
      .describe('It is granted on this Hub, but no tool requires it any more: it can only be revoked'),
  })
  .meta({ id: 'Permission' })
export type PermissionEntry = z.infer<typeof PermissionEntry>

export const PermissionCatalog = z
  .object({ hub: z.string(), policy_revision: Revision, items: z.array(PermissionEntry) })
  .meta({ id: 'PermissionCatalog' })
export type PermissionCatalog = z.infer<typeof PermissionCatalog>

export const HubPermissionsQuery = z.strictObject({
  hub: HubSlug.optional(),
  q: Filter.describe('Part of its name, its label or its group'),
  ...Paging.shape,
})

export const HubPermission = PermissionEntry.extend({
  hub: z.string(),
  holders: z.int().describe('People and services who were given it, on the Hub or on the organization'),
}).meta({ id: 'HubPermission' })
export type HubPermission = z.infer<typeof HubPermission>
export const HubPermissionsPage = pageSchema(HubPermission).meta({ id: 'HubPermissions' })

export const GrantCard = z
  .object({
    granted_by: z.string(),
    granted_at: Time,
    revision: Revision,
    expires_at: Time.nullable().describe('Expiry; null without one'),
  })
  .meta({ id: 'Grant' })
export type GrantCard = z.infer<typeof GrantCard>

export const Via = z.enum(['direct', 'organization', 'everyone', 'group_based'])

export const AccessQuery = z.strictObject({
  hub: HubSlug.optional().describe('A Hub, or `*`; optional for callers who manage only one Hub'),
  q: Filter.describe('Part of an e-mail or a name'),
  permission: Permission.optional().describe('Subjects with a grant of this, here or on the organization'),
  first: Permission.optional().describe('Subjects with a grant of this are first'),
  ...Format.shape,
  ...Paging.shape,
})

export const AccessItem = z
  .object({
    subject: z.string(),
    name: z.string().nullable(),
    kind: z.enum(['person', 'service', 'everyone']),
    status: z.enum(['active', 'pending', 'blocked', 'unknown']),
    direct: z.array(Permission).describe('Given to this subject on this Hub'),
    without_effect: z.array(Permission).describe('Permissions in `direct` that no tool requires any more'),
    effective: z.array(z.object({ permission: Permission, via: Via, grant: GrantCard.nullable() })),
    grantable: z
      .array(Permission)
      .describe('Permissions that the caller may give to or take from this subject here'),
  })
  .meta({ id: 'Access' })
export type AccessItem = z.infer<typeof AccessItem>

export const AccessPage = pageSchema(AccessItem)
  .extend({ hub: z.string(), console_managed: z.boolean(), policy_revision: Revision })
  .meta({ id: 'AccessPage' })
export type AccessPage = z.infer<typeof AccessPage>

export const ExplainQuery = z.strictObject({
  subject: SubjectText,
  hub: HubSlug,
  permission: Permission.default('use_hub'),
})

export const Explanation = z
  .object({
    subject: z.string(),
    hub: z.string(),
    permission: Permission,
    allowed: z.boolean(),
    reason: z.enum([
      'direct',
      'organization',
      'everyone',
      'group_based',
      'blocked',
      'no_identity',
      'no_grant',
      'unknown_hub',
    ]),
    via: Via.nullable(),
    grant: GrantCard.nullable(),
    revision: Revision,
    detail: z.string().describe('The reason in a sentence'),
    without_effect: z.boolean().describe('Nothing here requires the permission'),
    remedy: z.string().nullable().describe('Remedy; null when it is allowed'),
  })
  .meta({ id: 'Explanation' })
export type Explanation = z.infer<typeof Explanation>

const Change = z.strictObject({
  subject: SubjectText,
  hub: HubSlug,
  permission: Permission,
  expected_revision: Revision.optional().describe('Refuse with 409 unless the policy is at this revision'),
})
const ExpiresAt = z.iso
  .datetime({ offset: true })
  .describe('From when on it counts no more; left out, it lasts')

export const GrantRequest = Change.extend({ expires_at: ExpiresAt.optional() }).meta({ id: 'GrantRequest' })
export const RevokeRequest = Change.meta({ id: 'RevokeRequest' })

export const AccessOperationForm = z
  .strictObject({
    action: z.enum(['grant', 'revoke']),
    permission: Permission,
    expires_at: ExpiresAt.optional().describe(
      'Time at which a grant expires; without it, the grant is unlimited',
    ),
  })
  .meta({ id: 'Operation' })

export const ApplyRequest = z
  .strictObject({
    subject: SubjectText,
    hub: HubSlug,
    operations: z.array(AccessOperationForm).min(1).max(100),
    expected_revision: Change.shape.expected_revision,
  })
  .meta({ id: 'ApplyRequest' })

export const Changed = z
  .object({
    subject: z.string(),
    hub: z.string(),
    policy_revision: Revision,
    changed: z.int().describe('Permissions that were really given or taken'),
    direct: z.array(Permission).describe('The subject’s present permissions here'),
  })
  .meta({ id: 'Changed' })
export type Changed = z.infer<typeof Changed>

export const HubParams = z.object({ hub: HubSlug })

export const HubMode = z
  .object({
    hub: z.string(),
    console_managed: z.boolean(),
    policy_revision: Revision,
    changed: z.boolean().describe('False when it was managed that way already'),
    imported: z.int().describe('Group members who were given `use_hub`'),
    skipped: z.array(z.string()).describe('Group members who received no permission'),
  })
  .meta({ id: 'HubMode' })
export type HubMode = z.infer<typeof HubMode>

export const Overview = z
  .object({
    hubs: z.int(),
    console_managed: z.int(),
    grants: z.int(),
    people: z.int().describe('People and services with a grant'),
    blocked: z.int(),
  })
  .meta({ id: 'Overview' })
export type Overview = z.infer<typeof Overview>

export const ChatAccess = z
  .object({
    email: z.string(),
    hubs: z.array(
      z.object({
        slug: z.string(),
        name: z.string().describe('Name of its agent; of a Hub that is not for the caller, its slug'),
        allowed: z.boolean(),
        reason: Explanation.shape.reason,
        mcp: McpServerView.nullable().describe('Its MCP server; null when it serves none'),
      }),
    ),
    can_manage: z.boolean().describe('Whether the Console is open to them'),
  })
  .meta({ id: 'ChatAccess' })
export type ChatAccess = z.infer<typeof ChatAccess>
