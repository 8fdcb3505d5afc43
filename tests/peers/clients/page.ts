import { join } from 'node:path'
import { root } from '../../../bin/setup/tree.mjs'
import type { Client } from './peers.ts'

/** What one peer's run gave. */
export interface Row {
  table: string
  name: string
  version: string
  /** What was tried, with the reason where it failed; `isMissing`: the library has no function for it. */
  tried: readonly { what: string; failure: string | null; isMissing?: boolean }[]
  /** `2026-11-29` */
  date: string
}

export const PAGE = join(root, 'docs/compatibility.md')
export const CLIENT_TABLES: Readonly<Record<Client['kind'], string>> = {
  chat: 'Clients of the chat API',
  mcp: 'MCP clients',
}
export const SERVER_TABLE = 'MCP servers made with their libraries'
export const CONFORMANCE_TABLE = 'Official MCP conformance suite'
export const FUZZ_TABLE = 'Generated requests'
export const OPEN_WEBUI_TABLE = 'Open WebUI as the web chat'
export const OPEN_WEBUI_CLIENTS_TABLE = 'Clients written for Open WebUI'
export const TABLES = [
  ...Object.values(CLIENT_TABLES),
  SERVER_TABLE,
  CONFORMANCE_TABLE,
  OPEN_WEBUI_TABLE,
  OPEN_WEBUI_CLIENTS_TABLE,
  FUZZ_TABLE,
]

const MAX_REASON_CHARACTERS = 160

const INTRODUCTION = `# Compatibility

Clients and servers that others wrote, tried against a Hub by \`npm run peers clients\`. The command writes this page: the row of a peer that it did not run
stays as it is. [The programs](../tests/peers/clients) use each library with its defaults. A failed try names its reason.

- \`tool\`, \`own-tool\`: the agent calls a tool of the Hub, or a tool of the program
- \`structured\`: an answer in the form of a JSON schema
- \`file\`, \`picture\`: a tool saves a file, and its link opens
- \`cancel\`: the program cancels, and the tool stops before its end
- \`wrong-key\`, \`unknown-model\`, \`model-fails\`: an error that the program can show, and no second request. When the model
  failed, the AI SDK and LangChain4j repeat the request twice, async-openai three times
- \`tool-then-fails\`: a tool ran, then the model failed; the tool does not run again
- \`refused\`, \`granted\`: a restricted tool, without the permission and with it, in the audit trail
- \`responses\`: the Responses API
- \`sign-in\`: OAuth at \`/mcp/oauth\`
- \`question\`: the server asks a question in unattended work; the Hub declines it, and the model gets [the sentence](mcp-servers.md#questions-of-servers)

\`npm run peers open-webui-clients\` makes every call of owui-client at Open WebUI 0.12.4 and at a Hub. The row counts, for each part of the client, the calls
that Open WebUI answers and those of them that a Hub answers too. The web chat has no knowledge bases, notes, calendars, automations, functions and skills of its own.

\`npm run peers fuzz\` sends requests that [schemathesis](https://schemathesis.io) generates from the OpenAPI descriptions, in the name of an administrator, a
person and without a key.
`

/** The page with these rows in the place of older ones of the same peers. */
export function pageWith(page: string, rows: readonly Row[], tables: readonly string[]): string {
  const sections = tables.flatMap((table) => {
    const lines = new Map(linesOf(page, table).map((line) => [nameIn(line), line]))
    for (const row of rows) if (row.table === table) lines.set(row.name, lineOf(row))
    if (lines.size === 0) return []
    return `## ${table}\n\n| | Version | Passed | Failed | Not in the library | Date |\n|---|---|---|---|---|---|\n${[...lines.values()].join('\n')}\n`
  })
  return [INTRODUCTION, ...sections].join('\n')
}

function linesOf(page: string, table: string): string[] {
  const section = page.split(/^## /m).find((text) => text.startsWith(`${table}\n`)) ?? ''
  return section.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| |'))
}

const nameIn = (line: string): string => line.split('|')[1]!.trim()

function lineOf({ name, version, tried, date }: Row): string {
  const missing = tried.filter(({ isMissing }) => isMissing).map(({ what }) => what)
  const passed = tried
    .filter(({ failure, isMissing }) => failure === null && !isMissing)
    .map(({ what }) => what)
  const failed = tried.flatMap(({ what, failure }) =>
    failure === null ? [] : [`${what}: ${inCell(failure)}`],
  )
  return `| ${[name, version, passed.join(', '), failed.join('; '), missing.join(', '), date].join(' | ')} |`
}

/** A reason in a cell of a table: one line, without what Markdown reads, without addresses that change. */
export const inCell = (text: string): string =>
  text
    .replaceAll(/https?:\/\/[^\s/"'\\]+/g, 'http://…')
    .replaceAll(/[|`<>[\]*_\\]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_REASON_CHARACTERS)
