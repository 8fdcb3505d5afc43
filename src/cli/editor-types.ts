import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PACKAGE_FOLDER } from '#ground/base/package-folder.ts'

/**
 * The Hub's tsconfig.json extends the tsconfig.json in this folder. The folder is not published, because its
 * tsconfig.json contains paths of this machine.
 */
const FOLDER = '.types'

/** The types are referenced, not copied, so that they match the installed release. */
export async function writeEditorTypes(hubFolder: string): Promise<void> {
  const entry = join(PACKAGE_FOLDER, 'src', 'index.ts')
  // An installed package is a bundle without types.
  if (!existsSync(join(hubFolder, 'tsconfig.json')) || !existsSync(entry)) return
  const folder = join(hubFolder, FOLDER)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'tsconfig.json'), `${JSON.stringify(configFor(entry), null, 2)}\n`)
}

const configFor = (entry: string) => ({
  compilerOptions: {
    target: 'es2024',
    lib: ['es2024', 'esnext.array', 'esnext.disposable', 'esnext.iterator'],
    // A Hub's modules are always ES modules, regardless of any package.json.
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
