import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PACKAGE_FOLDER } from '#ground/base/package-folder.ts'

/** Lies in the Hub's folder, is no part of it, and names this machine's paths: the tsconfig.json beside it extends it. */
const FOLDER = '.types'

/**
 * Tell an editor, and `tsc`, what a Hub's tools import: this program's own types, and those of Node. They are read where
 * they lie, so they are always those of the release that runs the tools. Without a tsconfig.json nobody asks for them.
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
    // A Hub's modules are ES modules, whatever a package.json around them says.
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
