import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { folderWith } from '../support/folder.ts'

const ROOT = join(import.meta.dirname, '../..')
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc')

/** Runs from the checkout, because the package contains no types. */
const init = (...args: string[]) =>
  promisify(execFile)(process.execPath, [join(ROOT, 'bin/hub.mjs'), 'init', ...args])

const typeCheck = (cwd: string): Promise<string> =>
  promisify(execFile)(process.execPath, [TSC, '--noEmit'], { cwd }).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  )

const TOOL = `import { readFile } from 'node:fs/promises'
import { defineTool, z, type ToolContext } from 'hub-service'
import { z as same } from 'zod'

export const weigh = defineTool({
  name: 'weigh',
  description: 'Weighs.',
  input: z.object({ what: z.string(), times: same.int() }),
  readOnly: true,
  async run({ what, times }, { caller, signal }: ToolContext) {
    const text: string = await readFile(what, { encoding: 'utf8', signal })
    return [text, caller.email, times.toFixed()].join()
  },
})
`

for (const template of ['demo', 'minimal'])
  test(`tools of a fresh ${template} Hub are type-checked as they stand [cli.editor-types]`, async (t) => {
    const folder = join(await folderWith(t, {}), 'garden')
    await init(folder, '--template', template)
    await mkdir(join(folder, 'tools'), { recursive: true })
    await writeFile(join(folder, 'tools/weigh.ts'), TOOL)
    assert.equal(await typeCheck(folder), '')
    await writeFile(join(folder, 'tools/weigh.ts'), TOOL.replace('times.toFixed()', 'times.trim()'))
    assert.match(
      await typeCheck(folder),
      /^tools\/weigh\.ts\(\d+,\d+\): error TS\d+: Property 'trim' does not exist on type 'number'/,
    )
  })
