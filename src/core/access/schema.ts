import { z } from 'zod'
import { Filter, Format, pageSchema, Paging, sorting, Time } from '#ground/api/schema.ts'
import { HUB_SORT } from '#ground/api/list-sorts.ts'

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

/** An address may be a path. It is then relative to the site that sent the response. */
export const McpServerView = z
  .object({
    url: z.string().describe('MCP address for programs that send a personal API key'),
    sign_in_url: z
      .string()
      .nullable()
      .describe('MCP address for programs that sign people in; null if `MCP_OAUTH` is off'),
  })
  .meta({ id: 'McpServer' })
export type McpServerView = z.infer<typeof McpServerView>

/** Lines and columns count from 1. */
const HubProblem = z
  .object({
    file: z.string().describe('Path relative to the Hub’s folder'),
    line: z.int().nullable(),
    column: z.int().nullable(),
    message: z.string(),
  })
  .meta({ id: 'HubProblem' })

export const ManagedHub = z
  .object({
    slug: z.string(),
    name: z.string().describe('Name of the Hub’s agent'),
    description: z.string(),
    console_managed: z
      .boolean()
      .describe(
        'True if the Console manages access; if false, web chat groups decide and changes of access are refused',
      ),
    can_chat: z.boolean().describe('True if the caller may use the Hub'),
    mcp: McpServerView.nullable().describe('The Hub’s MCP server; null if the Hub has none'),
    problems: z.array(HubProblem).describe('Problems in the Hub’s folder and of its external MCP servers'),
    policy_revision: Revision,
    permissions: z.array(Permission).describe('Permissions that the caller may give on the Hub'),
  })
  .meta({ id: 'ManagedHub' })
export type ManagedHub = z.infer<typeof ManagedHub>

export const MeQuery = z.strictObject({ brief: z.enum(['true', 'false']).default('false') })

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
      .describe('Sign-in methods available for a new account')
      .optional(),
  })
  .meta({ id: 'Me' })
export type Me = z.infer<typeof Me>

export const HubsQuery = z.strictObject({ ...sorting(HUB_SORT), ...Paging.shape })
export const HubsPage = pageSchema(ManagedHub).meta({ id: 'Hubs' })

export const PermissionsQuery = z.strictObject({ hub: HubSlug })

export const PermissionEntry = z
  .object({
    name: Permission,
    label: z.string(),
    group: z.string().describe('Heading under which the permission is listed'),
    built_in: z.boolean().describe('False for a capability that restricted tools of the Hub require'),
    configured: z.boolean().describe('True if all variables of the permission’s tools are set'),
    tools: z.array(z.string()).describe('Restricted tools that require the permission'),
    missing: z
      .array(z.string())
      .describe('Names of variables that the permission’s tools need and that are unset'),
    grantable: z.boolean().describe('True if the caller may grant the permission on this Hub'),
    without_effect: z
      .boolean()
      .describe(
        'True if the permission is granted on this Hub but no tool requires it any more, so it can only be revoked',
      ),
  })
  .meta({ id: 'Permission' })
export type PermissionEntry = z.infer<typeof PermissionEntry>

export const PermissionCatalog = z
  .object({ hub: z.string(), policy_revision: Revision, items: z.array(PermissionEntry) })
  .meta({ id: 'PermissionCatalog' })
export type PermissionCatalog = z.infer<typeof PermissionCatalog>

export const HubPermissionsQuery = z.strictObject({
  hub: HubSlug.optional(),
  q: Filter.describe('Only permissions with this text in their name, label or group'),
  ...Paging.shape,
})

export const HubPermission = PermissionEntry.extend({
  hub: z.string(),
  holders: z
    .int()
    .describe('Number of people and services with the permission, granted on the Hub or the organization'),
}).meta({ id: 'HubPermission' })
export type HubPermission = z.infer<typeof HubPermission>
export const HubPermissionsPage = pageSchema(HubPermission).meta({ id: 'HubPermissions' })

export const GrantCard = z
  .object({
    granted_by: z.string(),
    granted_at: Time,
    revision: Revision,
    expires_at: Time.nullable().describe('Expiry of the grant; null for a grant without expiry'),
  })
  .meta({ id: 'Grant' })
export type GrantCard = z.infer<typeof GrantCard>

export const Via = z.enum(['direct', 'organization', 'everyone', 'group_based'])

export const AccessQuery = z.strictObject({
  hub: HubSlug.optional().describe(
    'Slug of a Hub, or `*` for the organization; optional for callers who manage only one Hub',
  ),
  q: Filter.describe('Only subjects with this text in their e-mail or name'),
  permission: Permission.optional().describe(
    'Only subjects with a grant of this permission, on the Hub or the organization',
  ),
  first: Permission.optional().describe('List subjects with a grant of this permission first'),
  ...Format.shape,
  ...Paging.shape,
})

export const AccessItem = z
  .object({
    subject: z.string(),
    name: z.string().nullable(),
    kind: z.enum(['person', 'service', 'everyone']),
    status: z.enum(['active', 'pending', 'blocked', 'unknown']),
    direct: z.array(Permission).describe('Permissions granted to this subject on this Hub'),
    without_effect: z.array(Permission).describe('Permissions in `direct` that no tool requires any more'),
    effective: z.array(z.object({ permission: Permission, via: Via, grant: GrantCard.nullable() })),
    grantable: z
      .array(Permission)
      .describe('Permissions that the caller may grant to or revoke from this subject on this Hub'),
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
    detail: z.string().describe('Reason of the decision, as a sentence'),
    without_effect: z.boolean().describe('True if no tool of the Hub requires the permission'),
    remedy: z
      .string()
      .nullable()
      .describe('Change that would give the permission; null if the subject has it'),
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
  .describe('Time at which the grant expires; without it, the grant is unlimited')

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
    changed: z.int().describe('Permissions whose grants actually changed'),
    direct: z.array(Permission).describe('The subject’s permissions on the Hub after the change'),
  })
  .meta({ id: 'Changed' })
export type Changed = z.infer<typeof Changed>

export const HubParams = z.object({ hub: HubSlug })

export const HubMode = z
  .object({
    hub: z.string(),
    console_managed: z.boolean(),
    policy_revision: Revision,
    changed: z.boolean().describe('False if access was managed in the requested way before'),
    imported: z.int().describe('Group members who received `use_hub`'),
    skipped: z.array(z.string()).describe('Group members who received no permission'),
  })
  .meta({ id: 'HubMode' })
export type HubMode = z.infer<typeof HubMode>

export const Overview = z
  .object({
    hubs: z.int(),
    console_managed: z.int(),
    grants: z.int(),
    people: z.int().describe('Number of people and services with a grant'),
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
        name: z.string().describe('Name of the Hub’s agent; the slug if the caller may not use the Hub'),
        allowed: z.boolean(),
        reason: Explanation.shape.reason,
        mcp: McpServerView.nullable().describe('The Hub’s MCP server; null if the Hub has none'),
      }),
    ),
    can_manage: z.boolean().describe('True if the caller may open the Console'),
  })
  .meta({ id: 'ChatAccess' })
export type ChatAccess = z.infer<typeof ChatAccess>
