/** `''` for a count, `×` for a ratio. */
export type Unit = '×' | 'ms' | 's' | 'µs' | 'MB' | '/s' | ''

export type Goal = { atLeast: number } | { atMost: number }

export interface Question {
  what: string
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
      ratio('Start from source: time, against a bare `node:http` process', 'source compact, ready / bare', {
        atMost: 13,
      }),
      atMost('Start from source: time', 'source compact, ready', 's', 0.8),
      ratio('Start from the bundle: time, against a bare process', 'bundle compact, ready / bare', {
        atMost: 6,
      }),
      atMost('Start from the bundle: time', 'bundle compact, ready', 's', 0.35),
      question('Start of a bare process: time', 'bare, ready', 's'),
      atMost('Idle memory, `compact`, source', 'source compact, memory', 'MB', 140),
      atMost('Idle memory, `compact`, bundle', 'bundle compact, memory', 'MB', 140),
      atMost('Idle memory, `single`, source', 'source single, memory', 'MB', 100),
      atMost('Idle memory, `single`, bundle', 'bundle single, memory', 'MB', 100),
      question('Idle memory of a bare process', 'bare, memory', 'MB'),
    ],
  },
  {
    command: ['edge.ts', '3', '4'],
    questions: [
      ratio('Edge: short answers per processor time, against nginx', 'edge / nginx, cost', {
        atLeast: 0.6,
      }),
      ratio(
        'A plain proxy with undici: short answers per processor time, against nginx',
        'undici alone / nginx, cost',
      ),
      question('Edge: idle memory', 'edge, memory', 'MB'),
      ratio('Edge: delay of an event, 200 streams, median, against nginx', 'event, p50 / nginx', {
        atMost: 2,
      }),
      ratio('Edge: delay of an event, p99, against nginx', 'event, p99 / nginx', { atMost: 3 }),
      atMost('Edge: delay of an event, p99', 'event, p99', 'ms', 3),
    ],
  },
  {
    command: ['inbound.ts', '3', '4'],
    questions: [
      ratio(
        'Webhook deliveries per processor time, against a C program that writes the same files',
        'journal / C, cost',
        {
          atLeast: 1.2,
        },
      ),
      atMost('Webhook delivery: processor time', 'journal, cost', 'µs', 180),
    ],
  },
  {
    command: ['bridge.ts', '3', '4'],
    questions: [
      ratio(
        'Turns without a stream per processor time, against `@portkey-ai/gateway` as a proxy',
        'bridge, whole / portkey, whole, cost',
        {
          atLeast: 2,
        },
      ),
      ratio(
        'Streamed turns per processor time, against requests without a stream through `@portkey-ai/gateway`',
        'bridge, streamed / portkey, whole, cost',
        { atLeast: 2 },
      ),
      atMost(
        'Delay that the Hub adds to the first chunk at 200 turns/s, p99',
        'added to the first piece, p99',
        'ms',
        5,
      ),
    ],
  },
  {
    command: ['mcp.ts', '3', '4'],
    questions: [
      ratio(
        'MCP calls per processor time, against a fastify echo server',
        'unrestricted, 2026-07-28 / echo, cost',
        {
          atLeast: 0.9,
        },
      ),
      ratio(
        'Restricted MCP calls with a durable audit row, against the echo server',
        'restricted / echo, cost',
        {
          atLeast: 0.5,
        },
      ),
      ratio(
        'MCP SDK with a new server per request, against the echo server',
        'SDK, fresh server / echo, cost',
      ),
    ],
  },
  {
    command: ['page.ts', '5'],
    questions: [
      atMost('Opening a chat of 2,000 messages', 'opened', 'ms', 300),
      question('Opening a plain list of the same 2,000 texts', 'plain list', 'ms'),
      atMost('Longest browser task while the chat scrolls', 'scrolled, longest task', 'ms', 50),
      atMost('Longest browser task during an answer of 20,000 chunks', 'answer, longest task', 'ms', 50),
      atMost('Maximum number of elements in the page', 'elements', '', 3000),
    ],
  },
  {
    command: ['typing.ts', '3'],
    questions: [
      ratio('Typing beside a streaming answer of 200 kB, against idle', 'typing beside 200 kB / idle', {
        atMost: 1.3,
      }),
      ratio('Typing beside a plain list of 200 kB that grows, against idle', 'plain list of 200 kB / idle'),
    ],
  },
  {
    command: ['access.ts'],
    questions: [
      atMost('Access decision from memory', 'warm decision, 10,000 people', 'µs', 50),
      question('Access decision after a change of access', 'decision after a change', 'µs'),
    ],
  },
  {
    command: ['audit.ts', '200000'],
    questions: [
      {
        what: 'Restricted tool decisions, durably recorded',
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
      atMost('Check of eight budgets from memory', 'warm check', 'µs', 20),
      atMost('Usage summary of 30 days, 1,000,000 turns, p95', 'summary 30d, all Hubs, p95', 'ms', 15),
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
      atMost('Detection of a duplicate among 1,000,000 deliveries, p99', 'look-up, p99', 'ms', 5),
      atMost('Start of an inbox with 1,000,000 deliveries', 'start', 'ms', 2000),
    ],
  },
  {
    command: ['growth.ts'],
    questions: [
      atMost('Requests whose cost [grows](#growth) more than an index lookup', 'costs that grow', '', 0),
    ],
  },
  {
    command: ['tracing.ts'],
    questions: [question('Processor time to trace a turn with two answers and a tool call', 'added', 'µs')],
  },
  {
    command: ['gateway.ts', '100'],
    questions: [
      question('Gateway of 100 Hubs: start', 'ready', 's'),
      question('Gateway of 100 Hubs: memory', 'memory', 'MB'),
      question('Gateway of 100 Hubs: start of another Hub', 'one more', 'ms'),
    ],
  },
]
