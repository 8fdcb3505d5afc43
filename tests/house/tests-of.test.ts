import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRepository, relatedTests } from '../../scripts/tests-of/related-tests.ts'
import { folderWith } from '../support/folder.ts'

const FILES = {
  'src/core/access/decide.ts': 'export const decide = 1',
  'src/core/access/decide.test.ts': "import './decide.ts'",
  'src/core/access/grants.ts': "export * from './decide.ts'",
  'src/core/agent/tool.ts': "export * from '#core/access/grants.ts'",
  'src/core/agent/tool.test.ts': "import './tool.ts'",
  'src/core/audit/ledger.test.ts': "import './ledger.ts'",
  'src/core/audit/ledger.ts': 'export const ledger = 1',
  'src/agent-process/pool.ts': 'export const pool = 1',
  'web/chat/composer/box.tsx': 'export const box = 1',
  'web/chat/composer/box.test.tsx': "import './box.tsx'",
  'tests/access/grant.test.ts': "import { startHub } from '../support/hub.ts'\nstartHub()",
  'tests/agent/tools.test.ts': "import '#core/agent/tool.ts'",
  'tests/bridge/listed.test.ts': "import '#core/access/grants.ts'",
  'tests/cli/init.test.ts': "import { startHub } from '../support/hub.ts'\nstartHub('templates/support')",
  'tests/support/hub.ts': "import '#core/access/decide.ts'\nexport const startHub = (_name = '') => 1",
  'tests/web/page.test.ts': '',
}

const related = async (t: Parameters<typeof folderWith>[0], ...changed: string[]) =>
  relatedTests(readRepository(await folderWith(t, FILES)), changed)

test('a source file names unit tests that reach it, tests of its room and tests that import its room [house.tests-of]', async (t) => {
  assert.deepEqual(await related(t, 'src/core/access/decide.ts'), [
    'src/core/access/decide.test.ts',
    'src/core/agent/tool.test.ts',
    'tests/access/grant.test.ts',
    'tests/bridge/listed.test.ts',
  ])
})

test('a room may have its tests in a folder with another name [house.tests-of]', async (t) => {
  assert.deepEqual(await related(t, 'src/agent-process/pool.ts'), ['tests/agent/tools.test.ts'])
})

test('a folder stands for all its files, a test for itself, a helper for its users [house.tests-of]', async (t) => {
  assert.deepEqual(await related(t, 'src/core/agent'), [
    'src/core/agent/tool.test.ts',
    'tests/agent/tools.test.ts',
  ])
  assert.deepEqual(await related(t, 'tests/web/page.test.ts'), ['tests/web/page.test.ts'])
  assert.deepEqual(await related(t, 'tests/support/hub.ts'), [
    'tests/access/grant.test.ts',
    'tests/cli/init.test.ts',
  ])
})

test('a page has the tests of its app; a data file has the tests that name its folder [house.tests-of]', async (t) => {
  assert.deepEqual(await related(t, 'web/chat/composer/box.tsx'), [
    'tests/web/page.test.ts',
    'web/chat/composer/box.test.tsx',
  ])
  assert.deepEqual(await related(t, 'templates/support/agent.md'), ['tests/cli/init.test.ts'])
  assert.deepEqual(await related(t, 'templates/other/agent.md'), [])
  assert.deepEqual(await related(t, 'LICENSE'), [])
})
