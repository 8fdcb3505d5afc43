import {
  createCssVariablesTheme,
  createHighlighterCore,
  type HighlighterCore,
  type LanguageInput,
} from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'
import type { ColouredLine } from './coloured-line.ts'

const GRAMMARS: Record<string, () => Promise<{ default: LanguageInput }>> = {
  bash: () => import('shiki/langs/shellscript.mjs'),
  c: () => import('shiki/langs/c.mjs'),
  csharp: () => import('shiki/langs/csharp.mjs'),
  css: () => import('shiki/langs/css.mjs'),
  diff: () => import('shiki/langs/diff.mjs'),
  dockerfile: () => import('shiki/langs/docker.mjs'),
  go: () => import('shiki/langs/go.mjs'),
  html: () => import('shiki/langs/html.mjs'),
  ini: () => import('shiki/langs/ini.mjs'),
  java: () => import('shiki/langs/java.mjs'),
  javascript: () => import('shiki/langs/javascript.mjs'),
  json: () => import('shiki/langs/json.mjs'),
  kotlin: () => import('shiki/langs/kotlin.mjs'),
  python: () => import('shiki/langs/python.mjs'),
  rust: () => import('shiki/langs/rust.mjs'),
  sql: () => import('shiki/langs/sql.mjs'),
  swift: () => import('shiki/langs/swift.mjs'),
  toml: () => import('shiki/langs/toml.mjs'),
  tsx: () => import('shiki/langs/tsx.mjs'),
  typescript: () => import('shiki/langs/typescript.mjs'),
  xml: () => import('shiki/langs/xml.mjs'),
  yaml: () => import('shiki/langs/yaml.mjs'),
}

const OTHER_NAMES: Record<string, string> = {
  sh: 'bash',
  shell: 'bash',
  zsh: 'bash',
  console: 'bash',
  shellscript: 'bash',
  h: 'c',
  cs: 'csharp',
  'c#': 'csharp',
  docker: 'dockerfile',
  golang: 'go',
  htm: 'html',
  js: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  jsx: 'tsx',
  jsonc: 'json',
  json5: 'json',
  kt: 'kotlin',
  py: 'python',
  python3: 'python',
  rs: 'rust',
  ts: 'typescript',
  mts: 'typescript',
  svg: 'xml',
  yml: 'yaml',
  patch: 'diff',
  env: 'ini',
  properties: 'ini',
  conf: 'ini',
  postgresql: 'sql',
  sqlite: 'sql',
}

let highlighter: Promise<HighlighterCore> | null = null

/** Colours are CSS variables, so they follow a change of theme. Null for an unknown language. */
export async function colourCode(code: string, language: string): Promise<readonly ColouredLine[] | null> {
  const name = OTHER_NAMES[language.toLowerCase()] ?? language.toLowerCase()
  const load = Object.hasOwn(GRAMMARS, name) ? GRAMMARS[name] : undefined
  if (!load) return null
  highlighter ??= open()
  const [shiki, grammar] = await Promise.all([highlighter, load()])
  await shiki.loadLanguage(grammar.default)
  const lang = name === 'bash' ? 'shellscript' : name === 'dockerfile' ? 'docker' : name
  // `tokenizeTimeLimit`: milliseconds per line. Preparing the grammar counts as time of the first line.
  const { tokens } = shiki.codeToTokens(code, { lang, theme: 'tokens', tokenizeTimeLimit: 3000 })
  return tokens.map((line) => line.map(({ content, color }) => ({ text: content, colour: color })))
}

function open(): Promise<HighlighterCore> {
  return createHighlighterCore({
    themes: [createCssVariablesTheme({ name: 'tokens', variablePrefix: '--syntax-' })],
    engine: createJavaScriptRegexEngine({ forgiving: true }),
  })
}
