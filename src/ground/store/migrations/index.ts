import type { Kysely } from 'kysely'
import type { Step, Steps } from '../generations.ts'
import type * as steps from './steps.ts'

const step = (name: keyof typeof steps): Step => ({
  up: async (db: Kysely<any>) => (await import('./steps.ts'))[name](db),
})

/**
 * Every step of the schema, in order of its name. Forward only, and never edited once released: a change is a new step.
 * The first step after a release begins the next generation. The list is written out so that a bundled build carries it.
 */
export const MIGRATIONS: Steps = {
  '0001-chatapp': step('chatappTables'),
  '0002-usage': step('usageTables'),
  '0003-access': step('accessTables'),
  '0004-groups': step('groupTables'),
  '0005-people': step('peopleTables'),
  '0006-hubs': step('hubTables'),
  '0007-people-sample': step('peopleSample'),
  '0008-budgets': step('budgetTables'),
  '0009-traces': step('traceTables'),
  '0010-tool-calls': step('toolCallColumns'),
  '0011-runs': step('runTables'),
  '0012-named-keys': step('namedKeys'),
  '0013-artifacts': step('artifactTables'),
  '0014-connections': step('connectionTables'),
  '0015-journeys': step('journeyTables'),
  '0016-run-retention': step('runRetention'),
  '0017-mcp-sign-in': step('mcpSignIn'),
  '0018-trace-sizes': step('traceSizes'),
  '0019-estimated-usage': step('estimatedUsage'),
  '0020-failure-details': step('failureDetails'),
  '0021-chat-search': step('chatSearch'),
  '0022-sums': step('sums'),
  '0023-account-changes': step('accountChanges'),
  '0024-messages': step('messageTables'),
  '0025-deliveries': step('deliveries'),
  '0026-message-senders': step('messageSenders'),
  '0027-hub-servers': step('hubServers'),
  '0029-finding-chats': step('findingChats'),
  '0030-session-facts': step('sessionFacts'),
  '0033-artifact-origins': step('artifactOrigins'),
  '0036-second-factors': step('secondFactors'),
  '0037-identities': step('identityTables'),
  '0041-ratings': step('ratingTables'),
  '0042-prompts': step('promptTables'),
  '0044-passkeys': step('passkeyTables'),
  '0045-shares': step('shareTables'),
  '0046-access-requests': step('accessRequestTables'),
  '0047-repeated-runs': step('repeatedRuns'),
  '0048-access-at-size': step('accessAtSize'),
  '0050-sign-in-records': step('signInRecords'),
  '0052-machines': step('machines'),
  '0054-machine-agreement': step('machineAgreement'),
  '0055-machines-of-runs': step('machinesOfRuns'),
  '0057-asked-stops': step('askedStops'),
  '0059-artifacts-at-size': step('artifactsAtSize'),
  '0060-blobs': step('blobs'),
  '0061-inboxes': step('inboxTables'),
  '0064-hub-versions': step('hubVersions'),
  '0066-chats-in-store': step('chatsInStore'),
  '0067-conversations-at-size': step('conversationsAtSize'),
  '0068-generations': step('generations'),
  '0070-held-budgets': step('heldBudgets'),
  '0071-served-versions': step('servedVersions'),
  '0072-usage-by-hour': step('usageByHour'),
  '0073-hours-of-presence': step('hoursOfPresence'),
}
