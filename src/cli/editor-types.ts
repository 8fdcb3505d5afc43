import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PACKAGE_FOLDER } from '#ground/base/package-folder.ts'

/**
 * In the Hub's folder but no part of it, with this machine's paths: the tsconfig.json beside it extends it.
 */
const FOLDER = '.types'

/**
 * Provides types for a Hub's tools to editors and `tsc`: this program's own types, and those of Node. They
 * are referenced in place, so they always match the release that runs the tools. Only written beside a
 * tsconfig.json.
 */
export async function writeEditorTypes(hubFolder: string): Promise<void> {
  const entry = join(PACKAGE_FOLDER, 'src', 'index.ts')
  // An installed package is a bundle, which has no types.
  if (!existsSync(join(hubFolder, 'tsconfig.json')) || !existsSync(entry)) return
  const folder = join(hubFolder, FOLDER)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'tsconfig.json'), `${JSON.stringify(configFor(entry), null, 2)}\n`)
}

/** The rules under which our sources, and so their types, hold. */
const configFor = (entry: string) => ({
  compilerOptions: {
    target: 'es2024',
    lib: ['es2024', 'esnext.array', 'esnext.disposable', 'esnext.iterator'],
    // A Hub's modules are always ES modules, in spite of any package.json around them.
    module: 'esnext',
    moduleResolution: 'bundler',
    moduleDetection: 'force',
    strict: true,
    allowImportingTsExtensions: true,
    erasableSyntaxOnly: true,
    verbatimModuleSyntax: true,
    skipLibCheck: true,
    noEmit: true,
    types: ['node'],
    typeRoots: [join(PACKAGE_FOLDER, 'node_modules', '@types')],
    paths: { 'hub-service': [entry], zod: [join(PACKAGE_FOLDER, 'node_modules', 'zod', 'index.d.ts')] },
  },
})
