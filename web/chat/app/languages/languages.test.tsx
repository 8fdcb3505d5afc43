import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseSync, Visitor } from 'oxc-parser'
import { openDocument } from '../../../testing/document.ts'

await openDocument()
const { speak } = await import('../../../ui/language.ts')
const { LANGUAGES } = await import('./languages.ts')

const WEB = join(import.meta.dirname, '../../..')
const places = [...globSync('{ui,chat}/**/*messages.ts', { cwd: WEB }), 'ui/artifact-kinds.ts']

async function textsByPath(): Promise<Map<string, string>> {
  const all = new Map<string, string>()
  const walk = (path: string, value: unknown): void => {
    if (typeof value === 'string') all.set(path, value)
    else if (typeof value === 'function') {
      const made: unknown = path.endsWith('.parameterFault')
        ? value({ kind: 'twice', line: 'a=b' })
        : value(7, 9)
      all.set(path, String(made))
    } else for (const [name, part] of Object.entries(value ?? {})) walk(`${path}.${name}`, part)
  }
  for (const place of places) walk(place, { ...(await import(join(WEB, place))) })
  return all
}

const SAME = new Set(
  'Name Agent API PDF JSON Code Text Audio Video Version OAuth Chats Id Scopes Connections Integrations Suggestions Prompts Prompt Passkeys'.split(
    ' ',
  ),
)
const isOwn = (path: string, english: string) =>
  !SAME.has(english) && /\p{L}{3}/u.test(english) && !/addressExample|\.code$|\.version$|\.units\./.test(path)

test('every text exists in every language, with its arguments [web.languages]', async () => {
  speak()
  const english = await textsByPath()
  assert.ok(english.size > 350, `${english.size} texts`)
  for (const { tag, load } of LANGUAGES) {
    if (!load) continue
    const language = await load()
    assert.equal(language.tag, tag)
    speak(language)
    for (const [path, text] of await textsByPath()) {
      const before = english.get(path)!
      assert.notEqual(text.trim(), '', `${tag} ${path}`)
      if (isOwn(path, before)) assert.notEqual(text, before, `${tag} ${path} is still English`)
      // Arabic writes 1 and 2 as words, so only 7 and 9 are compared.
      for (const figure of ['7', '9'])
        assert.equal(text.includes(figure), before.includes(figure), `${tag} ${path}: ${text}`)
    }
  }
  speak()
  assert.deepEqual(await textsByPath(), english, 'English comes back')
})

test('in right-to-left languages, names within a sentence keep their own direction [web.languages]', async () => {
  const { shareTexts } = await import('../../chats/share/messages.ts')
  const arabic = LANGUAGES.find(({ tag }) => tag === 'ar')!
  speak(await arabic.load!())
  assert.equal(shareTexts.title('/tool {x}'), 'مشاركة «\u2068/tool {x}\u2069»')
  speak()
  assert.equal(shareTexts.title('/tool {x}'), 'Share “/tool {x}”')
})

test('no page of the web chat declares a text beside the catalogues [web.languages]', async () => {
  for (const place of places) {
    const source = await readFile(join(WEB, place), 'utf8')
    const declared = source.match(/^export const \w+ = .*/gm) ?? []
    for (const line of declared) assert.match(line, /= texts\('/, `${place}: ${line}`)
  }
})

/** Texts that a module reads while it loads would ignore a later change of language. */
function readTooEarly(path: string): string[] {
  const { program } = parseSync(path, readFileSync(path, 'utf8'))
  const catalogues = new Set<string>()
  const early: string[] = []
  let depth = 0
  const enter = () => void depth++
  const leave = () => void depth--
  new Visitor({
    ImportDeclaration({ source, specifiers }) {
      if (/messages\.ts$|artifact-kinds\.ts$/.test(source.value))
        for (const { local } of specifiers) catalogues.add(local.name)
    },
    FunctionDeclaration: enter,
    FunctionExpression: enter,
    ArrowFunctionExpression: enter,
    'FunctionDeclaration:exit': leave,
    'FunctionExpression:exit': leave,
    'ArrowFunctionExpression:exit': leave,
    MemberExpression({ object }) {
      if (depth === 0 && object.type === 'Identifier' && catalogues.has(object.name))
        early.push(`${path}: ${object.name}`)
    },
  }).visit(program)
  return early
}

test('no module keeps a text from before a language was chosen [web.languages]', () => {
  const modules = globSync('{ui,chat}/**/*.{ts,tsx}', { cwd: WEB }).filter(
    (path) => !/\.test\.|messages\.ts$|languages\//.test(path),
  )
  assert.ok(modules.length > 150)
  assert.deepEqual(
    modules.flatMap((path) => readTooEarly(join(WEB, path))),
    [],
  )
})
