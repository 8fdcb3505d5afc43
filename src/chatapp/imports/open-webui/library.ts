import { cutText } from '#ground/base/cut-text.ts'
import type { ChatFolders } from '#chatapp/chats/folders/folders.ts'
import { firstText } from '#chatapp/chats/imported/plain.ts'
import type { Prompts } from '#chatapp/prompts/prompts.ts'
import { keyOf } from './ids.ts'
import type { People } from './people.ts'
import type { Reporting } from './report.ts'
import type { Row, WebuiDatabase } from './source.ts'

export interface LibraryParts {
  source: WebuiDatabase
  report: Reporting
  isDryRun: boolean
  folders: Pick<ChatFolders, 'list' | 'create'>
  prompts: Pick<Prompts, 'list' | 'create'>
}

/**
 * Folders below the second level move to the second level.
 * @returns Folder ids of this server by `<account id> <folder id>` of the file.
 */
export async function importFolders(
  { source, report, folders, isDryRun }: LibraryParts,
  { ids }: People,
): Promise<Map<string, string>> {
  const here = new Map<string, string>()
  const rows = [...source.rows('folder')]
  const byKey = new Map(rows.map((row) => [keyIn(row), row]))
  const deep = rows.filter((row) => pathOf(row, byKey).length > 2)
  if (deep.length > 0)
    report.remark(`Folders have two levels here: ${deep.length} deeper folders are on the second level.`)
  for (const row of rows.toSorted((a, b) => pathOf(a, byKey).length - pathOf(b, byKey).length)) {
    const owner = ids.get(String(row.user_id))
    const name = cutText(firstText(row.name).trim(), 100) || 'Folder'
    if (owner === undefined) {
      report.count('folders', 'left')
      report.leave('folders', 'the account is missing', name)
      continue
    }
    const path = pathOf(row, byKey)
    const parentId = path.length > 1 ? (here.get(path[0]!) ?? null) : null
    const known = (await folders.list(owner)).find(
      (folder) => folder.parentId === parentId && folder.name.toLowerCase() === name.toLowerCase(),
    )
    const made = known || isDryRun ? null : await folders.create(owner, { name, parentId })
    const isLeft = made !== null && !made.ok
    report.count('folders', known ? 'known' : isLeft ? 'left' : 'added')
    if (isLeft) report.leave('folders', 'the person has 200 folders; their chats are in no folder', name)
    const id = known?.id ?? (made?.ok ? made.value.id : isDryRun ? keyIn(row) : undefined)
    if (id !== undefined) here.set(keyIn(row), id)
  }
  return here
}

const keyIn = (row: Row) => keyOf(row.user_id, row.id)

function pathOf(row: Row, byKey: ReadonlyMap<string, Row>): string[] {
  const path: string[] = []
  for (let next: Row | undefined = row; next && !path.includes(keyIn(next));) {
    path.unshift(keyIn(next))
    next = byKey.get(keyOf(row.user_id, next.parent_id))
  }
  return path
}

export async function importPrompts(
  { source, report, prompts, isDryRun }: LibraryParts,
  { ids }: People,
): Promise<void> {
  const texts = new Map<string, Map<string, string>>()
  for (const row of source.rows('prompt')) {
    const command = firstText(row.command).replace(/^\//, '')
    const owner = ids.get(String(row.user_id))
    if (owner === undefined) {
      report.count('prompts', 'left')
      report.leave('prompts', 'the account is missing', command)
      continue
    }
    const text = firstText(row.content).replaceAll(TYPED_VARIABLE, '{{$1}}')
    const here =
      texts.get(owner) ?? new Map((await prompts.list(owner)).map((prompt) => [prompt.name, prompt.text]))
    texts.set(owner, here)
    const name = freeName(nameOf(command), text, here)
    const known = here.has(name)
    here.set(name, text)
    const draft = { name, title: firstText(row.name, row.title).trim().slice(0, 200), text }
    const made = known || isDryRun ? null : await prompts.create(owner, draft)
    const isLeft = made !== null && !made.ok
    report.count('prompts', known ? 'known' : isLeft ? 'left' : 'added')
    if (isLeft) report.leave('prompts', REASONS[made.refusal] ?? made.refusal, command)
  }
}

const MAX_NAME_LENGTH = 40

const nameOf = (command: string): string =>
  command
    .replaceAll(/[^\p{L}\p{N}_-]+/gu, '-')
    .replace(/^[-_]+/, '')
    .toLowerCase()
    .slice(0, MAX_NAME_LENGTH)

function freeName(name: string, text: string, here: ReadonlyMap<string, string>): string {
  for (let count = 1; ; count++) {
    const ending = count === 1 ? '' : `-${count}`
    const next = name.slice(0, MAX_NAME_LENGTH - ending.length) + ending
    if ((here.get(next) ?? text) === text) return next
  }
}

/**
 * `{{topic | text:placeholder="…"}}` describes an input field. In prompts of this server, the text after `|` is a
 * default value.
 */
const TYPED_VARIABLE = /\{\{\s*([^{}|]{1,80}?)\s*\|[^{}]*\}\}/g

const REASONS: Readonly<Record<string, string>> = {
  prompt_name_invalid: 'the command has no letters or digits',
  prompt_too_many_variables: 'the text has more than 20 variables',
  too_many_prompts: 'the person has 200 prompts',
}
