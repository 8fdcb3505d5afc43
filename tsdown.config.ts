import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig, type Rolldown } from 'tsdown'

export const FILE_NAMES: Rolldown.OutputOptions = {
  hashCharacters: 'hex',
  chunkFileNames: '[name]-[hash].js',
}

/**
 * The release bundle: what an installed package runs, since Node strips no types below `node_modules`. One file for
 * each way in, with the dependencies inside; what is imported lazily in the source stays a file of its own.
 */
export default defineConfig({
  entry: {
    cli: 'src/cli/main.ts',
    host: 'src/processes/host.ts',
    worker: 'src/processes/worker.ts',
    reader: 'src/core/agent/tools/documents/reader.ts',
    relay: 'src/agent-process/relay.ts',
    'inbox-thread': 'src/core/inbox/inbox-thread.ts',
    'reading-thread': 'src/ground/store/sqlite/reading-thread.ts',
    index: 'src/index.ts',
  },
  outDir: 'dist',
  format: 'esm',
  platform: 'node',
  target: 'node24',
  fixedExtension: false,
  deps: { alwaysBundle: [/.*/], onlyBundle: false },
  // A package without an exports map is taken by its modules: a UMD build requires its parts where no bundler sees it.
  inputOptions: { resolve: { mainFields: ['module', 'main'] }, preserveEntrySignatures: 'allow-extension' },
  dts: false,
  clean: true,
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true, asciiOnly: true } },
  outputOptions: {
    ...FILE_NAMES,
    codeSplitting: {
      groups: [{ debugName: 'starts', name: startChunkOf(), includeDependenciesRecursively: false }],
    },
  },
})

const HOST = ['processes/host', 'processes/roles', 'processes/config/catalog']

/** Modules by which each kind of process, thread or command starts. */
const STARTS = {
  edge: [...HOST, 'processes/edge'],
  chatapp: [...HOST, 'processes/chatapp'],
  bridge: [...HOST, 'processes/bridge'],
  inbound: [...HOST, 'processes/inbound'],
  adapter: [...HOST, 'processes/adapter'],
  reader: ['core/agent/tools/documents/reader'],
  relay: ['agent-process/relay'],
  inbox: ['core/inbox/inbox-thread'],
  reading: ['ground/store/sqlite/reading-thread'],
  ...Object.fromEntries(commandFiles().map((file) => [file, [file]])),
}

/**
 * A command loads its own code when it is called. Those for several instances are rare: as starts, they would split what
 * every process loads into more files.
 */
function commandFiles(): string[] {
  const files = globSync('src/cli/*.ts', { cwd: import.meta.dirname })
  return files
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => file.slice('src/'.length, -'.ts'.length))
}

/**
 * What lies in one file: for each set of starts, the modules that these load and no other does. So nobody loads what only others
 * need, and there is less to find, which takes longer than to read it. Left alone, what a lazy import shares with another, whoever
 * may make it, is a file of its own.
 */
function startChunkOf() {
  let starts: Map<string, Set<string>> | undefined
  const chunks = new Map<string, string>()
  return (id: string, context: ChunkingContext): string | null => {
    starts ??= new Map(
      Object.entries(STARTS).map(([name, modules]) => [name, closureOf(modules.map(pathOf), context)]),
    )
    // A program stays apart: who imports what it holds would wait for its end, and it waits for who imports that.
    if (context.getModuleInfo(id)?.isEntry) return null
    const loading = [...starts].filter(([, modules]) => modules.has(id)).map(([name]) => name)
    if (loading.length === 0) return null
    const together = loading.length > 1 && isSmallLeaf(id) ? 'leaves' : loading.join()
    if (!chunks.has(together)) chunks.set(together, `start-${chunks.size + 1}`)
    return chunks.get(together)!
  }
}

/** Small modules without imports are in one file: to find a file of their own takes longer than to read them unneeded. */
function isSmallLeaf(id: string): boolean {
  if (!id.startsWith(SOURCES)) return false
  // Of the source: a build that measures coverage writes more, and an import into each module.
  const source = readFileSync(id, 'utf8')
  return source.length <= MAX_LEAF_CHARS && !/^(?:import (?!type )|export [^=]* from )/m.test(source)
}
const SOURCES = join(import.meta.dirname, 'src/')
const MAX_LEAF_CHARS = 1500

type ChunkingContext = Rolldown.ChunkingContext

const pathOf = (module: string): string => join(import.meta.dirname, 'src', `${module}.ts`)

/** These modules and what they import, lazily imported ones left out. */
function closureOf(modules: readonly string[], context: ChunkingContext): Set<string> {
  const closure = new Set(modules)
  for (const module of closure)
    for (const id of context.getModuleInfo(module)?.importedIds ?? []) closure.add(id)
  return closure
}
