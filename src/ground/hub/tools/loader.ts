import { readdir, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { HubProblem, ToolModule } from '../hub.ts'
import { createSignatures } from '../signature.ts'
import { locateImportError } from './locate-import-error.ts'
import { exportProblems, isMarkedTool } from './exported-tools.ts'
import { runForeignCode } from './foreign-code.ts'
import { createModuleGraph } from './graph.ts'
import { customizeResolution } from './resolution.ts'

export const TOOLS_FOLDER = 'tools'

/** A module that loads for longer counts as failed, so that it does not block the Hub's start. */
const LOAD_LIMIT_MS = 10_000

export interface ToolLoader extends Disposable {
  refresh(): Promise<boolean>
  modules(): readonly ToolModule[]
  loaded(): readonly string[]
  problems(): readonly HubProblem[]
  folders(): Set<string>
}

export function createToolLoader(root: string, label: string): ToolLoader {
  const folder = join(root, TOOLS_FOLDER)
  const graph = createModuleGraph()
  const addressOf = (file: string) => `${pathToFileURL(file).href}?v=${label}-${graph.version(file)}`
  const resolution = customizeResolution({
    root,
    addressOf,
    onImport(importer, imported) {
      graph.link(importer, imported)
      signatures.storeSignature(imported) // stored before Node reads the file, so that a later edit counts as a change
    },
  })
  const signatures = createSignatures()
  const loaded = new Map<string, ToolModule>()
  const failed = new Map<string, HubProblem>()
  let modules: readonly ToolModule[] = []
  let fresh: readonly string[] = []

  const load = async (entry: string) => {
    const wrong = await unloadable(entry, loaded.has(entry))
    if (wrong)
      return failed.set(entry, { file: relative(root, entry), line: null, column: null, message: wrong })
    try {
      const mark = { folder: root, label: relative(root, entry) }
      const loading = runForeignCode(mark, () => import(addressOf(entry)))
      const exports = (await withinLimit(loading)) as ToolModule['exports']
      const lost = lostTools(loaded.get(entry)?.exports, exports)
      if (lost)
        return failed.set(entry, { file: relative(root, entry), line: null, column: null, message: lost })
      loaded.set(entry, { file: relative(root, entry), exports })
      failed.delete(entry)
    } catch (error) {
      failed.set(entry, await locateImportError(error, { root, entry, files: graph.closure(entry) }))
    }
    return undefined
  }

  return {
    async refresh() {
      const entries = await entriesOf(folder)
      const removed = [...loaded.keys(), ...failed.keys()].filter((entry) => !entries.includes(entry))
      const changed = signatures.changed(new Set([...entries, ...graph.files()]))
      fresh = []
      if (changed.length === 0 && removed.length === 0) return false
      const affected = graph.change(changed)
      for (const entry of removed) [loaded, failed].forEach((map) => map.delete(entry))
      const reloading = entries.filter((entry) => affected.has(entry))
      await Promise.all(reloading.map(load))
      fresh = reloading.filter((entry) => !failed.has(entry)).map((entry) => relative(root, entry))
      modules = entries.flatMap((entry) => loaded.get(entry) ?? [])
      return true
    },
    modules: () => modules,
    loaded: () => fresh,
    problems: () =>
      [...new Map([...failed.values()].map((problem) => [keyOf(problem), problem]))]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([, problem]) => problem),
    folders: () => new Set([folder, ...[...graph.files()].map((file) => dirname(file))]),
    [Symbol.dispose]: () => resolution[Symbol.dispose](),
  }
}

/** A version without valid tools does not replace a version with tools. */
function lostTools(before: ToolModule['exports'] | undefined, exports: ToolModule['exports']): string | null {
  if (!Object.values(before ?? {}).some(isMarkedTool)) return null
  const problems = exportProblems([...new Set(Object.values(exports))])
  return problems.length === 0 ? null : `${problems.join('; ')} (the last good version stays in use)`
}

/** Refuses a FIFO, whose read might never end, and a loaded file that an editor has emptied before writing it. */
async function unloadable(file: string, isLoaded: boolean): Promise<string | null> {
  const facts = await stat(file).catch(() => null) // the import of an unreadable file reports a better error
  if (facts && !facts.isFile()) return 'is not a file'
  return isLoaded && facts?.size === 0 ? 'the file is empty' : null
}

async function entriesOf(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names
    .filter((name) => /^[^.].*\.(ts|js|mjs)$/.test(name) && !/\.(d|test)\.[a-z]+$/.test(name))
    .toSorted()
    .map((name) => join(folder, name))
}

async function withinLimit<T>(loading: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`still loading after ${LOAD_LIMIT_MS / 1000} s`)),
      LOAD_LIMIT_MS,
    )
  })
  return Promise.race([loading, limit]).finally(() => clearTimeout(timer))
}

const keyOf = ({ file, line, column, message }: HubProblem): string =>
  JSON.stringify([file, line, column, message])
