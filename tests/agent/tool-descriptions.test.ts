import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { systemClock } from '#ground/base/clock.ts'
import { allBuiltInTools } from '#core/agent/tools/built-in.ts'
import { createSkillSource } from '#core/agent/tools/skills/source.ts'
import { rememberTool } from '#core/agent/tools/remember/remember.ts'
import { createDelegates } from '#core/agent/turn/delegates/delegates.ts'
import { artifactTools } from '#features/artifacts/tools.ts'
import { askPersonTool } from '#features/changes/ask-person.ts'
import { managementTools } from '#features/changes/tools.ts'
import { connectAccountTool } from '#features/connections/tools.ts'
import { readEventTool } from '#features/work/tasks/event-tool.ts'
import { finishTool } from '#features/work/tasks/finish-tool.ts'

const SOURCES = join(import.meta.dirname, '../../src')

const UNUSED = {} as never

const gardener = { id: 'gardener', name: 'Gardener', description: 'Waters plants' } as never

const TOOLS = [
  ...allBuiltInTools({
    fetch: { allowedHosts: [], clock: systemClock },
    command: { isSandboxed: true, maxSeconds: 60, secretPaths: [], clock: systemClock },
  }),
  rememberTool(UNUSED),
  ...managementTools(UNUSED),
  ...artifactTools(UNUSED),
  connectAccountTool(UNUSED),
  askPersonTool(UNUSED),
  readEventTool([], UNUSED),
  finishTool(UNUSED),
  ...createSkillSource({ skills: () => [{ name: 'water' } as never] }).tools(),
  ...createDelegates({ subAgents: () => [gardener], run: UNUSED }).tools(),
]

test('each parameter of our own tools has a description, as some chat templates need [agent.tools.described]', () => {
  const bare = TOOLS.flatMap(({ name, description, inputSchema }) =>
    (description === '' ? [name] : []).concat(withoutDescription(inputSchema, name)),
  )
  assert.deepEqual(bare, [])
})

test('the tools above are all that we define [agent.tools.described]', () => {
  const defined = globSync('**/*.ts', { cwd: SOURCES }).reduce(
    (sum, path) =>
      path.endsWith('.test.ts') || path.endsWith('define-tool.ts')
        ? sum
        : sum + readFileSync(join(SOURCES, path), 'utf8').split('defineTool({\n').length - 1,
    0,
  )
  assert.equal(TOOLS.length, defined)
})

function withoutDescription(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties = {}, items } = schema as { properties?: object; items?: unknown }
  const inside = Object.entries(properties).flatMap(
    ([name, property]: [string, { description?: string }]) => [
      ...(property.description ? [] : [`${path}.${name}`]),
      ...withoutDescription(property, `${path}.${name}`),
    ],
  )
  return [...inside, ...withoutDescription(items, `${path}[]`)]
}
