/** `''` for a count, `×` for a ratio. */
export type Unit = '×' | 'ms' | 's' | 'µs' | 'MB' | '/s' | ''

export type Goal = { atLeast: number } | { atMost: number }

export interface Question {
  /** Description in the table of `docs/performance.md`. */
  what: string
  /** Name under which the script reports the figure. */
  figure: string
  unit: Unit
  goal?: Goal
}

/** The arguments keep the duration of all scripts below 20 minutes. */
export interface Script {
  command: readonly [file: string, ...args: string[]]
  questions: readonly Question[]
}

const ratio = (what: string, figure: string, goal?: Goal): Question => ({
  what,
  figure,
  unit: '×',
  ...(goal && { goal }),
})
const atMost = (what: string, figure: string, unit: Unit, most: number): Question => ({
  what,
  figure,
  unit,
  goal: { atMost: most },
})
const question = (what: string, figure: string, unit: Unit): Question => ({ what, figure, unit })

export const SCRIPTS: readonly Script[] = [
  {
    command: ['startup.ts'],
    questions: [
      ratio('Ready from source, against a bare `node:http` process', 'source compact, ready / bare', {
        atMost: 13,
      }),
      atMost('The same in seconds', 'source compact, ready', 's', 0.8),
      ratio('Ready from the bundle, against the same', 'bundle compact, ready / bare', { atMost: 6 }),
      atMost('The same in seconds', 'bundle compact, ready', 's', 0.35),
      question('The bare process', 'bare, ready', 's'),
      atMost('Memory at rest (PSS), compact, source', 'source compact, memory', 'MB', 140),
      atMost('The same from the bundle', 'bundle compact, memory', 'MB', 140),
      atMost('Memory at rest, one process, source', 'source single, memory', 'MB', 100),
      atMost('The same from the bundle', 'bundle single, memory', 'MB', 100),
      question('The bare process', 'bare, memory', 'MB'),
    ],
  },
  {
    command: ['edge.ts', '3', '4'],
    questions: [
      ratio('Edge, short answers by processor time, against nginx as the same proxy', 'edge / nginx, cost', {
        atLeast: 0.6,
      }),
      ratio('Undici without any rule, against nginx', 'undici alone / nginx, cost'),
      question('Edge, memory at rest', 'edge, memory', 'MB'),
      ratio('An event of 200 streams, median delay, against nginx', 'event, p50 / nginx', { atMost: 2 }),
      ratio('The same, p99', 'event, p99 / nginx', { atMost: 3 }),
      atMost('The same in milliseconds', 'event, p99', 'ms', 3),
    ],
  },
  {
    command: ['inbound.ts', '3', '4'],
    questions: [
      ratio(
        'Webhook deliveries by processor time, against a C program with the same file work',
        'journal / C, cost',
        {
          atLeast: 1.2,
        },
      ),
      atMost('The same in microseconds', 'journal, cost', 'µs', 180),
    ],
  },
  {
    command: ['bridge.ts', '3', '4'],
    questions: [
      ratio(
        'Whole turns, against `@portkey-ai/gateway`’s plain forwarding',
        'bridge, whole / portkey, whole, cost',
        {
          atLeast: 2,
        },
      ),
      ratio('Streamed turns, against the same', 'bridge, streamed / portkey, whole, cost', { atLeast: 2 }),
      atMost('Added to the first piece at 200 turns/s, p99', 'added to the first piece, p99', 'ms', 5),
    ],
  },
  {
    command: ['mcp.ts', '3', '4'],
    questions: [
      ratio('MCP call, against a plain fastify echo', 'unrestricted, 2026-07-28 / echo, cost', {
        atLeast: 0.9,
      }),
      ratio('Restricted MCP call, audit row durable, against the same', 'restricted / echo, cost', {
        atLeast: 0.5,
      }),
      ratio('The SDK’s server per request, against the same', 'SDK, fresh server / echo, cost'),
    ],
  },
  {
    command: ['page.ts', '5'],
    questions: [
      atMost('A chat of 2,000 messages opens', 'opened', 'ms', 300),
      question('A plain list of the same texts', 'plain list', 'ms'),
      atMost('Longest task while it is scrolled', 'scrolled, longest task', 'ms', 50),
      atMost('Longest task while an answer of 20,000 pieces comes', 'answer, longest task', 'ms', 50),
      atMost('Elements in the page at most', 'elements', '', 3000),
    ],
  },
  {
    command: ['access.ts'],
    questions: [
      atMost('Access decision, warm', 'warm decision, 10,000 people', 'µs', 50),
      question('Access decision after a change', 'decision after a change', 'µs'),
    ],
  },
  {
    command: ['audit.ts', '200000'],
    questions: [
      {
        what: 'Restricted tool decisions, durable',
        figure: 'durable rows',
        unit: '/s',
        goal: { atLeast: 10_000 },
      },
      atMost('Audit lists, slowest filter, p95', 'slowest list, p95', 'ms', 15),
    ],
  },
  {
    command: ['usage.ts', '1000000'],
    questions: [
      atMost('A warm check of eight budgets', 'warm check', 'µs', 20),
      atMost('Summary of 30 days over 1,000,000 turns, p95', 'summary 30d, all Hubs, p95', 'ms', 15),
    ],
  },
  {
    command: ['people.ts', '100000'],
    questions: [atMost('Lists of 100,000 people, slowest filter, p95', 'slowest list, p95', 'ms', 15)],
  },
  {
    command: ['console.ts'],
    questions: [atMost('Console pages over HTTP, slowest, p95', 'slowest page, p95', 'ms', 15)],
  },
  {
    command: ['pauses.ts'],
    questions: [atMost('Longest pause that one large request causes', 'longest pause', 'ms', 50)],
  },
  {
    command: ['dedup.ts'],
    questions: [
      atMost('Look-up of a repeat among 1,000,000, p99', 'look-up, p99', 'ms', 5),
      atMost('Start of an inbox that remembers them', 'start', 'ms', 2000),
    ],
  },
  {
    command: ['growth.ts'],
    questions: [atMost('Costs that grow beyond what an index explains', 'costs that grow', '', 0)],
  },
  {
    command: ['tracing.ts'],
    questions: [question('Tracing a turn of two answers and a tool', 'added', 'µs')],
  },
  {
    command: ['gateway.ts', '100'],
    questions: [
      question('A gateway of 100 Hubs: ready', 'ready', 's'),
      question('The same: memory', 'memory', 'MB'),
      question('One more Hub', 'one more', 'ms'),
    ],
  },
]
