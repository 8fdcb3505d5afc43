import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { folderWith } from '../support/folder.ts'
import { blocksOf, pages, placeOf, ROOT } from './blocks.ts'

const SETTINGS = {
  extends: join(ROOT, 'tsconfig.base.json'),
  compilerOptions: { types: ['node'], paths: { 'hub-service': [join(ROOT, 'src/index.ts')] } },
  include: ['**/*.ts'],
}

test('the TypeScript of every page is right by its types [docs.types]', async (t) => {
  const blocks = pages()
    .flatMap((page) => blocksOf(page))
    .filter(({ language }) => language === 'ts')
  assert.ok(blocks.length > 3)
  const folder = await folderWith(t, {
    'tsconfig.json': JSON.stringify(SETTINGS),
    'package.json': '{ "type": "module" }',
  })
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  for (const block of blocks) {
    const file = join(folder, `${placeOf(block).replace(':', '.')}.ts`)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, block.text)
  }
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc')
  const complaints = await promisify(execFile)(process.execPath, [compiler, '-p', folder]).then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  )
  assert.equal(complaints, '')
})
