import type { Steps } from '../generations.ts'
import { chatappTables } from './0001-chatapp.ts'
import { usageTables } from './0002-usage.ts'
import { accessTables } from './0003-access.ts'
import { groupTables } from './0004-groups.ts'
import { peopleTables } from './0005-people.ts'
import { hubTables } from './0006-hubs.ts'
import { peopleSample } from './0007-people-sample.ts'
import { budgetTables } from './0008-budgets.ts'
import { traceTables } from './0009-traces.ts'
import { toolCallColumns } from './0010-tool-calls.ts'
import { runTables } from './0011-runs.ts'
import { namedKeys } from './0012-named-keys.ts'
import { artifactTables } from './0013-artifacts.ts'
import { connectionTables } from './0014-connections.ts'
import { journeyTables } from './0015-journeys.ts'
import { runRetention } from './0016-run-retention.ts'
import { mcpSignIn } from './0017-mcp-sign-in.ts'
import { traceSizes } from './0018-trace-sizes.ts'
import { estimatedUsage } from './0019-estimated-usage.ts'
import { failureDetails } from './0020-failure-details.ts'
import { chatSearch } from './0021-chat-search.ts'
import { sums } from './0022-sums.ts'
import { accountChanges } from './0023-account-changes.ts'
import { messageTables } from './0024-messages.ts'
import { deliveries } from './0025-deliveries.ts'
import { messageSenders } from './0026-message-senders.ts'
import { hubServers } from './0027-hub-servers.ts'
import { findingChats } from './0029-finding-chats.ts'
import { sessionFacts } from './0030-session-facts.ts'
import { artifactOrigins } from './0033-artifact-origins.ts'
import { secondFactors } from './0036-second-factors.ts'
import { identityTables } from './0037-identities.ts'
import { ratingTables } from './0041-ratings.ts'
import { promptTables } from './0042-prompts.ts'
import { passkeyTables } from './0044-passkeys.ts'
import { shareTables } from './0045-shares.ts'
import { accessRequestTables } from './0046-access-requests.ts'
import { repeatedRuns } from './0047-repeated-runs.ts'
import { accessAtSize } from './0048-access-at-size.ts'
import { signInRecords } from './0050-sign-in-records.ts'
import { machines } from './0052-machines.ts'
import { machineAgreement } from './0054-machine-agreement.ts'
import { machinesOfRuns } from './0055-machines-of-runs.ts'
import { askedStops } from './0057-asked-stops.ts'
import { artifactsAtSize } from './0059-artifacts-at-size.ts'
import { blobs } from './0060-blobs.ts'
import { inboxTables } from './0061-inboxes.ts'
import { hubVersions } from './0064-hub-versions.ts'
import { chatsInStore } from './0066-chats-in-store.ts'
import { conversationsAtSize } from './0067-conversations-at-size.ts'
import { generations } from './0068-generations.ts'
import { heldBudgets } from './0070-held-budgets.ts'

/**
 * Every step of the schema, in order of its name. Forward only, and never edited once released: a change is a new step.
 * The first step after a release begins the next generation. The list is written out so that a bundled build carries it.
 */
export const MIGRATIONS: Steps = {
  '0001-chatapp': { up: chatappTables },
  '0002-usage': { up: usageTables },
  '0003-access': { up: accessTables },
  '0004-groups': { up: groupTables },
  '0005-people': { up: peopleTables },
  '0006-hubs': { up: hubTables },
  '0007-people-sample': { up: peopleSample },
  '0008-budgets': { up: budgetTables },
  '0009-traces': { up: traceTables },
  '0010-tool-calls': { up: toolCallColumns },
  '0011-runs': { up: runTables },
  '0012-named-keys': { up: namedKeys },
  '0013-artifacts': { up: artifactTables },
  '0014-connections': { up: connectionTables },
  '0015-journeys': { up: journeyTables },
  '0016-run-retention': { up: runRetention },
  '0017-mcp-sign-in': { up: mcpSignIn },
  '0018-trace-sizes': { up: traceSizes },
  '0019-estimated-usage': { up: estimatedUsage },
  '0020-failure-details': { up: failureDetails },
  '0021-chat-search': { up: chatSearch },
  '0022-sums': { up: sums },
  '0023-account-changes': { up: accountChanges },
  '0024-messages': { up: messageTables },
  '0025-deliveries': { up: deliveries },
  '0026-message-senders': { up: messageSenders },
  '0027-hub-servers': { up: hubServers },
  '0029-finding-chats': { up: findingChats },
  '0030-session-facts': { up: sessionFacts },
  '0033-artifact-origins': { up: artifactOrigins },
  '0036-second-factors': { up: secondFactors },
  '0037-identities': { up: identityTables },
  '0041-ratings': { up: ratingTables },
  '0042-prompts': { up: promptTables },
  '0044-passkeys': { up: passkeyTables },
  '0045-shares': { up: shareTables },
  '0046-access-requests': { up: accessRequestTables },
  '0047-repeated-runs': { up: repeatedRuns },
  '0048-access-at-size': { up: accessAtSize },
  '0050-sign-in-records': { up: signInRecords },
  '0052-machines': { up: machines },
  '0054-machine-agreement': { up: machineAgreement },
  '0055-machines-of-runs': { up: machinesOfRuns },
  '0057-asked-stops': { up: askedStops },
  '0059-artifacts-at-size': { up: artifactsAtSize },
  '0060-blobs': { up: blobs },
  '0061-inboxes': { up: inboxTables },
  '0064-hub-versions': { up: hubVersions },
  '0066-chats-in-store': { up: chatsInStore },
  '0067-conversations-at-size': { up: conversationsAtSize },
  '0068-generations': { up: generations },
  '0070-held-budgets': { up: heldBudgets },
}
