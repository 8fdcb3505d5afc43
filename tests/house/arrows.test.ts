import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { importProblems } from '../../scripts/arrows/import-problems.ts'
import { readTree } from '../../scripts/arrows/read-tree.ts'
import { folderWith } from '../support/folder.ts'

const SCRIPT = join(import.meta.dirname, '../../scripts/check-arrows.ts')

async function checkAsCi(t: TestContext, files: Readonly<Record<string, string>>) {
  const root = await folderWith(t, files)
  const { status, stderr } = spawnSync(process.execPath, [SCRIPT, root], { encoding: 'utf8' })
  return { status, problems: stderr.split('\n').filter(Boolean) }
}

async function checkArrows(t: TestContext, files: Readonly<Record<string, string>>) {
  const problems = importProblems(readTree(await folderWith(t, files)))
  return { status: problems.length > 0 ? 1 : 0, problems }
}

test('a tree with downward imports only passes [house.arrows-down]', async (t) => {
  const checked = await checkAsCi(t, {
    'src/ground/base/clock.ts': 'export const now = 1',
    'src/ground/store/store.ts': "import { now } from '#ground/base/clock.ts'\nexport const store = now",
    'src/ground/identity/caller.ts':
      "import type { store } from '#ground/store/store.ts'\nexport type Caller = typeof store",
    'src/core/agent/turn/turn.ts':
      "import { now } from '#ground/base/clock.ts'\nexport * from '#core/agent/model/model.ts'\nexport const turn = now",
    'src/core/agent/model/model.ts':
      "import { z } from 'zod'\nimport fs from 'node:fs'\nexport const model = [z, fs]",
    'src/surfaces/bridge/server.ts':
      "import { turn } from '../../core/agent/turn/turn.ts'\nexport const server = turn",
    'src/processes/bridge.ts': "export const start = () => import('#surfaces/bridge/server.ts')",
    'src/cli/run.ts': "import { supervise } from '#supervisor/supervise.ts'\nsupervise()",
    'src/supervisor/supervise.ts': "export const supervise = () => import('#processes/bridge.ts')",
    'src/index.ts': "export { turn } from '#core/agent/turn/turn.ts'",
  })
  assert.deepEqual(checked, { status: 0, problems: [] })
})

test('an import of a higher floor is named with its place and both floors [house.arrows-down]', async (t) => {
  const checked = await checkAsCi(t, {
    'src/ground/base/clock.ts': "// a comment\nimport { server } from '#surfaces/bridge/server.ts'\nserver()",
    'src/surfaces/bridge/server.ts': 'export const server = () => {}',
  })
  assert.deepEqual(checked, {
    status: 1,
    problems: [
      'src/ground/base/clock.ts:2 imports src/surfaces/bridge/server.ts: upward (ground is floor 0 of src, surfaces is floor 3)',
    ],
  })
})

for (const [from, to] of [
  ['surfaces/bridge', 'surfaces/mcp'],
  ['surfaces/bridge', 'chatapp/chats'],
  ['core/agent/turn', 'core/chats'],
  ['core/chats', 'core/usage'],
  ['ground/hub', 'ground/store'],
  ['features/work/tasks', 'features/work/workflows'],
  ['chatapp/models', 'chatapp/chats'],
]) {
  test(`an import of a neighbour, ${from} of ${to}, is refused [house.arrows-down]`, async (t) => {
    const { status, problems } = await checkArrows(t, {
      [`src/${from}/a.ts`]: `import { b } from '#${to}/b.ts'\nb()`,
      [`src/${to}/b.ts`]: 'export const b = () => {}',
    })
    assert.equal(status, 1)
    assert.match(
      problems.join(),
      /^src\/\S+\/a\.ts:1 imports .* sideways \(\w+ and \w+ are both floor \d of src[/\w]*\)$/,
    )
  })
}

for (const [kind, source] of Object.entries({
  'a type import': "import type { B } from '../../surfaces/bridge/b.ts'\nexport type A = B",
  'a re-export': "export { b } from '../../surfaces/bridge/b.ts'",
  'a re-export of everything': "export * from '#surfaces/bridge/b.ts'",
  'a lazy import': "export const a = () => import('#surfaces/bridge/b.ts')",
  'a type by import()': "export type A = import('#surfaces/bridge/b.ts').B",
  'an import for its effects': "import '#surfaces/bridge/b.ts'",
})) {
  test(`${kind} of a higher floor is refused [house.arrows-every-kind]`, async (t) => {
    const { status, problems } = await checkArrows(t, {
      'src/ground/base/a.ts': source,
      'src/surfaces/bridge/b.ts': 'export const b = 1\nexport type B = 1',
    })
    assert.equal(status, 1)
    assert.match(problems.join(), /^src\/ground\/base\/a\.ts:1 imports src\/surfaces\/bridge\/b\.ts: upward/)
  })
}

test('a circle between files is named once, by its shortest walk [house.arrows-circles]', async (t) => {
  const checked = await checkArrows(t, {
    'src/core/agent/turn/a.ts': "import './b.ts'",
    'src/core/agent/turn/b.ts': "import './c.ts'",
    'src/core/agent/turn/c.ts': "import './a.ts'",
    'src/core/agent/turn/outside.ts': "import './a.ts'",
  })
  assert.deepEqual(checked, {
    status: 1,
    problems: [
      'circle: src/core/agent/turn/a.ts → src/core/agent/turn/b.ts → src/core/agent/turn/c.ts → src/core/agent/turn/a.ts',
    ],
  })
})

test('a circle of types alone is refused [house.arrows-circles]', async (t) => {
  const { status, problems } = await checkArrows(t, {
    'src/core/agent/turn/a.ts': "import type { B } from './b.ts'\nexport type A = B | 1",
    'src/core/agent/turn/b.ts': "import type { A } from './a.ts'\nexport type B = A | 2",
  })
  assert.equal(status, 1)
  assert.match(problems.join(), /^circle: /)
})

for (const [from, to] of [
  ['ground/base', 'ground/store'],
  ['core/agent/model', 'core/agent/turn'],
  ['features/work/runs/queue', 'features/work/tasks'],
  ['features/messaging/receive', 'features/messaging/reply'],
  ['chatapp/accounts', 'chatapp/turns'],
  ['supervisor', 'cli'],
])
  test(`an import of a higher room of the same house, ${from} of ${to}, is refused [house.arrows-down]`, async (t) => {
    const { problems } = await checkArrows(t, {
      [`src/${from}/a.ts`]: `import { b } from '#${to}/b.ts'\nb()`,
      [`src/${to}/b.ts`]: 'export const b = () => {}',
    })
    assert.match(problems.join(), /^src\/\S+\/a\.ts:1 imports \S+: upward /)
  })

test('the web chat imports the ground and nothing else of the server [house.arrows-chatapp]', async (t) => {
  const { problems } = await checkArrows(t, {
    'src/ground/base/a.ts': 'export const a = 1',
    'src/core/chats/scope.ts': 'export const scope = 1',
    'src/chatapp/turns/run.ts': "import '#ground/base/a.ts'\nimport '#core/chats/scope.ts'",
  })
  assert.deepEqual(problems, [
    'src/chatapp/turns/run.ts:2 imports src/core/chats/scope.ts: too wide (src/chatapp imports only src/ground)',
  ])
})

test('a room that is loaded on demand is imported for its types, by import(), or by its own wiring [house.arrows-on-demand]', async (t) => {
  const { problems } = await checkArrows(t, {
    'src/cluster/bus/nats.ts': "import '#cluster/bus/seal.ts'\nexport const nats = 1\nexport type Nats = 1",
    'src/cluster/bus/seal.ts': 'export const seal = 1',
    'src/agent-process/settings/command.ts': 'export const command = 1',
    'src/agent-process/pool.ts': "import '#agent-process/settings/command.ts'",
    'src/processes/cluster/open.ts': "import '#cluster/bus/nats.ts'",
    'src/cli/cluster/list.ts': "export { nats } from '#cluster/bus/nats.ts'",
    'src/processes/bus.ts':
      "import type { Nats } from '#cluster/bus/nats.ts'\nexport const open = (): Promise<{ nats: Nats }> => import('#cluster/bus/nats.ts')",
    'src/processes/agent.ts':
      "import '#agent-process/settings/command.ts'\nexport const start = () => import('./cluster/open.ts')",
    'src/processes/bus.test.ts': "import '#cluster/bus/nats.ts'",
    'src/processes/eager.ts':
      "import { type Nats } from '#cluster/bus/nats.ts'\nexport * from '#cluster/bus/seal.ts'\nimport './cluster/open.ts'\nimport '#agent-process/pool.ts'\nexport type A = Nats",
  })
  assert.deepEqual(
    problems.map((problem) => problem.replace(/ \(.*/, '')),
    ['cluster/bus/nats', 'cluster/bus/seal', 'processes/cluster/open', 'agent-process/pool'].map(
      (file, index) => `src/processes/eager.ts:${index + 1} imports src/${file}.ts: always loaded`,
    ),
  )
})

test('a room without a floor inside a house is refused [house.arrows-folders]', async (t) => {
  const { problems } = await checkArrows(t, { 'src/core/agent/helpers/text.ts': 'export const text = 1' })
  assert.deepEqual(problems, [
    'src/core/agent/helpers: unknown room; give it a floor in scripts/arrows/house.ts',
  ])
})

test('the edge may import base and hub but not the store below it [house.arrows-edge]', async (t) => {
  const { problems } = await checkArrows(t, {
    'src/ground/base/a.ts': 'export const a = 1',
    'src/ground/hub/slug.ts': 'export const slug = 1',
    'src/ground/store/store.ts': 'export const store = 1',
    'src/surfaces/edge/route.ts':
      "import '#ground/base/a.ts'\nimport '#ground/hub/slug.ts'\nimport '#ground/store/store.ts'",
  })
  assert.deepEqual(problems, [
    'src/surfaces/edge/route.ts:3 imports src/ground/store/store.ts: too wide (src/surfaces/edge imports only src/ground/base and src/ground/hub)',
  ])
})

test('a web app may import schemas, contracts and data files of the server but no other file of it [house.arrows-web]', async (t) => {
  const { problems } = await checkArrows(t, {
    'src/chatapp/chats/schema.ts': "import { z } from 'zod'\nexport const Chat = z.object({})",
    'src/chatapp/chats/store.ts': 'export const store = 1',
    'src/chatapp/chats/contract.ts':
      "import { Chat } from './schema.ts'\nexport const readChat = { answer: Chat }",
    'web/chat/api/chats.ts':
      "import type { Chat } from '#chatapp/chats/schema.ts'\nexport type Api = typeof Chat",
    'web/chat/chats/read.ts':
      "import { readChat } from '#chatapp/chats/contract.ts'\nexport const read = () => readChat",
    'web/chat/chats/page.tsx':
      "import type { store } from '../../../src/chatapp/chats/store.ts'\nexport const Page = () => <p />",
    'src/ground/hub/channels.ts': 'export const CHANNEL_NAMES = []',
    'web/chat/chats/search.ts':
      "import { CHANNEL_NAMES } from '#ground/hub/channels.ts'\nexport const names = CHANNEL_NAMES",
  })
  assert.deepEqual(problems, [
    'web/chat/chats/page.tsx:1 imports src/chatapp/chats/store.ts: server code (web/ imports only contract.ts, schema.ts and data files of src/)',
  ])
})

test('a schema may import a data file, which imports nothing [house.arrows-web]', async (t) => {
  const { problems } = await checkArrows(t, {
    'src/chatapp/chats/schema.ts':
      "import { CHANNEL_NAMES } from '#ground/hub/channels.ts'\nexport const Chat = CHANNEL_NAMES",
    'src/ground/hub/channels.ts': "import { slug } from './slug.ts'\nexport const CHANNEL_NAMES = slug",
    'src/ground/hub/slug.ts': 'export const slug = 1',
  })
  assert.deepEqual(problems, [
    'src/ground/hub/channels.ts:1 imports src/ground/hub/slug.ts: data (a data file imports nothing)',
  ])
})

test('a schema that pulls server code after it is refused [house.arrows-web]', async (t) => {
  const { problems } = await checkArrows(t, {
    'src/chatapp/chats/schema.ts': "import { store } from './store.ts'\nexport const Chat = store",
    'src/chatapp/chats/store.ts': 'export const store = 1',
  })
  assert.match(
    problems.join(),
    /^src\/chatapp\/chats\/schema\.ts:1 imports src\/chatapp\/chats\/store\.ts: schema/,
  )
})

test('a contract imports schemas and contracts only, and no schema imports a contract [house.arrows-web]', async (t) => {
  const { problems } = await checkArrows(t, {
    'src/ground/api/contract.ts': 'export const route = 1',
    'src/chatapp/accounts/contract.ts':
      "import { route } from '#ground/api/contract.ts'\nexport { Chat } from './schema.ts'",
    'src/chatapp/accounts/schema.ts': 'export const Chat = 1',
    'src/chatapp/accounts/keys/contract.ts':
      "import { keys } from './store.ts'\nexport const readKeys = keys",
    'src/chatapp/accounts/keys/schema.ts':
      "import { route } from '#ground/api/contract.ts'\nexport const Key = route",
    'src/chatapp/accounts/keys/store.ts': 'export const keys = 1',
  })
  assert.deepEqual(
    problems.map((problem) => problem.replace(/ \(.*/, '')),
    [
      'src/chatapp/accounts/keys/contract.ts:1 imports src/chatapp/accounts/keys/store.ts: contract',
      'src/chatapp/accounts/keys/schema.ts:1 imports src/ground/api/contract.ts: schema',
    ],
  )
})

for (const outside of ['tests/support/hub.ts', 'scripts/check.ts', 'web/chat/main.tsx']) {
  test(`an import of ${outside} by the server is refused [house.arrows-outside]`, async (t) => {
    const { problems } = await checkArrows(t, {
      'src/ground/base/a.ts': `import '../../../${outside}'`,
      [outside]: 'export {}',
    })
    assert.match(problems.join(), /^src\/ground\/base\/a\.ts:1 imports \S+: outside/)
  })
}

test('a test beside its file may use the shared test support [house.arrows-outside]', async (t) => {
  const { problems } = await checkArrows(t, {
    'src/ground/base/a.test.ts': "import '../../../tests/support/clock.ts'",
    'tests/support/clock.ts': 'export {}',
  })
  assert.deepEqual(problems, [])
})

test('a folder without a floor is refused, even when nothing imports it [house.arrows-folders]', async (t) => {
  const { problems } = await checkArrows(t, { 'src/helpers/text.ts': 'export const text = 1' })
  assert.deepEqual(problems, ['src/helpers: unknown room; give it a floor in scripts/arrows/house.ts'])
})

test('the public entry is for tools in a Hub, so nothing in the server imports it [house.arrows-folders]', async (t) => {
  const { problems } = await checkArrows(t, {
    'src/index.ts': "export { z } from 'zod'",
    'src/core/agent/turn/a.ts': "import { z } from '../../../index.ts'\nz.string()",
  })
  assert.match(problems.join(), /^src\/core\/agent\/turn\/a\.ts:1 imports src\/index\.ts: upward/)
})

test('a file that does not parse fails the check [house.arrows-every-kind]', async (t) => {
  const { status } = await checkAsCi(t, { 'src/ground/base/a.ts': "import { from '#surfaces/bridge/b.ts'" })
  assert.equal(status, 1)
})

test('a web app whose features import only lower folders passes [house.arrows-web]', async (t) => {
  const { problems } = await checkArrows(t, {
    'web/ui/button.tsx': "import './markdown/blocks.ts'",
    'web/ui/markdown/blocks.ts': 'export {}',
    'web/chat/messages.ts': 'export {}',
    'web/chat/api/client.ts': "import '../messages.ts'",
    'web/chat/thread/answer.tsx':
      "import '../api/client.ts'\nimport '../../ui/button.tsx'\nimport './tools.tsx'",
    'web/chat/thread/tools.tsx': "import '../messages.ts'",
    'web/chat/app/routes.tsx': "import '../thread/answer.tsx'",
    'web/chat/main.tsx': "import './app/routes.tsx'",
  })
  assert.deepEqual(problems, [])
})

test('features of a web app need no floor, and may import a shared feature below them [house.arrows-web]', async (t) => {
  const { problems } = await checkArrows(t, {
    'web/console/runs/status.tsx': 'export {}',
    'web/console/newest/newest-page.tsx': "import '../runs/status.tsx'",
    'web/console/newest/page.ts': "import('./newest-page.tsx')",
    'web/console/pages.ts': "import './newest/page.ts'",
    'web/console/loose.ts': 'export {}',
  })
  assert.deepEqual(problems, [
    'web/console/loose.ts: unknown room; give it a floor in scripts/arrows/house.ts',
  ])
})

for (const [what, from, to] of [
  ['a feature of another feature', 'web/chat/thread/a.tsx', 'web/chat/chats/b.tsx'],
  ['a feature of the app', 'web/chat/thread/a.tsx', 'web/chat/app/b.tsx'],
  ['the kit of an app', 'web/ui/a.tsx', 'web/chat/messages.ts'],
  ['the api of a feature', 'web/chat/api/a.ts', 'web/chat/thread/b.tsx'],
  ['one app of another', 'web/chat/thread/a.tsx', 'web/console/kit/b.ts'],
  ['what all features use of a feature', 'web/console/kit/a.tsx', 'web/console/memory/b.tsx'],
  ['a feature of the list of pages', 'web/console/memory/page.ts', 'web/console/pages.ts'],
  [
    'a feature that lends a part of one that takes it',
    'web/console/runs/a.tsx',
    'web/console/workflows/b.tsx',
  ],
])
  test(`an import in the web apps by ${what} is refused [house.arrows-web]`, async (t) => {
    const { problems } = await checkArrows(t, {
      [from!]: `import '../${'../'.repeat(from!.split('/').length - 3)}${to!.slice(4)}'`,
      [to!]: 'export {}',
    })
    assert.match(problems.join(), /^\S+:1 imports \S+: (upward|sideways)/)
  })
