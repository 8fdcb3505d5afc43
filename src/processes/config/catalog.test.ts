import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BadConfiguration, variableInfo } from '#ground/base/environment.ts'
import { CATALOG, checkConfiguration, UNUSED_NAMES } from './catalog.ts'

test('an empty environment is a good one', () => {
  assert.deepEqual(checkConfiguration({ PATH: '/bin', HOME: '/root' }), [])
})

test('invalid variables of every part are reported together', () => {
  const bad = {
    PORT: 'x',
    SVC_PROCESSES: 'many',
    SVC_SESSION_DAYS: '0',
    SVC_MAX_UPLOAD_BYTES: '-1',
    SVC_MODEL: 'gpt',
  }
  assert.throws(
    () => checkConfiguration(bad),
    (error) => {
      assert.ok(error instanceof BadConfiguration)
      assert.deepEqual(error.problems.map(({ variable }) => variable).toSorted(), Object.keys(bad).toSorted())
      return true
    },
  )
})

test('a mistyped variable is reported with the nearest name', () => {
  assert.deepEqual(
    checkConfiguration({ SVC_SIGNUPP: 'false', SVC_RUN_AS: 'set by us', SVC_SERVED_HUBS: 'set by us' }),
    [{ variable: 'SVC_SIGNUPP', message: 'is not a setting', fix: 'did you mean SVC_SIGNUP?' }],
  )
})

test('a reserved name that is set is reported to have no effect [cli.settings-without-effect]', () => {
  assert.deepEqual(checkConfiguration({ SVC_CHATAPP_COMMAND: 'x' }), [
    { variable: 'SVC_CHATAPP_COMMAND', message: 'has no effect in this release', fix: 'remove it' },
  ])
  const known = new Set(Object.values(CATALOG).flatMap((schema) => Object.keys(schema.shape)))
  for (const name of UNUSED_NAMES) assert.ok(known.has(name), name)
})

test('every variable has one owner and a description', () => {
  const variables = Object.values(CATALOG).flatMap((schema) => Object.entries(schema.shape))
  const names = variables.map(([name]) => name)
  assert.deepEqual(names.toSorted(), [...new Set(names)].toSorted())
  for (const [name, schema] of variables)
    assert.ok(descriptionOf(schema as never), `${name} has no description`)
})

test('every variable named like a secret is marked as secret', () => {
  for (const [name, schema] of Object.values(CATALOG).flatMap((part) => Object.entries(part.shape)))
    if (/(_KEYS?|_TOKEN|_SECRET)$/.test(name))
      assert.ok(isMarked(schema as never), `${name} is not marked as secret`)
})

interface Schema {
  description?: string
  def: { innerType?: Schema; in?: Schema }
}

const descriptionOf = (schema: Schema | undefined): string | undefined =>
  schema && (schema.description ?? descriptionOf(schema.def.innerType ?? schema.def.in))

const isMarked = (schema: Schema | undefined): boolean =>
  schema !== undefined &&
  (variableInfo.get(schema as never)?.secret === true || isMarked(schema.def.innerType ?? schema.def.in))
