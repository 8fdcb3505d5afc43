import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readTree, type Import } from '../arrows/read-tree.ts'

export interface Repository {
  files: readonly string[]
  arrows: readonly Import[]
  texts: ReadonlyMap<string, string>
}

const SOURCES = ['src/**/*.ts', 'web/**/*.{ts,tsx}', 'tests/**/*.ts', 'scripts/**/*.ts', 'bin/**/*.mjs']

export function readRepository(root: string): Repository {
  const tree = readTree(root, SOURCES)
  const names = globSync('tests/**/*.test.ts', { cwd: root }).map((file) => file.replaceAll('\\', '/'))
  return { ...tree, texts: new Map(names.map((name) => [name, readFileSync(join(root, name), 'utf8')])) }
}

/**
 * Test files that a change of a file may break:
 * - A unit test (below `src/` or `web/`) that imports the file, directly or indirectly.
 * - A test below `tests/` that imports the file, directly or through other files of the file's own folder.
 * - A test below `tests/` whose folder has the name of a folder in the file's path.
 * - For a file outside `src/` and `web/`: a test below `tests/` that contains the file's path or its folder's.
 * Imports of test helpers are not followed, because helpers start whole processes.
 * @param changed Files, or folders for all their files.
 */
export function relatedTests(repository: Repository, changed: readonly string[]): string[] {
  const importers = importersOf(repository.arrows)
  const known = new Set(repository.files)
  const files = changed.flatMap((path) => (known.has(path) ? [path] : filesIn(repository, path)))
  const chosen = new Set(files.flatMap((file) => testsOfFile(file, repository, importers)))
  return [...chosen].toSorted()
}

function filesIn({ files }: Repository, path: string): string[] {
  const inside = files.filter((file) => file.startsWith(`${path}/`))
  return inside.length > 0 ? inside : [path]
}

function testsOfFile(file: string, { files, texts }: Repository, importers: Importers): string[] {
  const reached = closure(file, importers)
  const fromOutside = closure(file, importers, isTestHelper(file) ? undefined : inRoomOf(file))
  const areas = areasOf(file)
  const isNamed = (test: string) => !isProduct(file) && mentions(texts.get(test)!, file)
  return files.filter(isTest).filter((test) => {
    if (test === file) return true
    if (!test.startsWith('tests/')) return reached.has(test)
    return fromOutside.has(test) || areas.has(test.split('/')[1]!) || isNamed(test)
  })
}

const inRoomOf = (file: string) => (via: string) => roomOf(via) === roomOf(file)
const isTestHelper = (file: string): boolean => file.startsWith('tests/')
const isProduct = (file: string): boolean => /^(?:src|web)\//.test(file)

type Importers = ReadonlyMap<string, readonly string[]>

function importersOf(arrows: readonly Import[]): Importers {
  const importers = new Map<string, string[]>()
  for (const { from, to } of arrows) {
    const known = importers.get(to)
    if (known) known.push(from)
    else importers.set(to, [from])
  }
  return importers
}

function closure(file: string, importers: Importers, isFollowed = (_via: string) => true): Set<string> {
  const found = new Set<string>()
  const waiting = [file]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
    for (const importer of importers.get(next) ?? []) {
      if (found.has(importer)) continue
      found.add(importer)
      if (isFollowed(importer)) waiting.push(importer)
    }
  return found
}

const roomOf = (file: string): string => file.split('/').slice(0, -1).slice(0, 3).join('/')

/** Test folders whose names differ from their source folders. */
const AREAS: Readonly<Record<string, readonly string[]>> = {
  'agent-process': ['agent'],
  cancellations: ['mcp'],
  cluster: ['scale'],
  copy: ['store'],
  'live-answers': ['bus', 'chatapp'],
  'object-storage': ['blobs'],
  published: ['hub'],
  relay: ['console'],
}

function areasOf(file: string): Set<string> {
  const folders = file.split('/').slice(0, -1)
  if (folders[0] === 'tests') return new Set()
  if (folders[0] === 'src') return new Set(folders.slice(1).flatMap((room) => [room, ...(AREAS[room] ?? [])]))
  if (folders[0] !== 'web') return new Set(folders)
  const page = { chat: ['web'], console: ['web-console'] }[folders[1] ?? '']
  return new Set(page ?? ['web', 'web-console'])
}

/** Files of the root folder are excluded, because tests mention them for many reasons. */
const mentions = (text: string, file: string): boolean => file.includes('/') && text.includes(dirname(file))

const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file)
