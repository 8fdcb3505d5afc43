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

type Code = readonly [status: number, code: string]
type Row = readonly [...Code, when: string]

export function pageWithChatErrors(root: string): { path: string; page: string } {
  const tables = [
    'The bridge returns these errors, also at `/api`. An entry that ends with `Retry-After` has this response header.',
    explained([
      [400, 'null', 'A field is invalid; `param` names the field'],
      ...Object.entries(CHAT_ERRORS).flatMap(([code, { statuses, when }]) =>
        statuses
          .filter((status) => status !== FAILED_DEPENDENCY)
          .map((status) => [status, code, when] as const),
      ),
    ]),
    'The web chat at `/api` and the edge add these errors. The `detail` of a response explains its error:',
    listed(ofChatapp(), [
      ...Object.entries(OF_EDGE).map(([code, { status }]) => [status, code] as const),
      ...Object.entries(UNREADABLE).map(([status, [code]]) => [Number(status), code] as const),
    ]),
  ]
  const page = readFileSync(join(root, PAGE), 'utf8')
  return {
    path: PAGE,
    page: page.replace(TABLES, (_, opening: string) => `${opening}\n${tables.join('\n\n')}\n\n`),
  }
}

function ofChatapp(): Code[] {
  const routes = Object.values(CONTRACTS).flatMap((room) => Object.values<ChatRoute>(room))
  const codes = routes
    .filter(({ path }) => isOpenAiPath(path))
    .flatMap((route) => [...Object.values(chatStatuses(route)), route.refusals ?? []])
    .flatMap((group) => (group === 'any' ? [] : group))
    .filter((code): code is RefusalCode => code !== undefined && code in OF_CHATAPP)
  return [...new Set(codes)].map((code): Code => [OF_CHATAPP[code][0], code])
}

function explained(rows: readonly Row[]): string {
  const groups = Map.groupBy(rows, ([status, , when]) => `${status} ${when}`)
  return [...groups.values()]
    .toSorted(([a], [b]) => a![0] - b![0] || a![1].localeCompare(b![1]))
    .map((group) => `- ${group[0]![0]} ${codesOf(group)}: ${group[0]![2]}`)
    .join('\n')
}

function listed(chatapp: readonly Code[], edge: readonly Code[]): string {
  const statuses = [...new Set([...chatapp, ...edge].map(([status]) => status))].toSorted((a, b) => a - b)
  const cell = (codes: readonly Code[], status: number) =>
    codesOf(codes.filter(([of]) => of === status)) || '–'
  const lines = statuses.map((status) => `| ${status} | ${cell(chatapp, status)} | ${cell(edge, status)} |`)
  return ['| Status | Web chat, at `/api` | Edge, at every address |', '|---|---|---|', ...lines].join('\n')
}

const codesOf = (codes: readonly (Code | Row)[]): string =>
  [...new Set(codes.map(([, code]) => `\`${code}\``))].toSorted().join(', ')
