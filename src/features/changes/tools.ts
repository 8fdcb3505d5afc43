import { z } from 'zod'
import type { Access } from '#core/access/access.ts'
import { MANAGE_ACCESS } from '#core/access/permission.ts'
import { defineTool } from '#core/agent/tools/define-tool.ts'
import type { Tool, ToolContext } from '#core/agent/tools/tool.ts'
import { WithCard } from '#core/agent/tools/with-card.ts'
import type { Surface } from '#ground/identity/caller.ts'
import type { Result } from '#ground/base/result.ts'
import type { ChangeRequests } from './changes.ts'
import type { ChangeRefusal } from './deps.ts'
import type { ChangeRequest } from './requests.ts'

export interface ManagementDeps {
  hub: string
  changes: Pick<ChangeRequests, 'proposeAccess' | 'proposeAccount'>
  access: Pick<Access, 'listAccess' | 'explain' | 'decide'>
  linkTo(id: string, surface: Surface): string
}

const restricted = { capability: MANAGE_ACCESS, label: 'Manage access', group: 'Access' }

const PermissionName = z.string().min(1).max(64).describe('Permission, such as use_hub or manage_access')
const SubjectText = z.string().min(1).max(320).describe('E-mail of the person, or svc:<name>')

const ON_PAGE = 50

export const managementTools = (deps: ManagementDeps): Tool[] => [
  listAccess(deps),
  explainAccess(deps),
  // Both proposals are harmless, because the person confirms the plan before it is applied.
  { ...proposeAccess(deps), isSafeIfInjected: true },
  { ...proposeAccount(deps), isSafeIfInjected: true },
]

const listAccess = ({ hub, access }: ManagementDeps): Tool =>
  defineTool({
    name: 'list_access',
    description: 'List who was given access to this agent, with their permissions.',
    input: z.object({
      search: z.string().max(256).optional().describe('Only people with this text in their e-mail'),
      offset: z
        .int()
        .min(0)
        .max(1_000_000)
        .default(0)
        .describe('Number of people to skip at the start of the list'),
    }),
    restricted,
    readOnly: true,
    async run({ search, offset }) {
      const page = await access.listAccess({ hubs: [hub], q: search ?? null, offset, limit: ON_PAGE })
      return {
        hub,
        total: page.total,
        offset,
        people: page.items.map(({ subject, grants }) => ({
          subject,
          permissions: grants.map((grant) =>
            [
              grant.permission,
              grant.hub !== hub && '(organization)',
              grant.expiresAt !== null && `until ${new Date(grant.expiresAt).toISOString()}`,
            ]
              .filter(Boolean)
              .join(' '),
          ),
        })),
      }
    },
  })

const explainAccess = ({ hub, access }: ManagementDeps): Tool =>
  defineTool({
    name: 'explain_access',
    description: 'Say whether somebody has a permission on this agent, and why or why not.',
    input: z.object({ subject: SubjectText, permission: PermissionName.default('use_hub') }),
    restricted,
    readOnly: true,
    async run({ subject, permission }) {
      const { allowed, reason, grant, revision } = await access.explain(subject, hub, permission)
      return {
        subject,
        hub,
        permission,
        allowed,
        reason,
        revision,
        granted_by: grant?.grantedBy ?? null,
        granted_at: grant && new Date(grant.grantedAt).toISOString(),
        until: grant?.expiresAt == null ? null : new Date(grant.expiresAt).toISOString(),
      }
    },
  })

const proposeAccess = (deps: ManagementDeps): Tool =>
  defineTool({
    name: 'propose_access',
    description:
      'Propose to give somebody permissions on this agent or to take them away. Changes nothing by itself: ' +
      'give the person the link in the answer, where they confirm or reject it.',
    input: z.object({
      subject: SubjectText,
      grant: z.array(PermissionName).max(50).default([]).describe('Permissions to grant'),
      revoke: z.array(PermissionName).max(50).default([]).describe('Permissions to revoke'),
      until: z.iso
        .datetime({ offset: true })
        .optional()
        .describe('Time at which the granted permissions expire; without it, they do not expire'),
    }),
    restricted,
    async run({ subject, grant, revoke, until }, context) {
      const operations = [
        ...grant.map((permission) => ({
          action: 'grant' as const,
          permission,
          ...(until !== undefined && { expires_at: new Date(until).toISOString() }),
        })),
        ...revoke.map((permission) => ({ action: 'revoke' as const, permission })),
      ]
      const { hub, changes } = deps
      return proposed(deps, context, (proposer) =>
        changes.proposeAccess(proposer, { subject, hub, operations }),
      )
    },
  })

const proposeAccount = (deps: ManagementDeps): Tool =>
  defineTool({
    name: 'propose_account',
    description:
      'Propose to create an account with first access to this agent. Creates nothing by itself: give the person ' +
      'the link in the answer, where they choose the password and confirm. Never ask for a password here.',
    input: z.object({
      email: z.string().min(3).max(254).describe('E-mail address of the new account'),
      name: z.string().trim().min(1).max(100).describe('Name of the person'),
      sign_in: z.enum(['password', 'idp']).default('password').describe('idp: through an identity provider'),
      permissions: z
        .array(PermissionName)
        .min(1)
        .max(50)
        .default(['use_hub'])
        .describe('Permissions that the new account receives'),
    }),
    restricted,
    async run(account, context) {
      const { hub, changes } = deps
      return proposed(deps, context, (proposer) => changes.proposeAccount(proposer, { ...account, hub }))
    },
  })

/** Checks again that the caller manages the Hub's access, because a tool can also be called outside a turn. */
async function proposed(
  { access, hub, linkTo }: ManagementDeps,
  { caller }: Pick<ToolContext, 'caller'>,
  propose: (proposer: string) => Promise<Result<ChangeRequest, ChangeRefusal>>,
) {
  const { allowed } = await access.decide(caller, hub, MANAGE_ACCESS)
  if (!allowed || caller.email === null) throw new Error('You do not manage the access of this agent.')
  const result = await propose(caller.email)
  if (!result.ok) throw new Error(result.refusal.detail)
  const { id, summary, diff, expiresAt } = result.value
  const answer = {
    state: 'proposed',
    summary,
    diff,
    confirm_at: linkTo(id, caller.surface),
    expires_at: new Date(expiresAt).toISOString(),
    note: 'Nothing was changed yet. The person who asked opens the link, reviews the plan and confirms it.',
  }
  return new WithCard(answer, { change: { id, summary } })
}
