import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

const ROOT = join(import.meta.dirname, '../..')
const SOURCES = join(ROOT, 'src')

test('every import from other packages loads the same without the shortcut to modules [house.source-modules]', async () => {
  const names = importedByName()
  assert.ok(names.includes('pg') && names.includes('kysely'))
  const code = `for (const name of ${JSON.stringify(names)}) console.log(name, Object.keys(await import(name)).length)`
  const [quick, usual] = await Promise.all([[QUICK], []].map((flags) => loaded(code, flags)))
  assert.equal(quick, usual)
})

const QUICK = `--import=${pathToFileURL(join(ROOT, 'bin/setup/source-modules.mjs')).href}`

async function loaded(code: string, flags: readonly string[]): Promise<string> {
  const args = [...flags, '--input-type=module', '-e', code]
  return (await promisify(execFile)(process.execPath, args, { cwd: SOURCES })).stdout
}

function importedByName(): string[] {
  const files = globSync('**/*.ts', { cwd: SOURCES }).filter((file) => !file.endsWith('.test.ts'))
  const names = files.flatMap((file) =>
    [
      ...readFileSync(join(SOURCES, file), 'utf8').matchAll(
        /^(?:import|export) (?!type ).*from '([^.#'][^']*)'|import\('([^.#'][^']*)'\)/gm,
      ),
    ].map(([, atStart, later]) => (atStart ?? later)!),
  )
  return [...new Set(names)].filter((name) => !name.startsWith('node:')).toSorted()
}
