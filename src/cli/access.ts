import type { Access } from '#core/access/access.ts'
import type { AppliedChange } from '#core/access/changes.ts'
import type { PolicyOperation } from '#core/access/change.ts'
import { ORGANIZATION } from '#core/access/permission.ts'
import type { AccessGrant } from '#core/access/policy.ts'
import { describePolicyRefusal, type PolicyRefusal } from '#core/access/refusal.ts'
import { type EpochMs, isoTime } from '#ground/base/clock.ts'
import { csv, jsonLines } from '#ground/api/csv.ts'
import { nearestName } from '#ground/base/nearest-name.ts'
import type { Result } from '#ground/base/result.ts'
import { readAccessPlan, readMembers } from './access-input.ts'
import { CommandFailure } from './failure.ts'
import { openAccess } from './open-access.ts'
import { alignColumns, formatDim, print, printJson } from './print.ts'

interface Options {
  hub?: string
  json?: boolean
}

interface ChangeOptions extends Options {
  organization?: boolean
  expectedRevision?: number
  until?: EpochMs
}

/** Anyone who can read the Hub's folder administers the Hub. */
const OPERATOR = { actor: { system: 'cli' as const } }
const PAGE_SIZE = 200

export async function printAccess({ hub, json, q }: Options & { q?: string }): Promise<void> {
  await using opened = await openAccess(hub)
  const query = { hubs: [opened.slug, ORGANIZATION], q: q ?? null, limit: PAGE_SIZE }
  const idle = new Map<string, readonly string[]>()
  for (const place of query.hubs) idle.set(place, await opened.access.idle(place))
  const isIdle = (grant: AccessGrant) => idle.get(grant.hub)!.includes(grant.permission)
  let offset = 0
  for (;;) {
    const page = await opened.access.listAccess({ ...query, offset })
    const grants = page.items.flatMap((item) => item.grants)
    if (json) grants.forEach((grant) => printJson({ ...shown(grant), without_effect: isIdle(grant) }))
    else if (page.total === 0) print(`there are no grants on ${opened.slug}`)
    else if (grants.length > 0)
      print(
        alignColumns(
          grants.map((grant) => [
            grant.subject,
            grant.permission,
            hubNameOf(grant.hub),
            untilOf(grant),
            isIdle(grant) ? 'no effect: no tool requires it' : '',
          ]),
          '',
        ),
      )
    offset += page.items.length
    if (offset >= page.total || page.items.length === 0) return
  }
}

export async function changeAccess(
  action: PolicyOperation['action'],
  subject: string,
  permission: string,
  { hub, json, organization, expectedRevision, until }: ChangeOptions,
): Promise<void> {
  await using opened = await openAccess(hub)
  const place = organization ? ORGANIZATION : opened.slug
  const request = {
    subject,
    hub: place,
    permission,
    ...(until === undefined ? {} : { expiresAt: until }),
    ...(expectedRevision === undefined ? {} : { expectedRevision }),
  }
  printOutcome(await opened.access[action](OPERATOR, request), json)
}

/** `hub access apply`: applies all operations of a file, or none. */
export async function applyAccess(file: string, { hub, json }: Options): Promise<void> {
  const plan = await readAccessPlan(file)
  await using opened = await openAccess(hub)
  const operations = plan.operations.map((operation) => ({ hub: opened.slug, ...operation }))
  const expected = plan.expected_revision === undefined ? {} : { [opened.slug]: plan.expected_revision }
  printOutcome(await opened.access.applyAll(OPERATOR, operations, expected), json)
}

/** `hub access explain`. Without a name, explains all permissions. */
export async function explainAccess(
  subject: string,
  permission: string | undefined,
  { hub, json, organization }: ChangeOptions,
): Promise<void> {
  await using opened = await openAccess(hub)
  const { access } = opened
  const place = organization ? ORGANIZATION : opened.slug
  const known = await access.known(place)
  const held = permission === undefined ? await access.effective(subject, place) : []
  const asked =
    permission === undefined ? [...new Set([...known, ...held.map((one) => one.permission)])] : [permission]
  for (const name of asked)
    printReasons(await access.explain(subject, place, name), {
      given: subject,
      json,
      without_effect: !known.includes(name),
    })
  const [only] = permission === undefined ? [] : asked
  const nearest = only && !known.includes(only) ? nearestName(only, known) : null
  if (nearest && !json) print(formatDim(`did you mean ${nearest}?`))
}

function printReasons(
  explained: Awaited<ReturnType<Access['explain']>>,
  { given, json, without_effect }: { given: string; json: boolean | undefined; without_effect: boolean },
): void {
  const { permission, allowed, reason, grant, revision, mode, blocked } = explained
  if (json)
    return printJson({
      subject: explained.subject,
      hub: explained.hub,
      permission,
      allowed,
      reason,
      grant: grant && shown(grant),
      mode,
      blocked,
      revision,
      without_effect,
    })
  print(
    `${explained.subject ?? given} ${allowed ? 'may' : 'may not'} ${permission} on ${hubNameOf(explained.hub)}: ${reason}`,
  )
  if (without_effect)
    print(formatDim(`${permission} has no effect: no tool on ${hubNameOf(explained.hub)} requires it`))
  if (grant)
    print(
      formatDim(
        `granted to ${grant.subject} on ${hubNameOf(grant.hub)} by ${grant.grantedBy}, ${isoTime(grant.grantedAt)}${grant.expiresAt === null ? '' : `, ${untilOf(grant)}`}`,
      ),
    )
}

/**
 * `hub access manage`: moves the decisions about access to the Console. `members` names a file with e-mails of people
 * who get access.
 */
export async function manageHub({ hub, json, members }: Options & { members?: string }): Promise<void> {
  const people = members === undefined ? [] : await readMembers(members)
  await using opened = await openAccess(hub)
  const moved = accepted(await opened.access.manage(OPERATOR, opened.slug, { members: people }))
  if (json) return printJson(moved)
  if (!moved.changed) return print(`${opened.slug} is already managed in the Console`)
  print(
    `access to ${opened.slug} is managed in the Console now; group members who may use the Hub: ${moved.imported}`,
  )
  for (const member of moved.skipped) print(formatDim(`group member without access: ${member}`))
}

/** `hub access unmanage`: moves the decisions about access to the web chat's groups. */
export async function unmanageHub({ hub, json }: Options): Promise<void> {
  await using opened = await openAccess(hub)
  const moved = accepted(await opened.access.unmanage(OPERATOR, opened.slug))
  if (json) return printJson(moved)
  print(
    moved.changed
      ? `web chat groups decide who may use ${opened.slug} now; its grants are kept without effect`
      : `web chat groups already decide who may use ${opened.slug}`,
  )
}

export async function exportAccess({ hub, json }: Options): Promise<void> {
  await using opened = await openAccess(hub)
  const { access, slug } = opened
  async function* rows() {
    for (const place of [ORGANIZATION, slug])
      for await (const grant of access.exportGrants(place)) yield shown(grant)
  }
  const columns = [
    'subject',
    'hub',
    'permission',
    'granted_by',
    'granted_at',
    'revision',
    'expires_at',
  ] as const
  for await (const text of json ? jsonLines(rows()) : csv(columns, rows())) process.stdout.write(text)
}

function printOutcome(outcome: Result<AppliedChange, PolicyRefusal>, json: boolean | undefined): void {
  const { changed, revisions } = accepted(outcome)
  if (json) return printJson({ changed, revisions })
  if (changed.length === 0) return print('nothing to change')
  for (const { action, subject, permission, hub, expiresAt = null } of changed)
    print(
      action === 'grant'
        ? `${subject} has ${permission} on ${hubNameOf(hub)}${expiresAt === null ? '' : ` ${untilOf({ expiresAt })}`}`
        : `${subject} no longer has ${permission} on ${hubNameOf(hub)}`,
    )
}

/** @throws CommandFailure with the message of the refusal; exit code 2 for invalid input. */
function accepted<T>(outcome: Result<T, PolicyRefusal>): T {
  if (outcome.ok) return outcome.value
  throw new CommandFailure(describePolicyRefusal(outcome.refusal), outcome.refusal.code === 'invalid' ? 2 : 1)
}

const shown = (grant: AccessGrant) => ({
  subject: grant.subject,
  hub: grant.hub,
  permission: grant.permission,
  granted_by: grant.grantedBy,
  granted_at: isoTime(grant.grantedAt),
  revision: grant.revision,
  expires_at: grant.expiresAt === null ? null : isoTime(grant.expiresAt),
})

const untilOf = ({ expiresAt }: Pick<AccessGrant, 'expiresAt'>): string =>
  expiresAt === null ? '' : `until ${isoTime(expiresAt)}`
const hubNameOf = (hub: string): string => (hub === ORGANIZATION ? 'the organization' : hub)
