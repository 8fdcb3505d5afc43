import { join } from 'node:path'
import { root } from '../../../bin/setup/tree.mjs'
import type { Client } from './peers.ts'

export interface Row {
  table: string
  name: string
  version: string
  /**
   * The tries, each with the reason for its failure, or null if it passed. `isMissing`: the library does not support
   * the try.
   */
  tried: readonly { what: string; failure: string | null; isMissing?: boolean }[]
  /** Such as `2026-11-29`. */
  date: string
  /** Reason why the program could not be installed, instead of tries. */
  notInstalled?: string
}

export type UndatedRow = Omit<Row, 'date'>

export const PAGE = join(root, 'docs/compatibility.md')
export const CLIENT_TABLES: Readonly<Record<Client['kind'], string>> = {
  chat: 'Clients of the chat API',
  mcp: 'MCP clients',
}
export const SERVER_TABLE = 'MCP servers made with their libraries'
export const CONFORMANCE_TABLE = 'Official MCP conformance suite'
export const FUZZ_TABLE = 'Generated requests'
export const STORES_TABLE = 'Services that instances share'
export const SENDERS_TABLE = 'Senders of webhooks'
export const OPEN_WEBUI_CLIENTS_TABLE = 'Clients written for Open WebUI'
export const OPEN_WEBUI_TABLE = 'Open WebUI as the web chat'
export const IDENTITY_TABLE = 'Identity providers'
export const FRONT_TABLE = 'Reverse proxies'
export const MODELS_TABLE = 'Model servers'
export const NOT_INSTALLED_TABLE = 'Programs that could not be installed'
const TABLES = [
  ...Object.values(CLIENT_TABLES),
  MODELS_TABLE,
  SERVER_TABLE,
  CONFORMANCE_TABLE,
  OPEN_WEBUI_TABLE,
  OPEN_WEBUI_CLIENTS_TABLE,
  FUZZ_TABLE,
  STORES_TABLE,
  SENDERS_TABLE,
  IDENTITY_TABLE,
  FRONT_TABLE,
  NOT_INSTALLED_TABLE,
]

const MAX_REASON_CHARACTERS = 160

/** Sets of tries that most peers pass. A row shows the name of a set instead of its tries. */
export const SETS: Readonly<Record<string, readonly string[]>> = {
  '*chat set*': [
    'chat',
    'stream',
    'tool',
    'own-tool',
    'structured',
    'file',
    'failing-tool',
    'wrong-key',
    'unknown-model',
    'model-fails',
    'tool-then-fails',
    'refused',
    'granted',
  ],
  '*tool set*': [
    'tools',
    'call',
    'failing-tool',
    'unknown-tool',
    'file',
    'picture',
    'refused',
    'granted',
    'wrong-key',
  ],
  '*proxy set*': [
    'sign-in',
    'stream',
    'stop',
    'restart',
    'websocket',
    'mcp',
    'webhook',
    'upload',
    'too-large',
    'refused-webhook',
    'request-id',
    'client-address',
    'range',
    'long-header',
    'stalled-body',
  ],
  '*model set*': [
    'chat',
    'stream',
    'usage',
    'own-tool',
    'structured',
    'too-long',
    'model-list',
    'cancel',
    'model-fails',
  ],
  '*Open WebUI set*': [
    'connection',
    'grants',
    'chat',
    'attached-files',
    'connection-list',
    'personal-keys',
    'pending-owner',
    'reset-factors',
    'block',
    'sign-up',
    'sign-in-methods',
    'banner',
    'missing-group',
    'dead-model-server',
    'edge-rules',
    'block-of-pending',
  ],
  '*page set*': [
    'page-sign-in',
    'page-sign-up',
    'page-grants',
    'page-chat',
    'page-stop',
    'page-upload',
    'page-saved-file',
    'page-console-link',
    'page-key',
    'page-artifact',
    'page-block',
    'page-groups',
  ],
  '*session set*': ['progress', 'cancel', 'prompts', 'resources'],
  '*server set*': ['stdio', 'http'].flatMap((transport) =>
    ['call', 'structured result once', 'error', 'progress', 'picture', 'question', 'cancel'].map(
      (what) => `${what} (${transport})`,
    ),
  ),
  '*question set*': ['question (stdio, 2025-11-25)', 'question (http, 2025-11-25)'],
}

const listOf = (set: string): string => SETS[set]!.map((what) => `\`${what}\``).join(', ')

const INTRODUCTION = `# Compatibility

This page lists third-party clients and servers that \`npm run peers\` [tests](../CONTRIBUTING.md#third-party-programs) with a Hub. Each line has version, date, and passed, failed and unsupported tests.

The lists below name the tests that each program passed:

- *chat set*: all of ${listOf('*chat set*')}
- *tool set*: all of ${listOf('*tool set*')}
- *session set*: ${listOf('*session set*')}
- *server set*: over stdio and HTTP, the Hub gets a call's result, structured result, error, progress, picture and question, and cancels a call
- *question set*: questions in revision 2025-11-25, over stdio and HTTP
- \`tool\`: the agent calls a tool of the Hub
- \`own-tool\`: the agent calls a tool of the program
- \`structured\`: the answer matches a JSON schema
- \`file\`, \`picture\`: a tool saves a file or picture, and its link opens
- \`cancel\`: the program cancels a request, and the running tool stops
- \`wrong-key\`, \`unknown-model\`, \`model-fails\`: the program gets a readable error and sends no second request. Exception: if the model fails, the AI SDK and LangChain4j retry the request twice, async-openai three times
- \`tool-then-fails\`: a tool runs, the model fails, and the tool does not run a second time
- \`refused\`, \`granted\`: the Hub refuses a restricted tool without the permission, runs it with the permission, and records each call
- \`sign-in\`: the program signs in with OAuth at \`/mcp/oauth\`
- \`question\`: the server asks a question in unattended work; the Hub declines it, and the model gets [a note](mcp-servers.md#questions-of-servers)
- other names: the feature with this name works
- *model set*: all [checks](../tests/peers/models/checks.ts) except \`wrong-key\`; \`too-long\`: a text beyond the context window gets a readable error
- *Open WebUI set*: all [calls](../tests/open-webui/walk.ts) that both releases support; *page set*: all [steps in Chromium](../tests/peers/open-webui/browser-walk.ts)
- \`import\`: \`hub import open-webui\` adds all records of Open WebUI's database to the Hub; \`imported-data\`: people sign in at the Hub with their old passwords and find their data; \`second-import\`: the same command adds nothing
- *proxy set*: with [our files](../deploy/proxies), all [common checks](../tests/peers/front/checks.ts)

MinIO and Garage (AGPL) are not tested.
`

/** The page with these rows, which replace older rows of the same peers. */
export function pageWith(page: string, rows: readonly Row[], tables: readonly string[] = TABLES): string {
  const tried = rows.filter(({ notInstalled }) => notInstalled === undefined).map(({ name }) => name)
  const sections = tables.flatMap((table) => {
    const lines = new Map(linesOf(page, table).map((line) => [nameIn(line), line]))
    if (table === NOT_INSTALLED_TABLE) for (const name of tried) lines.delete(name)
    for (const row of rows) if (row.table === table) lines.set(row.name, lineOf(row))
    if (lines.size === 0) return []
    return `## ${table}\n\n${[...lines.values()].join('\n')}\n`
  })
  return [INTRODUCTION, ...sections].join('\n')
}

function linesOf(page: string, table: string): string[] {
  const section = page.split(/^## /m).find((text) => text.startsWith(`${table}\n`)) ?? ''
  return section.split('\n').filter((line) => line.startsWith('- **'))
}

const nameIn = (line: string): string => line.split('**')[1]!

function lineOf({ name, version, tried, date, notInstalled }: Row): string {
  if (notInstalled !== undefined) return `- **${name}** ${version}, ${date}: ${inCell(notInstalled)}`
  const missing = tried.filter(({ isMissing }) => isMissing).map(({ what }) => what)
  const passed = tried
    .filter(({ failure, isMissing }) => failure === null && !isMissing)
    .map(({ what }) => what)
  const failed = tried.flatMap(({ what, failure }) =>
    failure === null ? [] : [`${what}: ${inCell(failure)}`],
  )
  const texts = [
    passed.length > 0 ? shortened(passed).join(', ') : 'no test passed',
    failed.length > 0 ? `Failed: ${failed.join('; ')}` : '',
    missing.length > 0 ? `Not supported: ${missing.join(', ')}` : '',
  ]
  return `- **${name}** ${version}, ${date}: ${texts.filter((text) => text !== '').join('. ')}`
}

const shortened = (passed: readonly string[]): string[] =>
  Object.entries(SETS).reduce<string[]>(
    (left, [name, set]) =>
      set.every((what) => left.includes(what)) ? [name, ...left.filter((what) => !set.includes(what))] : left,
    [...passed],
  )

/**
 * Formats a reason for a list or a table cell: one line without Markdown's characters, with shortened web addresses.
 */
export const inCell = (text: string): string =>
  text
    .replaceAll(/https?:\/\/[^\s/"'\\]+/g, 'http://…')
    .replaceAll(/[|`<>[\]*_\\]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_REASON_CHARACTERS)
