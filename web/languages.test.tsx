import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { test } from 'node:test'
import { parseSync, Visitor } from 'oxc-parser'
import { openDocument } from './testing/document.ts'

await openDocument()
const { speak } = await import('./ui/language.ts')
const chat = await import('./chat/app/languages/languages.ts')
const ofConsole = await import('./console/app/languages/languages.ts')

const WEB = import.meta.dirname
const APPS = { chat: chat.LANGUAGES, console: ofConsole.LANGUAGES }
const isCatalogue = (path: string) => /messages\.ts$|artifact-kinds\.ts$/.test(path)
const placesOf = (app: string) =>
  globSync([`ui/**/*.ts`, `${app}/**/*.ts`], { cwd: WEB })
    .filter(isCatalogue)
    .toSorted()

/** These modules copy texts of `web/ui`. They are loaded before a language is chosen. */
const LOADED_AT_START = [
  'ui/messages.ts',
  'chat/messages.ts',
  'chat/app/messages.ts',
  'console/kit/messages.ts',
  'console/app/messages.ts',
]
for (const place of LOADED_AT_START) await import(join(WEB, place))

/** Arguments that a text may take: numbers, or a list of names. */
const ARGUMENTS = [
  [7, 9],
  [['7', '9'], '9'],
] as const

function callText(path: string, text: (...values: unknown[]) => unknown): string {
  if (path.endsWith('.parameterFault')) return String(text({ kind: 'twice', line: 'a=b' }))
  if (path.includes('.why_refused.')) return String(text({ headers: ['7', '9'], seconds: 79 }))
  for (const values of ARGUMENTS) {
    try {
      return String(text(...values))
    } catch {} // the text takes other arguments, which a later attempt passes
  }
  throw new Error(`no arguments fit ${path}`)
}

async function textsByPath(places: readonly string[]): Promise<Map<string, string>> {
  const all = new Map<string, string>()
  const walk = (path: string, value: unknown): void => {
    if (typeof value === 'string') all.set(path, value)
    else if (typeof value === 'function')
      all.set(path, callText(path, value as (...values: unknown[]) => unknown))
    else for (const [name, part] of Object.entries(value ?? {})) walk(`${path}.${name}`, part)
  }
  for (const place of places)
    for (const [name, texts] of Object.entries((await import(join(WEB, place))) as object))
      if (typeof texts === 'object') walk(`${place}.${name}`, texts)
  return all
}

/** Names, which no language translates. */
const NAMES = new Set(
  (
    'API|PDF|JSON|OAuth|MCP|Hub|Hubs|Hub Service|Edge|Bridge|Span|Webhook|Webhooks|Webhook 7|Standard Webhooks|' +
    'WhatsApp|Telegram|Slack|Mattermost|English|Deutsch|TLS|STARTTLS'
  ).split('|'),
)
/** Words that German shares with English. */
const GERMAN_TOO = new Set(
  (
    'Name Agent Code Text Audio Video Version Chat Chats Prompts Prompt Passkey Passkeys Person Status Administrator ' +
    'Budgets Audit Trace Traces Spans Hash Revision Plan Live Route Bridge Edge Banner Information Navigation Tabs ' +
    'Domains Definition optional Id Scopes Connections Integrations Suggestions Skill Skills'
  ).split(' '),
)
const isOwn = (tag: string, path: string, english: string) =>
  /[A-Za-z]{3}/.test(english) &&
  !NAMES.has(english) &&
  !(tag === 'de' && GERMAN_TOO.has(english.replace(/ \d$/, ''))) &&
  !/addressExample|\.code$|\.version$|\.units\.|\.example(?:Lines)?$|\.sampleLabel$/.test(path)

for (const [app, languages] of Object.entries(APPS)) {
  const places = placesOf(app)

  test(`every text of the ${app} exists in every language, with its arguments [web.languages]`, async () => {
    // Most modules load while a language other than English is active, as on a page.
    speak(await languages.find(({ load }) => load)!.load!())
    await textsByPath(places)
    speak()
    const english = await textsByPath(places)
    assert.ok(english.size > 350, `${english.size} texts`)
    for (const { tag, load } of languages) {
      if (!load) continue
      const language = await load()
      assert.equal(language.tag, tag)
      speak(language)
      for (const [path, text] of await textsByPath(places)) {
        const before = english.get(path)!
        if (before !== '') assert.notEqual(text.trim(), '', `${tag} ${path}`)
        if (isOwn(tag, path, before)) assert.notEqual(text, before, `${tag} ${path} is still English`)
        // Arabic writes 1 and 2 as words, so only 7 and 9 are compared.
        for (const figure of ['7', '9'])
          assert.equal(text.includes(figure), before.includes(figure), `${tag} ${path}: ${text}`)
      }
    }
    speak()
    assert.deepEqual(await textsByPath(places), english, 'English comes back')
  })

  test(`each catalogue of the ${app} is declared once, and no language has another [web.languages]`, async () => {
    const declared = await Promise.all(
      places.map(async (place) => (await readFile(join(WEB, place), 'utf8')).matchAll(/= texts\('([^']+)'/g)),
    )
    const names = declared.flatMap((found) => [...found].map(([, name]) => name!)).toSorted()
    assert.deepEqual(names, [...new Set(names)])
    for (const { tag, load } of languages) {
      if (!load) continue
      const { catalogue } = await load()
      const ofServer = /\.(refusals|faults)$/
      assert.deepEqual(
        Object.keys(catalogue)
          .filter((name) => !ofServer.test(name))
          .toSorted(),
        names,
        tag,
      )
    }
  })
}

test('in right-to-left languages, names within a sentence keep their own direction [web.languages]', async () => {
  const { listed } = await import('./ui/language.ts')
  const { shareTexts } = await import('./chat/chats/share/messages.ts')
  const arabic = chat.LANGUAGES.find(({ tag }) => tag === 'ar')!
  speak(await arabic.load!())
  assert.equal(shareTexts.title('/tool {x}'), 'مشاركة «\u2068/tool {x}\u2069»')
  assert.match(listed(['a-b', 'c-d']), /\u2068a-b\u2069.*\u2068c-d\u2069/)
  speak()
  assert.equal(shareTexts.title('/tool {x}'), 'Share “/tool {x}”')
  assert.equal(listed(['a-b', 'c-d']), 'a-b and c-d')
})

/** Constants and functions beside the catalogues. */
const NO_TEXT = /^export const (?:KEYS_ADDRESS = '|\w+ = (?:\(|\w+ =>))/

test('no module of texts declares one beside the catalogues [web.languages]', async () => {
  for (const place of new Set(Object.keys(APPS).flatMap(placesOf))) {
    const source = await readFile(join(WEB, place), 'utf8')
    const declared = source.match(/^export const \w+ = .*/gm) ?? []
    for (const line of declared)
      if (!NO_TEXT.test(line)) assert.match(line, /= texts\('/, `${place}: ${line}`)
  }
})

/** Texts that a module reads while it loads would ignore a later change of language. */
async function readTooEarly(path: string): Promise<string[]> {
  const { program } = parseSync(path, readFileSync(path, 'utf8'))
  const catalogues = new Map<string, unknown>()
  for (const node of program.body) {
    if (node.type !== 'ImportDeclaration' || !isCatalogue(node.source.value)) continue
    const texts = (await import(join(dirname(path), node.source.value))) as Record<string, unknown>
    for (const one of node.specifiers)
      catalogues.set(
        one.local.name,
        one.type === 'ImportSpecifier' && one.imported.type === 'Identifier'
          ? texts[one.imported.name]
          : texts,
      )
  }
  return catalogues.size === 0 ? [] : earlyIn(program, catalogues).map((text) => `${path}: ${text}`)
}

type Program = ReturnType<typeof parseSync>['program']
interface Node {
  type: string
  name?: string
  computed?: boolean
  object?: Node
  property?: Node
}

function earlyIn(program: Program, catalogues: ReadonlyMap<string, unknown>): string[] {
  const early: string[] = []
  let depth = 0
  const enter = () => void depth++
  const leave = () => void depth--
  /** Undefined unless the expression is part of a catalogue. */
  const partOf = (node: Node): unknown => {
    if (node.type === 'Identifier') return catalogues.get(node.name!)
    if (node.type !== 'MemberExpression' || node.computed) return undefined
    const owner = partOf(node.object!) as Record<string, unknown> | undefined
    return owner?.[node.property!.name!]
  }
  const isText = (value: unknown) => typeof value === 'string' || typeof value === 'function'
  new Visitor({
    FunctionDeclaration: enter,
    FunctionExpression: enter,
    ArrowFunctionExpression: enter,
    'FunctionDeclaration:exit': leave,
    'FunctionExpression:exit': leave,
    'ArrowFunctionExpression:exit': leave,
    MemberExpression(node) {
      if (depth === 0 && isText(partOf(node as unknown as Node)))
        early.push((node.property as { name?: string }).name ?? '')
    },
    VariableDeclarator({ id, init }) {
      const part = init && partOf(init as unknown as Node)
      if (depth > 0 || id.type !== 'ObjectPattern' || !part) return
      for (const property of id.properties) {
        const name = property.type === 'Property' && property.key.type === 'Identifier' && property.key.name
        if (name && isText((part as Record<string, unknown>)[name])) early.push(name)
      }
    },
    // A called function may copy the texts. Their keys never change.
    CallExpression({ callee, arguments: values }) {
      const isKeys =
        callee.type === 'MemberExpression' &&
        callee.property.type === 'Identifier' &&
        callee.property.name === 'keys'
      if (depth > 0 || isKeys) return
      for (const value of values) if (partOf(value as unknown as Node)) early.push('argument')
    },
  }).visit(program)
  return early
}

test('no module keeps a text from before a language was chosen [web.languages]', async () => {
  const modules = globSync('{ui,chat,console}/**/*.{ts,tsx}', { cwd: WEB }).filter(
    (path) => !/\.test\.|languages\//.test(path) && !isCatalogue(basename(path)),
  )
  assert.ok(modules.length > 300)
  const early = await Promise.all(modules.map((path) => readTooEarly(join(WEB, path))))
  assert.deepEqual(early.flat(), [])
})
