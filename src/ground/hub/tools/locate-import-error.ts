import { readFile } from 'node:fs/promises'
import { relative, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { HubProblem } from '../hub.ts'
import { ModuleMissing } from './resolution.ts'
import { findSyntaxError } from './syntax-error.ts'

/** @param root Real path of the Hub's folder. Positions outside it are never reported. */
export async function locateImportError(
  error: unknown,
  { root, entry, files }: { root: string; entry: string; files: Iterable<string> },
): Promise<HubProblem> {
  const { file, ...place } = (await missingImport(error)) ??
    printedPosition(error, root) ??
    stackPosition(error, root) ??
    (await syntaxPosition(error, files)) ?? { file: entry, line: null, column: null }
  return { file: relative(root, file), ...place, message: messageOf(error, root) }
}

export interface CodePosition {
  /** Absolute path. */
  file: string
  line: number | null
  column: number | null
}

async function missingImport(error: unknown): Promise<CodePosition | null> {
  if (!(error instanceof ModuleMissing)) return null
  const lines = (await readFile(error.importer, 'utf8').catch(() => '')).split('\n')
  const line = lines.findIndex(
    (text) => text.includes(`'${error.specifier}'`) || text.includes(`"${error.specifier}"`),
  )
  if (line === -1) return { file: error.importer, line: null, column: null }
  return { file: error.importer, line: line + 1, column: lines[line]!.indexOf(error.specifier) + 1 }
}

/** Node prints `<file>:<line>`, the source and carets above a syntax error's stack. */
function printedPosition(error: unknown, root: string): CodePosition | null {
  const [first = '', ...rest] = stackOf(error).split('\n')
  const [, name, line] = /^(.+):(\d+)$/.exec(first) ?? []
  const file = name && pathOf(name)
  if (!file || !file.startsWith(root + sep)) return null
  const caret = rest.find((text) => /^\s*\^+\s*$/.test(text))
  return { file, line: Number(line), column: caret ? caret.indexOf('^') + 1 : null }
}

export function stackPosition(error: unknown, root: string): CodePosition | null {
  const start = pathToFileURL(root + sep).href
  for (const frame of stackOf(error).split('\n')) {
    const [, url, line, column] = /(file:\/\/[^\s)]+):(\d+):(\d+)\)?$/.exec(frame) ?? []
    if (url?.startsWith(start))
      return { file: fileURLToPath(url), line: Number(line), column: Number(column) }
  }
  return null
}

/** Parses the files to find the position, because some syntax errors have none. */
async function syntaxPosition(error: unknown, files: Iterable<string>): Promise<CodePosition | null> {
  if (!(error instanceof SyntaxError)) return null
  for (const file of files) {
    const place = await findSyntaxError(file)
    if (place) return { file, ...place }
  }
  return null
}

const stackOf = (error: unknown): string => (error instanceof Error && error.stack) || ''

const pathOf = (name: string): string => (name.startsWith('file:') ? fileURLToPath(name) : name)

const messageOf = (error: unknown, root: string): string => {
  const text = error instanceof Error ? error.message || error.name : String(error)
  return text.replaceAll(root + sep, '')
}
