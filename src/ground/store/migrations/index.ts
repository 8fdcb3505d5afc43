import type { Migration } from 'kysely/migration'

/**
 * Every step of the schema, in order of its name. Forward only, and never edited once released: a change is a new step.
 * The list is written out so that a bundled build carries it; most starts load none of the steps.
 */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  '0001-chatapp': { up: async (db) => (await import('./0001-chatapp.ts')).chatappTables(db) },
  '0002-usage': { up: async (db) => (await import('./0002-usage.ts')).usageTables(db) },
  '0003-access': { up: async (db) => (await import('./0003-access.ts')).accessTables(db) },
  '0004-groups': { up: async (db) => (await import('./0004-groups.ts')).groupTables(db) },
  '0005-people': { up: async (db) => (await import('./0005-people.ts')).peopleTables(db) },
  '0006-hubs': { up: async (db) => (await import('./0006-hubs.ts')).hubTables(db) },
  '0007-people-sample': { up: async (db) => (await import('./0007-people-sample.ts')).peopleSample(db) },
  '0008-budgets': { up: async (db) => (await import('./0008-budgets.ts')).budgetTables(db) },
  '0009-traces': { up: async (db) => (await import('./0009-traces.ts')).traceTables(db) },
  '0010-tool-calls': { up: async (db) => (await import('./0010-tool-calls.ts')).toolCallColumns(db) },
  '0011-runs': { up: async (db) => (await import('./0011-runs.ts')).runTables(db) },
  '0012-named-keys': { up: async (db) => (await import('./0012-named-keys.ts')).namedKeys(db) },
  '0013-artifacts': { up: async (db) => (await import('./0013-artifacts.ts')).artifactTables(db) },
  '0014-connections': { up: async (db) => (await import('./0014-connections.ts')).connectionTables(db) },
  '0015-journeys': { up: async (db) => (await import('./0015-journeys.ts')).journeyTables(db) },
  '0016-run-retention': { up: async (db) => (await import('./0016-run-retention.ts')).runRetention(db) },
  '0017-mcp-sign-in': { up: async (db) => (await import('./0017-mcp-sign-in.ts')).mcpSignIn(db) },
  '0018-trace-sizes': { up: async (db) => (await import('./0018-trace-sizes.ts')).traceSizes(db) },
  '0019-estimated-usage': {
    up: async (db) => (await import('./0019-estimated-usage.ts')).estimatedUsage(db),
  },
  '0020-failure-details': {
    up: async (db) => (await import('./0020-failure-details.ts')).failureDetails(db),
  },
  '0021-chat-search': { up: async (db) => (await import('./0021-chat-search.ts')).chatSearch(db) },
  '0022-sums': { up: async (db) => (await import('./0022-sums.ts')).sums(db) },
  '0023-account-changes': {
    up: async (db) => (await import('./0023-account-changes.ts')).accountChanges(db),
  },
  '0024-messages': { up: async (db) => (await import('./0024-messages.ts')).messageTables(db) },
  '0025-deliveries': { up: async (db) => (await import('./0025-deliveries.ts')).deliveries(db) },
  '0026-message-senders': {
    up: async (db) => (await import('./0026-message-senders.ts')).messageSenders(db),
  },
  '0027-hub-servers': { up: async (db) => (await import('./0027-hub-servers.ts')).hubServers(db) },
  '0029-finding-chats': { up: async (db) => (await import('./0029-finding-chats.ts')).findingChats(db) },
  '0030-session-facts': { up: async (db) => (await import('./0030-session-facts.ts')).sessionFacts(db) },
  '0033-artifact-origins': {
    up: async (db) => (await import('./0033-artifact-origins.ts')).artifactOrigins(db),
  },
  '0036-second-factors': { up: async (db) => (await import('./0036-second-factors.ts')).secondFactors(db) },
  '0037-identities': { up: async (db) => (await import('./0037-identities.ts')).identityTables(db) },
  '0041-ratings': { up: async (db) => (await import('./0041-ratings.ts')).ratingTables(db) },
  '0042-prompts': { up: async (db) => (await import('./0042-prompts.ts')).promptTables(db) },
  '0044-passkeys': { up: async (db) => (await import('./0044-passkeys.ts')).passkeyTables(db) },
  '0045-shares': { up: async (db) => (await import('./0045-shares.ts')).shareTables(db) },
  '0046-access-requests': {
    up: async (db) => (await import('./0046-access-requests.ts')).accessRequestTables(db),
  },
  '0047-repeated-runs': { up: async (db) => (await import('./0047-repeated-runs.ts')).repeatedRuns(db) },
  '0048-access-at-size': { up: async (db) => (await import('./0048-access-at-size.ts')).accessAtSize(db) },
  '0050-sign-in-records': { up: async (db) => (await import('./0050-sign-in-records.ts')).signInRecords(db) },
  '0052-machines': { up: async (db) => (await import('./0052-machines.ts')).machines(db) },
  '0054-machine-agreement': {
    up: async (db) => (await import('./0054-machine-agreement.ts')).machineAgreement(db),
  },
  '0055-machines-of-runs': {
    up: async (db) => (await import('./0055-machines-of-runs.ts')).machinesOfRuns(db),
  },
  '0057-asked-stops': { up: async (db) => (await import('./0057-asked-stops.ts')).askedStops(db) },
  '0059-artifacts-at-size': {
    up: async (db) => (await import('./0059-artifacts-at-size.ts')).artifactsAtSize(db),
  },
  '0060-blobs': { up: async (db) => (await import('./0060-blobs.ts')).blobs(db) },
  '0061-inboxes': { up: async (db) => (await import('./0061-inboxes.ts')).inboxTables(db) },
  '0064-hub-versions': { up: async (db) => (await import('./0064-hub-versions.ts')).hubVersions(db) },
  '0066-chats-in-store': { up: async (db) => (await import('./0066-chats-in-store.ts')).chatsInStore(db) },
  '0067-conversations-at-size': {
    up: async (db) => (await import('./0067-conversations-at-size.ts')).conversationsAtSize(db),
  },
}
