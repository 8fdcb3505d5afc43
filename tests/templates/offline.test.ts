import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { TEMPLATE_NAMES } from '#cli/template-names.ts'
import { openHub } from '#ground/hub/open.ts'
import { folderWith } from '../support/folder.ts'
import { hub } from '../support/hub-command.ts'

for (const template of TEMPLATE_NAMES.filter((name) => name !== 'minimal'))
  test(`the offline model answers each suggestion of the template ${template} [templates.offline]`, async (t) => {
    const folder = join(await folderWith(t, {}), 'garden')
    assert.equal((await hub(['init', folder, '--template', template])).code, 0)
    await using opened = await openHub(folder, { watch: false })
    assert.deepEqual(opened.problems(), [])
    const { suggestions } = opened.agent()
    assert.ok(suggestions.length >= 4)
    for (const suggestion of suggestions) {
      const { code, stdout, stderr } = await hub(['chat', folder], { input: `${suggestion}\n` })
      assert.equal(code, 0, stderr)
      assert.match(stdout, /I do what `agent\.md` says for this question/, suggestion)
      assert.doesNotMatch(stdout, /There is no|expected one of/, suggestion)
    }
  })
