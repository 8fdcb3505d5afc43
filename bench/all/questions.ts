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
      ratio(
        'Time to start from source, compared with the start of an empty `node:http` server',
        'source compact, ready / bare',
        {
          atMost: 13,
        },
      ),
      atMost('Time to start from source', 'source compact, ready', 's', 0.8),
      ratio(
        'Time to start from the bundle, compared with the start of an empty `node:http` server',
        'bundle compact, ready / bare',
        {
          atMost: 6,
        },
      ),
      atMost('Time to start from the bundle', 'bundle compact, ready', 's', 0.35),
      question('Time to start an empty `node:http` server', 'bare, ready', 's'),
      atMost('Idle memory with `compact`, from source', 'source compact, memory', 'MB', 140),
      atMost('Idle memory with `compact`, from the bundle', 'bundle compact, memory', 'MB', 140),
      atMost('Idle memory with `single`, from source', 'source single, memory', 'MB', 100),
      atMost('Idle memory with `single`, from the bundle', 'bundle single, memory', 'MB', 100),
      question('Idle memory of an empty `node:http` server', 'bare, memory', 'MB'),
    ],
  },
  {
    command: ['edge.ts', '3', '4'],
    questions: [
      ratio('Short requests through the edge per processor time, compared with nginx', 'edge / nginx, cost', {
        atLeast: 0.6,
      }),
      ratio(
        'Short requests through a minimal undici proxy per processor time, compared with nginx',
        'undici alone / nginx, cost',
      ),
      question('Idle memory of the edge', 'edge, memory', 'MB'),
      ratio(
        'Median delay of an event through the edge with 200 streams, compared with nginx',
        'event, p50 / nginx',
        {
          atMost: 2,
        },
      ),
      ratio(
        'p99 delay of an event through the edge with 200 streams, compared with nginx',
        'event, p99 / nginx',
        { atMost: 3 },
      ),
      atMost('p99 delay of an event through the edge with 200 streams', 'event, p99', 'ms', 3),
    ],
  },
  {
    command: ['inbound.ts', '3', '4'],
    questions: [
      ratio(
        'Webhook deliveries per processor time, compared with a C program that writes the same files',
        'journal / C, cost',
        {
          atLeast: 1.2,
        },
      ),
      atMost('Processor time of a webhook delivery', 'journal, cost', 'µs', 180),
    ],
  },
  {
    command: ['bridge.ts', '3', '4'],
    questions: [
      ratio(
        'Turns without a stream per processor time, compared with proxied requests of `@portkey-ai/gateway`',
        'bridge, whole / portkey, whole, cost',
        {
          atLeast: 2,
        },
      ),
      ratio(
        'Streamed turns per processor time, compared with unstreamed requests through `@portkey-ai/gateway`',
        'bridge, streamed / portkey, whole, cost',
        { atLeast: 2 },
      ),
      atMost(
        'p99 delay that the Hub adds to the first chunk at 200 turns per second',
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
        'MCP calls per processor time, compared with requests to a fastify echo server',
        'unrestricted, 2026-07-28 / echo, cost',
        {
          atLeast: 0.9,
        },
      ),
      ratio(
        'Calls of restricted tools per processor time, compared with requests to the echo server',
        'restricted / echo, cost',
        {
          atLeast: 0.5,
        },
      ),
      ratio(
        'Calls of an MCP SDK server per processor time, compared with requests to the echo server',
        'SDK, fresh server / echo, cost',
      ),
    ],
  },
  {
    command: ['page.ts', '5'],
    questions: [
      atMost('Opening a chat of 2,000 messages', 'opened', 'ms', 300),
      question('Opening a plain HTML list of the same 2,000 texts', 'plain list', 'ms'),
      atMost('Longest browser task while the chat scrolls', 'scrolled, longest task', 'ms', 50),
      atMost('Longest browser task during an answer of 20,000 chunks', 'answer, longest task', 'ms', 50),
      atMost('Maximum number of HTML elements in the page of a chat', 'elements', '', 3000),
    ],
  },
  {
    command: ['typing.ts', '3'],
    questions: [
      ratio(
        'Typing during a streamed answer of 200 kB, compared with typing while idle',
        'typing beside 200 kB / idle',
        {
          atMost: 1.3,
        },
      ),
      ratio(
        'Typing beside a growing HTML list of 200 kB, compared with typing while idle',
        'plain list of 200 kB / idle',
      ),
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
        what: 'Access decisions on restricted tools, each stored on disk',
        figure: 'durable rows',
        unit: '/s',
        goal: { atLeast: 10_000 },
      },
      atMost('p95 time of an audit list with the slowest filter', 'slowest list, p95', 'ms', 15),
    ],
  },
  {
    command: ['usage.ts', '1000000'],
    questions: [
      atMost('Check of eight budgets from memory', 'warm check', 'µs', 20),
      atMost(
        'p95 time of a usage summary of 30 days and 1,000,000 turns',
        'summary 30d, all Hubs, p95',
        'ms',
        15,
      ),
    ],
  },
  {
    command: ['people.ts', '100000'],
    questions: [
      atMost('p95 time of a list of 100,000 people with the slowest filter', 'slowest list, p95', 'ms', 15),
    ],
  },
  {
    command: ['console.ts'],
    questions: [atMost('p95 time of the slowest Console page over HTTP', 'slowest page, p95', 'ms', 15)],
  },
  {
    command: ['pauses.ts'],
    questions: [atMost('Longest pause that one large request causes', 'longest pause', 'ms', 50)],
  },
  {
    command: ['dedup.ts'],
    questions: [
      atMost('p99 time to detect a duplicate among 1,000,000 deliveries', 'look-up, p99', 'ms', 5),
      atMost('Time to start an inbox with 1,000,000 deliveries', 'start', 'ms', 2000),
    ],
  },
  {
    command: ['growth.ts'],
    questions: [
      atMost('Kinds of requests that [get slower](#growth) with more data', 'costs that grow', '', 0),
    ],
  },
  {
    command: ['tracing.ts'],
    questions: [
      question('Processor time to trace a turn with two model answers and a tool call', 'added', 'µs'),
    ],
  },
  {
    command: ['gateway.ts', '100'],
    questions: [
      question('Time to start a gateway of 100 Hubs', 'ready', 's'),
      question('Memory of a gateway of 100 Hubs', 'memory', 'MB'),
      question('Time to start another Hub in a gateway of 100 Hubs', 'one more', 'ms'),
    ],
  },
]
