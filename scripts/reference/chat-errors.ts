import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CONTRACTS } from '#chatapp/contracts.ts'
import type { ChatRoute } from '#chatapp/http/contract.ts'
import { CHATAPP_REFUSALS as OF_CHATAPP, type RefusalCode } from '#chatapp/http/refusals.ts'
import { chatStatuses } from '#chatapp/http/statuses.ts'
import { UNREADABLE } from '#ground/base/unreadable-request.ts'
import { FAILED_DEPENDENCY } from '#ground/turn/errors/schema.ts'
import { isOpenAiPath } from '#ground/base/openai-error.ts'
import { CHAT_ERRORS } from '#ground/turn/errors/schema.ts'
import { EDGE_REFUSALS as OF_EDGE } from '#surfaces/edge/refusal.ts'

const PAGE = 'docs/chat-api.md'
const TABLES = /(<!-- the tables of errors are generated[^>]*-->\n)[\s\S]*?(?=<!-- end of the tables -->)/

type Row = readonly [status: number, code: string, when: string]

export function pageWithChatErrors(root: string): { path: string; page: string } {
  const tables = [
    'At the bridge; `/api` passes them on:',
    table([
      [400, 'null', 'A field of the request is wrong; `param` names it'],
      ...Object.entries(CHAT_ERRORS).flatMap(([code, { statuses, when }]) =>
        statuses
          .filter((status) => status !== FAILED_DEPENDENCY)
          .map((status) => [status, code, when] as const),
      ),
    ]),
    'At `/api` also:',
    table(ofChatapp()),
    'From the edge, at every address:',
    table([
      ...Object.entries(OF_EDGE).map(([code, { status, detail }]) => [status, code, detail] as const),
      ...Object.entries(UNREADABLE).map(
        ([status, [code, detail]]) => [Number(status), code, detail] as const,
      ),
    ]),
  ]
  const page = readFileSync(join(root, PAGE), 'utf8')
  return {
    path: PAGE,
    page: page.replace(TABLES, (_, opening: string) => `${opening}\n${tables.join('\n\n')}\n\n`),
  }
}

/** Errors of the web chat at paths of OpenAI's API. */
function ofChatapp(): Row[] {
  const routes = Object.values(CONTRACTS).flatMap((room) => Object.values<ChatRoute>(room))
  const codes = routes
    .filter(({ path }) => isOpenAiPath(path))
    .flatMap((route) => [...Object.values(chatStatuses(route)), route.refusals ?? []])
    .flatMap((group) => (group === 'any' ? [] : group))
    .filter((code): code is RefusalCode => code !== undefined && code in OF_CHATAPP)
  return [...new Set(codes)].map((code): Row => [OF_CHATAPP[code][0], code, OF_CHATAPP[code][1]])
}

function table(rows: readonly Row[]): string {
  const lines = rows
    .toSorted(([a, code]: Row, [b, other]: Row) => a - b || code.localeCompare(other))
    .map(([status, code, when]) => `| ${status} | \`${code}\` | ${when.replace(/\.$/, '')} |`)
  return ['| Status | Code | |', '|---|---|---|', ...lines].join('\n')
}
