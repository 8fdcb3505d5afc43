import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isArgumentsObject } from './arguments.ts'
import { createCallCollector, type CallDelta } from './calls.ts'

const TOOLS = new Set(['look', 'get_weather', 'add'])

const collected = (deltas: readonly CallDelta[]) => {
  let made = 0
  const calls = createCallCollector({ newCallId: () => `new${++made}`, isTool: (name) => TOOLS.has(name) })
  for (const delta of deltas) calls.add(delta)
  return calls.made().map(({ id, name, input }) => [id, name, input])
}

const piece = (index: number | null, id: string | null, name: string | null, args?: unknown): CallDelta => ({
  ...(index !== null && { index }),
  ...(id !== null && { id }),
  function: { ...(name !== null && { name }), ...(args !== undefined && { arguments: args }) },
})

const A = '{"city":"Rome"}'
const B = '{"a":1,"b":2}'
const [a1, a2] = [A.slice(0, 6), A.slice(6)]
const [b1, b2] = [B.slice(0, 4), B.slice(4)]
const BOTH = [
  ['a', 'look', A],
  ['b', 'add', B],
]

const STREAMS: Record<string, [deltas: CallDelta[], made?: unknown[]]> = {
  'OpenAI, vLLM: id and name first': [
    [piece(0, 'a', 'look', ''), piece(0, null, null, a1), piece(0, null, null, a2)].concat([
      piece(1, 'b', 'add', ''),
      piece(1, null, null, b1),
      piece(1, null, null, b2),
    ]),
  ],
  'interleaved by index': [
    [
      piece(0, 'a', 'look', ''),
      piece(1, 'b', 'add', ''),
      piece(0, null, null, a1),
      piece(1, null, null, b1),
    ].concat([piece(1, null, null, b2), piece(0, null, null, a2)]),
  ],
  'index 0 for all, whole calls (Ollama, Gemini proxies, Grok)': [
    [piece(0, 'a', 'look', A), piece(0, 'b', 'add', B)],
  ],
  'index 0 for the second call, its arguments under index 1': [
    [
      piece(0, 'a', 'look', ''),
      piece(0, null, null, A),
      piece(0, 'b', 'add', ''),
      piece(1, null, null, b1),
    ].concat(piece(1, null, null, b2)),
  ],
  'index 0 for the second call, which begins without a name': [
    [piece(0, 'a', 'look', ''), piece(0, null, null, A), piece(0, 'b', null, b1), piece(0, 'b', 'add', b2)],
  ],
  'no index (Gemini, older Ollama)': [[piece(null, 'a', 'look', A), piece(null, 'b', 'add', B)]],
  'no index, pieces without ids': [
    [
      piece(null, 'a', 'look', a1),
      piece(null, null, null, a2),
      piece(null, 'b', 'add', b1),
      piece(null, null, null, b2),
    ],
  ],
  'no index and no ids': [
    [piece(null, null, 'look', A), piece(null, null, 'add', B)],
    [
      ['new1', 'look', A],
      ['new2', 'add', B],
    ],
  ],
  'the id with each piece, whatever the index (SGLang, Mistral)': [
    [piece(0, 'a', 'look', a1), piece(0, 'b', 'add', b1), piece(1, 'a', null, a2), piece(0, 'b', null, b2)],
  ],
  'an empty id with later pieces (DashScope)': [
    [
      piece(0, 'a', 'look', ''),
      piece(0, '', '', a1),
      piece(0, '', '', a2),
      piece(1, 'b', 'add', ''),
      piece(1, '', '', B),
    ],
  ],
  'a new id for each piece': [
    [piece(0, 'a', 'look', a1), piece(0, 'x', null, a2), piece(1, 'b', 'add', b1), piece(1, 'y', null, b2)],
  ],
  'arguments as an object (LiteLLM before Ollama)': [
    [piece(0, 'a', 'look', JSON.parse(A)), piece(0, 'b', 'add', JSON.parse(B))],
  ],
  'an empty object first (proxies of Anthropic and Bedrock)': [
    [
      piece(0, 'a', 'look', '{}'),
      piece(0, null, null, a1),
      piece(0, null, null, a2),
      piece(1, 'b', 'add', B),
    ],
  ],
  'name with each piece, and the whole call again at the end': [
    [piece(0, 'a', 'look', a1), piece(0, 'a', 'look', a2), piece(0, 'a', 'look', A), piece(1, 'b', 'add', B)],
  ],
  'arguments before the name': [
    [
      piece(0, 'a', null, a1),
      piece(0, null, null, a2),
      piece(0, null, 'look', ''),
      piece(1, 'b', null, B),
      piece(1, 'b', 'add'),
    ],
  ],
  'a name in pieces': [
    [piece(0, 'a', 'get_', ''), piece(0, null, 'weather', ''), piece(0, null, null, A)],
    [['a', 'get_weather', A]],
  ],
  'one id for two calls of one tool (the tool’s name as id)': [
    [piece(0, 'look', 'look', A), piece(1, 'look', 'look', B)],
    [
      ['look', 'look', A],
      ['new1', 'look', B],
    ],
  ],
  function_call: [
    [
      { function: { name: 'look', arguments: '' } },
      { function: { arguments: a1 } },
      { function: { name: '', arguments: a2 } },
    ],
    [['new1', 'look', A]],
  ],
  'no arguments': [
    [piece(0, 'a', 'look', ''), piece(1, 'b', 'add', null)],
    [
      ['a', 'look', ''],
      ['b', 'add', ''],
    ],
  ],
  'index 0 for all, names first, then all arguments': [
    [piece(0, 'a', 'look', ''), piece(0, 'b', 'add', ''), piece(0, null, null, A), piece(0, null, null, B)],
  ],
  'index 0 for all, names of one tool first, then all arguments in pieces': [
    [
      piece(0, 'a', 'add', ''),
      piece(0, 'b', 'add', ''),
      ...[a1, a2, ` ${b1}`, b2].map((text) => piece(0, null, null, text)),
    ],
    [
      ['a', 'add', A],
      ['b', 'add', B],
    ],
  ],
  'no index, names first, then all arguments': [
    [
      piece(null, 'a', 'look', ''),
      piece(null, 'b', 'add', ''),
      piece(null, null, null, A),
      piece(null, null, null, B),
    ],
  ],
  'all arguments under the first index': [
    [piece(0, 'a', 'look', ''), piece(1, 'b', 'add', ''), piece(0, null, null, A), piece(0, null, null, B)],
  ],
  'all arguments in one piece, after empty objects': [
    [piece(0, 'a', 'look', '{}'), piece(1, 'b', 'add', '{}'), piece(1, null, null, A + B)],
  ],
  ...Object.fromEntries(
    ([null, 0] as const).map((index): [string, [CallDelta[], unknown[]]] => [
      `arguments before each name, index ${index}`,
      [
        [
          piece(index, null, null, A),
          piece(index, 'a', 'look'),
          piece(index, null, null, b1),
          piece(index, null, null, b2),
          piece(index, 'b', 'add'),
          piece(index, null, null, '{"c":3}'),
          piece(index, 'c', 'add', ''),
        ],
        [...BOTH, ['c', 'add', '{"c":3}']],
      ],
    ]),
  ),
  'a call without arguments beside another with arguments': [
    [piece(0, 'a', 'look', ''), piece(1, 'b', 'add', ''), piece(1, null, null, B)],
    [
      ['a', 'look', ''],
      ['b', 'add', B],
    ],
  ],
}

for (const [name, [deltas, made = BOTH]] of Object.entries(STREAMS))
  test(`pieces of tool calls: ${name} [agent.provider.calls]`, () =>
    assert.deepEqual(collected(deltas), made))

test('arguments that belong to no call make an unnamed call, and no other runs without its own [agent.provider.calls]', () => {
  const made = collected([piece(0, 'a', 'look', ''), piece(0, 'b', 'add', B), piece(1, null, null, A)])
  assert.deepEqual(made.slice(1), [
    ['b', 'add', B],
    ['new1', 'unnamed_tool', A],
  ])
  assert.throws(() => JSON.parse(made[0]![2]!))
})

test('no call runs without arguments beside arguments without a known call [agent.provider.calls]', () => {
  for (const inputs of [
    ['', '', A + B],
    ['', A + B + A],
    ['', A + a1],
    ['', a1],
    ['', `[${A},${B}]`],
    ['', `${A}${B}}`],
    ['', A, A + B],
    ['', '', A + B, A + B],
    ['{}', '', A + B],
  ]) {
    const made = collected(inputs.map((input, at) => piece(at, `c${at}`, 'look', input)))
    assert.deepEqual(
      made.map(([id]) => id),
      inputs.map((_, at) => `c${at}`),
    )
    for (const [at, [, , input]] of made.entries()) {
      if (inputs[at] === A) assert.equal(input, A)
      else assert.ok(!isArgumentsObject(input!), JSON.stringify(inputs))
    }
  }
})

const INPUT = fc
  .dictionary(
    fc.string({ maxLength: 4, unit: fc.constantFrom('a', '"', '{', '}', '\\', '\n') }),
    fc.string(),
    {
      minKeys: 1,
      maxKeys: 3,
    },
  )
  .map((value) => JSON.stringify(value))

test('each call gets its own arguments when all arguments follow all names under one index [agent.provider.calls]', () => {
  const place = fc.constantFrom(
    ...([
      [null, null],
      [0, 0],
      ['own', 0],
      ['own', 'last'],
    ] as const),
  )
  fc.assert(
    fc.property(
      fc.array(INPUT, { minLength: 2, maxLength: 5 }),
      fc.nat(9),
      place,
      (inputs, size, [of, to]) => {
        const last = inputs.length - 1
        const names = inputs.map((_, at) => piece(of === 'own' ? at : of, `c${at}`, 'look', ''))
        const pieces = inputs.join('').match(new RegExp(`[^]{1,${size + 1}}`, 'g')) ?? []
        const given = pieces.map((text) => piece(to === 'last' ? last : to, null, null, text))
        assert.deepEqual(
          collected([...names, ...given]),
          inputs.map((input, at) => [`c${at}`, 'look', input]),
        )
      },
    ),
  )
})

test('arguments never vanish, whichever index their pieces have [agent.provider.calls]', () => {
  const index = fc.constantFrom(null, 0, 1, 2, 7)
  const named = fc.array(fc.tuple(index, fc.constantFrom(...TOOLS)), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(named, fc.array(fc.tuple(index, INPUT), { maxLength: 5 }), (names, given) => {
      const made = collected([
        ...names.map(([at, name], count) => piece(at, `c${count}`, name, '')),
        ...given.map(([at, input]) => piece(at, null, null, input)),
      ])
      let rest = made.map(([, , input]) => input).join('')
      for (const input of given.map(([, text]) => text).toSorted((a, b) => b.length - a.length)) {
        assert.ok(rest.includes(input), `${input} is missing in ${JSON.stringify(made)}`)
        rest = rest.replace(input, () => '')
      }
    }),
  )
})

test('split and numbered calls are joined correctly for each way to identify the pieces [agent.provider.calls]', () => {
  const call = fc.record({
    name: fc.constantFrom(...TOOLS),
    input: fc
      .dictionary(fc.string({ maxLength: 4 }), fc.jsonValue({ maxDepth: 1 }), { minKeys: 1 })
      .map((value) => JSON.stringify(value)),
    size: fc.integer({ min: 1, max: 20 }),
  })
  const styles: ((at: number, first: boolean) => Partial<CallDelta>)[] = [
    (at, first) => (first ? { index: at, id: `c${at}` } : { index: at }),
    (at) => ({ index: at, id: `c${at}` }),
    (at) => ({ id: `c${at}` }),
    (at, first) => ({ index: at, id: first ? `c${at}` : '' }),
  ]
  fc.assert(
    fc.property(fc.array(call, { maxLength: 4 }), fc.constantFrom(...styles), (calls, style) => {
      const deltas = calls.flatMap(({ name, input, size }, at) => [
        { ...style(at, true), function: { name, arguments: '' } },
        ...(input.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []).map((text) => ({
          ...style(at, false),
          function: { arguments: text },
        })),
      ])
      assert.deepEqual(
        collected(deltas),
        calls.map(({ name, input }, at) => [`c${at}`, name, input]),
      )
    }),
  )
})
