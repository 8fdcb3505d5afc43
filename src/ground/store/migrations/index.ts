import type { Kysely } from 'kysely'
import type { SchemaMigration, Migrations } from '../generations.ts'
import { BEFORE_BASELINE } from './before-baseline.ts'
import type * as steps from './steps.ts'

const step = (name: keyof typeof steps): SchemaMigration => ({
  up: async (db: Kysely<any>) => (await import('./steps.ts'))[name](db),
})

/**
 * Never edit or revert a released migration: add a new migration. The first migration after a release sets
 * `generation` to the next number. The list is explicit, so that a bundle contains all migrations.
 */
export const MIGRATIONS: Migrations = {
  '0001-baseline': { ...step('baseline'), replaces: BEFORE_BASELINE },
  '0114-outbox-cards': step('outboxCards'),
  '0120-notices': step('notices'),
  '0121-chat-schedules': step('chatSchedules'),
  '0122-chat-schedule-runs': step('chatScheduleRuns'),
  '0123-hubs-quarantined': step('hubsQuarantined'),
  '0131-people-order': step('peopleOrder'),
  '0132-run-order': step('runOrder'),
  '0133-trace-order': step('traceOrder'),
  '0140-service-records': step('serviceRecords'),
  '0141-stored-setups': step('storedSetups'),
  '0142-account-links': step('accountLinks'),
  '0143-account-mails': step('accountMails'),
  '0146-inbox-tests': step('inboxTests'),
  '0150-message-channels': step('messageChannels'),
  '0160-request-expiry': step('requestExpiry'),
  '0161-question-turns': step('questionTurns'),
  '0162-run-questions': step('runQuestions'),
}
