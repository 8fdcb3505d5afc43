import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const SOURCES = join(import.meta.dirname, '../../src')

const FOREIGN = [
  'agent-process',
  'chatapp/integrations',
  'cluster/inbox',
  'cluster/relay',
  'core/agent',
  'core/inbox',
  'core/traces',
  'features/changes',
  'features/messaging',
  'features/work',
  'surfaces/bridge',
  'surfaces/console',
  'surfaces/mcp',
]

/**
 * Files in the folders of `FOREIGN` that may parse JSON with rounded numbers, with the reason why the rounding is
 * harmless.
 */
const ROUNDING_IS_HARMLESS: Readonly<Record<string, string>> = {
  'agent-process/named-paths.ts': 'looks for paths, which are texts',
  'agent-process/session-record.ts': 'our own file',
  'chatapp/integrations/authorization.ts': 'reads the session of a token',
  'chatapp/integrations/connections.ts': 'our own row',
  'chatapp/integrations/flows.ts': 'our own row',
  'chatapp/integrations/providers.ts': 'our own row',
  'chatapp/integrations/token-endpoint.ts': 'tokens and scopes are texts, times are small',
  'cluster/inbox/notices.ts': 'our own row',
  'cluster/inbox/test-waits.ts': 'our own row',
  'cluster/relay/relay-token.ts': 'our own token',
  'core/agent/memory/folder-memory.ts': 'our own file',
  'core/agent/model/compatible/arguments.ts': 'only asks whether a text is whole; the text goes on',
  'core/agent/model/format.ts': 'only checks an answer; the text goes on',
  'core/agent/model/reported.ts': 'reads messages of errors',
  'core/agent/model/sdk-wire.ts': 'only looks for errors; the text goes on',
  'core/agent/model/server-window.ts': 'reads counts of tokens',
  'core/agent/model/tool-schemas/refused-tools.ts': 'only compares parts of schemas',
  'core/agent/tools/documents/read.ts': 'an answer of our own process',
  'core/agent/turn/suspended-turn.ts': 'messages of our own; inputs of calls are texts',
  'core/inbox/event-file.ts': 'only asks whether a text is JSON; the text is stored',
  'core/inbox/notices/folder.ts': 'our own file',
  'core/inbox/test-address/folder.ts': 'our own file',
  'core/inbox/releases.ts': 'our own row',
  'core/inbox/thread.ts': 'messages of our own thread',
  'core/inbox/thread-message.ts': 'messages of our own thread',
  'core/inbox/verification/body-token.ts': 'reads three texts that prove the sender',
  'core/traces/otlp/json.ts': 'keeps long numbers itself',
  'core/traces/routes.ts': 'our own row',
  'core/traces/totals.ts': 'our own row',
  'features/changes/requests.ts': 'plan and result of our own; inputs of calls are exact',
  'features/messaging/receive/apply.ts': 'our own row',
  'features/messaging/receive/history-cursor.ts': 'our own file',
  'features/messaging/channels/chata/client.ts': 'ids of the provider are texts',
  'features/messaging/channels/chatb/api.ts': 'ids have at most 52 bits, and larger ones are refused',
  'features/messaging/channels/chatb/kind.ts': 'an id that would be rounded counts as none',
  'features/messaging/channels/mattermost/client.ts': 'ids of the provider are texts',
  'features/messaging/channels/mattermost/receive/delivery.ts': 'ids of the provider are texts',
  'core/traces/facts.ts': 'our own row',
  'features/messaging/channels/mattermost/receive/socket.ts': 'ids of the provider are texts',
  'features/messaging/channels/teamchat/client.ts': 'ids of the provider are texts',
  'features/messaging/channels/teamchat/receiving/socket.ts': 'ids of the provider are texts',
  'features/messaging/receive/intake.ts': 'channels check the ids in it, as said above',
  'features/messaging/message.ts': 'our own row',
  'features/messaging/outbox/cards.ts': 'our own row',
  'features/messaging/results/admission.ts': 'our own row',
  'features/messaging/results/names.ts': 'our own row',
  'features/messaging/roster/lists.ts': 'our own row',
  'features/work/runs/records/rows.ts': 'tools used are our own; inputs are exact',
  'features/work/tasks/commit-record.ts': 'our own file',
  'surfaces/bridge/questions.ts': 'refuses whole numbers that were rounded',
  'surfaces/mcp/body.ts': 'reads the id of a request that is refused for its depth',
  'surfaces/mcp/oauth/programs.ts': 'our own row',
}

test('foreign JSON is parsed with all digits of its numbers, or the file gives a reason [house.foreign-json]', () => {
  const files = globSync('**/*.ts', { cwd: SOURCES })
    .filter((file) => FOREIGN.some((room) => file.startsWith(`${room}/`)) && !file.endsWith('.test.ts'))
    .filter((file) => /JSON\.parse\(|\bparseLenient\(/.test(readFileSync(join(SOURCES, file), 'utf8')))
  assert.deepEqual(files.toSorted(), Object.keys(ROUNDING_IS_HARMLESS).toSorted())
})
