import { MANAGE_ACCESS, ORGANIZATION } from '#core/access/permission.ts'
import { isPerson } from '#core/access/subject.ts'
import type { AccessChange } from '#core/audit/access-changes.ts'
import type { Chain } from '#core/audit/reader.ts'
import type { AccountIdentity } from '#ground/identity/chatapp-client/accounts.ts'
import type { LiveAccount } from './accounts/live.ts'
import type { PersonOperation, OperationKind } from './operations.ts'
import type { PersonRow } from './person.ts'
import type {
  AccountView,
  HubAccess,
  IdentityView,
  PersonChange,
  PersonView,
  UnfinishedView,
} from './schema.ts'

export interface ShownGrant {
  subject: string
  hub: string
  permission: string
  expires_at_ms: number | null
}

export const personView = (person: PersonRow, grants: readonly ShownGrant[]): PersonView => ({
  subject: person.subject,
  kind: isPerson(person.subject) ? 'person' : 'service',
  email: isPerson(person.subject) ? person.subject : null,
  name: person.name,
  role: person.role as PersonView['role'],
  status: person.status as PersonView['status'],
  sign_in: person.sign_in as PersonView['sign_in'],
  created_at: timeOf(person.created_at),
  last_active_at: timeOf(person.last_active_at),
  is_primary: person.is_primary === 1,
  is_organization_admin: grants.some(
    ({ hub, permission }) => hub === ORGANIZATION && permission === MANAGE_ACCESS,
  ),
  access: accessView(grants),
})

const accessView = (grants: readonly ShownGrant[]): HubAccess[] =>
  [...Map.groupBy(grants, ({ hub }) => hub)].map(([hub, given]) => ({
    hub,
    permissions: given.map(({ permission, expires_at_ms }) => ({
      permission,
      expires_at: timeOfMs(expires_at_ms),
      via: hub === ORGANIZATION ? 'organization' : 'direct',
    })),
  }))

export const accountView = ({ account, ...live }: LiveAccount): AccountView => ({
  subject: account.email,
  email: account.email,
  name: account.name,
  chat_role: account.role,
  is_organization_admin: live.isOrganizationAdmin,
  status: live.status,
  sign_in: live.signIn,
  created_at: timeOf(account.createdAt)!,
  last_active_at: timeOf(account.lastActiveAt)!,
  is_primary: live.isPrimary,
})

export const changeView = ({
  seq,
  at,
  actor,
  action,
  hub,
  permission,
  revision,
}: AccessChange & Chain): PersonChange => ({
  id: seq,
  at: new Date(at).toISOString(),
  actor,
  action,
  hub,
  permission,
  revision,
})

export const unfinishedView = ({
  kind,
  subject,
  wanted,
  startedBy,
  startedAt,
}: PersonOperation): UnfinishedView => ({
  kind,
  subject,
  started_by: startedBy,
  started_at: new Date(startedAt).toISOString(),
  detail: wanted.isLetIn ? LEFT_BY_APPROVAL : LEFT[kind],
  role: wanted.role ?? null,
  grants: [...(wanted.grants ?? [])],
})

const LEFT_BY_APPROVAL =
  'The person may be approved, but without first access. Approve the person again to finish.'

const LEFT: Record<OperationKind, string> = {
  create: 'The account may exist, but without first access. Create it again to finish.',
  role: 'The role was changed in the organization or in the web chat only. Set it again to finish.',
  delete: 'Every grant was removed, but the account may still exist. Delete it again to finish.',
}

export const identityView = ({ created_at: at, ...identity }: AccountIdentity): IdentityView => ({
  ...identity,
  linked_at: timeOf(at)!,
})

const timeOfMs = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

const timeOf = (seconds: number | null): string | null =>
  seconds === null ? null : new Date(seconds * 1000).toISOString()
