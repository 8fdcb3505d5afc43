import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import {
  BadConfiguration,
  flag,
  listVariable,
  parseEnvironment,
  port,
  secret,
  unknownVariables,
  wholeVariable,
} from './environment.ts'

const Variables = z.object({
  PORT: port(3080),
  LIMIT: wholeVariable({ min: 1, max: 10 }).optional(),
  LOUD: flag(false),
  QUIET: flag(true),
  KEYS: secret(listVariable().default(['none'])),
  TOKEN: secret(z.string().min(8, 'expected at least 8 characters').optional()),
})

test('variables that are not set, or set to nothing, have their defaults', () => {
  const defaults = {
    PORT: 3080,
    LIMIT: undefined,
    LOUD: false,
    QUIET: true,
    KEYS: ['none'],
    TOKEN: undefined,
  }
  assert.deepEqual(parseEnvironment(Variables, {}), defaults)
  assert.deepEqual(
    parseEnvironment(Variables, { PORT: '', LIMIT: '', LOUD: '', KEYS: '', OTHER: 'x' }),
    defaults,
  )
})

test('flags are read in any case, numbers within bounds, lists by commas and white space', () => {
  for (const yes of ['true', '1', 'YES', 'On'])
    assert.equal(parseEnvironment(Variables, { LOUD: yes }).LOUD, true)
  for (const no of ['false', '0', 'No', 'OFF'])
    assert.equal(parseEnvironment(Variables, { QUIET: no }).QUIET, false)
  const given = parseEnvironment(Variables, { PORT: '0', LIMIT: '10', KEYS: 'a, b\n\tc,,' })
  assert.deepEqual([given.PORT, given.LIMIT, given.KEYS], [0, 10, ['a', 'b', 'c']])
})

test('all invalid variables are reported at once', () => {
  const problems = problemsOf({ PORT: '70000', LIMIT: '1.5', LOUD: 'maybe' })
  assert.deepEqual(problems.map(({ variable }) => variable).toSorted(), ['LIMIT', 'LOUD', 'PORT'])
  const messageOf = (name: string) => problems.find(({ variable }) => variable === name)!.message
  assert.equal(messageOf('PORT'), 'expected a whole number from 0 to 65535 (got "70000")')
  assert.equal(messageOf('LIMIT'), 'expected a whole number from 1 to 10 (got "1.5")')
})

test('the value of a secret is never in an error, however it was wrapped', () => {
  const [problem] = problemsOf({ TOKEN: 'hunter2' })
  assert.deepEqual(problem, { variable: 'TOKEN', message: 'expected at least 8 characters' })
  const Wrapped = z.object({ TOKEN: secret(z.string().min(8)).optional().default('12345678') })
  assert.throws(
    () => parseEnvironment(Wrapped, { TOKEN: 'hunter2' }),
    (error: Error) => !/hunter2/.test(error.message),
  )
})

test('a name that resembles a variable of ours is reported with the nearest known name', () => {
  const known = new Set(['SVC_MODEL', 'SVC_LOG_LEVEL'])
  assert.deepEqual(
    unknownVariables(known, { SVC_MODLE: 'x', SVC_ZEBRA_CROSSING: 'x', SVC_MODEL: 'x', HOME: '/' }),
    [
      { variable: 'SVC_MODLE', nearest: 'SVC_MODEL' },
      { variable: 'SVC_ZEBRA_CROSSING', nearest: null },
    ],
  )
})

const problemsOf = (environment: Record<string, string>): BadConfiguration['problems'] => {
  try {
    parseEnvironment(Variables, environment)
  } catch (error) {
    assert.ok(error instanceof BadConfiguration)
    for (const { variable } of error.problems) assert.ok(error.message.includes(variable))
    return error.problems
  }
  assert.fail('it was accepted')
}
