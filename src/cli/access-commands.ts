import { InvalidArgumentError, Option, type Command } from 'commander'
import { HUB_OPTION, parseSince } from './options.ts'
import { systemClock, type EpochMs } from '#ground/base/clock.ts'
import { keyExpiry } from './key-expiry.ts'

type MakeCommand = (parent: Command, usage: string, description: string) => Command

export function addAccessCommands(hub: Command, command: MakeCommand): void {
  const access = command(hub, 'access', 'permissions to use and manage a Hub')
  const accessCommand = (usage: string, description: string) =>
    command(access, usage, description)
      .option(...HUB_OPTION)
      .option('--json', 'print JSON')
  const load = () => import('./access.ts')
  const ORGANIZATION = ['--organization', 'use the organization’s grants, which apply to every Hub'] as const
  const REVISION = [
    '--expected-revision <n>',
    'refuse the change unless the policy is at this revision',
    whole,
  ] as const

  accessCommand('list', 'show every grant')
    .option('--q <text>', 'show only subjects that contain this text')
    .action(async (options) => (await load()).printAccess(options))
  const changeCommand = (action: 'grant' | 'revoke') =>
    accessCommand(`${action} <subject> <permission>`, `${action} a permission`)
      .option(...ORGANIZATION)
      .option(...REVISION)
      .action(async (subject: string, permission: string, options) =>
        (await load()).changeAccess(action, subject, permission, options),
      )
  changeCommand('grant').option(
    '--until <time>',
    'expiry: a time such as 2026-12-03T18:00:00Z, the end of a day such as 2026-12-03, or a duration such as 8h or 7d (default: never)',
    waitUntil,
  )
  changeCommand('revoke')
  accessCommand(
    'explain <subject> [permission]',
    'explain why a subject has or lacks a permission (default: every permission)',
  )
    .option(...ORGANIZATION)
    .action(async (subject: string, permission: string | undefined, options) =>
      (await load()).explainAccess(subject, permission, options),
    )
  accessCommand('manage', 'manage this Hub’s access in the Console instead of with web chat groups')
    .option(
      '--members <file>',
      'file with the e-mail addresses to give access, one per line; - reads standard input',
    )
    .action(async (options) => (await load()).manageHub(options))
  accessCommand('unmanage', 'manage this Hub’s access with web chat groups').action(async (options) =>
    (await load()).unmanageHub(options),
  )
  accessCommand('export', 'write every grant as CSV, or as JSON lines with --json').action(async (options) =>
    (await load()).exportAccess(options),
  )
  accessCommand(
    'apply <file>',
    'apply the operations of a JSON file, all or none; - reads standard input',
  ).action(async (file: string, options) => (await load()).applyAccess(file, options))
}

export function addAuditCommands(hub: Command, command: MakeCommand): void {
  const audit = command(hub, 'audit', 'records of access changes and restricted tool calls')
  const auditCommand = (usage: string, description: string) =>
    command(audit, usage, description)
      .option(...HUB_OPTION)
      .option('--json', 'print JSON lines')
  const ledger = () =>
    new Option('--ledger <name>', 'ledger to read: access changes or restricted tool calls').choices([
      'access',
      'tools',
    ])
  const load = () => import('./audit.ts')
  const filtered = (usage: string, description: string) =>
    auditCommand(usage, description)
      .option('--user <subject>', 'include only entries about this subject')
      .option('--actor <subject>', 'include only access changes by this author')
      .option('--action <name>', 'include only access changes with this action, such as run.start')
      .option('--tool <name>', 'include only calls of this tool')
      .option('--outcome <name>', 'include only tool calls with this outcome: allowed, denied or failed')
      .option(
        '--since <time>',
        'include only entries from this time on, such as 2026-11-20T09:00:00Z, yesterday or 2h',
        parseSince,
      )
      .option('--until <time>', 'include only entries before this time', parseSince)

  filtered('list', 'show the newest entries of one or both ledgers')
    .addOption(ledger())
    .option('--limit <n>', 'number of entries to show', whole, 50)
    .action(async (options) => (await load()).listAudit(options))
  filtered('export', 'write all entries of one ledger as CSV, or as JSON lines with --json')
    .addOption(ledger().default('tools'))
    .action(async (options) => (await load()).exportAudit(options))
  auditCommand('verify', 'detect entries that were changed, removed, reordered or cut off')
    .addOption(ledger())
    .action(async (options) => (await load()).verifyAudit(options))
}

const whole = (text: string): number => {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Expected a whole number.')
  return Number(text)
}

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?(\.\d{1,3})?(Z|[+-]\d{2}:\d{2})$/

/** End of a permission: an exact time, a duration, or the end of a day (UTC). It must be in the future. */
const waitUntil = (text: string): EpochMs => {
  const now = systemClock.now()
  if (TIME.test(text) && !Number.isNaN(Date.parse(text))) return yetToCome(Date.parse(text), now)
  const end = keyExpiry(text, now)
  if (end.ok) return end.value * 1000
  throw new InvalidArgumentError(
    end.refusal === 'past'
      ? PAST
      : 'Expected a time such as 2026-12-03T18:00:00Z, a day such as 2026-12-03 (inclusive), or a duration such as 8h or 7d.',
  )
}

const yetToCome = (at: EpochMs, now: EpochMs): EpochMs => {
  if (at <= now) throw new InvalidArgumentError(PAST)
  return at
}

const PAST = 'This time is in the past.'
