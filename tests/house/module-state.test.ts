import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stateIn } from '../../scripts/reference/module-state.ts'
import { sharedProblems } from '../../scripts/reference/declared-state.ts'

const namesIn = (source: string) => stateIn('src/a.ts', source).map(({ name }) => name)

for (const [what, source] of [
  ['that can be assigned again', 'let state = 0'],
  ['of a weak map', 'const state = new WeakMap<object, string>()'],
  ['of the running call', 'const state = new AsyncLocalStorage<string>()'],
  ['of a class', 'export const state = new Agent({ keepAlive: 1 })'],
  ['that a function opens', 'const state = await openStore()'],
  ['of a record of such', 'const state = { now, stores: createStores() }'],
  [
    'of a map that is changed',
    'const state = new Map(); export const put = (key: string) => state.set(key, 1)',
  ],
  [
    'of a list that is changed',
    'const state: string[] = []; export const put = (text: string) => { state[0] = text }',
  ],
  [
    'of a record that loses something',
    'const state = {} as Record<string, 1>; export const cut = () => { delete state["a"] }',
  ],
  ['that is counted', 'const state = { n: 0 }; export const count = () => state.n++'],
] as const)
  test(`state ${what} is found [house.module-state]`, () => assert.deepEqual(namesIn(source), ['state']))

test('constants, functions and local values of a call are no state [house.module-state]', () => {
  const source = `
    const WORDS = new Set(['a'])
    const UNITS: ReadonlyMap<string, number> = new Map([['s', 1]])
    const PATTERN = /a/
    const LIST = [1, 2].toSorted()
    const NEVER = new AbortController().signal
    const make = (on: boolean) => ({ on })
    export const read = (word: string) => WORDS.has(word)
    export function count() { let n = 0; const seen = new Map(); seen.set(n++, 1); return seen }
  `
  assert.deepEqual(namesIn(source), [])
})

test('state without a recorded reason and reasons without state are named [house.module-state]', () => {
  const found = [
    { file: 'src/a.ts', name: 'known', maker: 'WeakMap' },
    { file: 'src/a.ts', name: 'cache', maker: 'Map' },
  ]
  const problems = sharedProblems(found, {
    'src/a.ts': { known: ['texts', 'the text'], old: ['lines', 'Hub'] },
  })
  assert.equal(problems.length, 2)
  assert.match(problems[0]!, /^src\/a\.ts: .*\bcache\b/)
  assert.match(problems[1]!, /src\/a\.ts has no state old$/)
})
