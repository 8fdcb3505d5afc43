import { firstLine } from '#ground/base/cut-text.ts'
import type { Store } from '#ground/store/store.ts'
import type { TraceLine } from './read.ts'
import type { Trace } from './schema.ts'

export type TraceFacts = Pick<
  Trace,
  'person' | 'surface' | 'model' | 'tokens' | 'cost_usd' | 'cancelled' | 'first_words'
>

type Line = Pick<TraceLine, 'trace_id' | 'hub' | 'chat_id' | 'run_id' | 'started_at_us' | 'ended_at_us'>

const MAX_WORDS_LENGTH = 160

/** Reads facts about the traces of one page from the usage ledger, the runs and recorded contents. */
export async function readFacts(
  store: Pick<Store, 'db'>,
  lines: readonly Line[],
): Promise<ReadonlyMap<string, TraceFacts>> {
  if (lines.length === 0) return new Map()
  const [turns, runs, words] = await Promise.all([
    readTurns(store, lines),
    readRuns(store, lines),
    readFirstWords(store, lines),
  ])
  return new Map(
    lines.map((line) => {
      const run = runs.find(({ hub, id }) => hub === line.hub && id === line.run_id)
      const own = turns.filter((turn) => isOf(turn, line))
      const costs = own.flatMap(({ cost_micro_usd: cost }) => cost ?? [])
      return [
        keyOf(line),
        {
          person: own.find(({ email }) => email !== null)?.email ?? run?.run_as ?? null,
          surface: own[0]?.surface ?? null,
          model: own[0]?.model ?? null,
          tokens: own.length === 0 ? null : own.reduce((sum, turn) => sum + tokensOf(turn), 0),
          cost_usd: costs.length === 0 ? null : costs.reduce((sum, cost) => sum + cost, 0) / 1_000_000,
          cancelled: run ? run.status === 'cancelled' : own.some(({ outcome }) => outcome === 'aborted'),
          first_words: words.get(keyOf(line)) ?? null,
        },
      ]
    }),
  )
}

export const keyOf = ({ trace_id, hub }: Pick<Line, 'trace_id' | 'hub'>): string => `${trace_id} ${hub}`

/** Tolerance when a turn's start is compared with a trace's time, because the clocks of processes differ a little. */
const SLACK_MS = 1000
const MAX_TURNS = 2000

const readTurns = ({ db }: Pick<Store, 'db'>, lines: readonly Line[]) =>
  db
    .selectFrom('usage_turns')
    .where((eb) =>
      eb.or(
        lines.map(({ hub, started_at_us: from, ended_at_us: to }) =>
          eb.and([
            eb('hub', '=', hub),
            eb('started_at_ms', '>=', Math.floor(from / 1000) - SLACK_MS),
            eb('started_at_ms', '<=', Math.ceil(to / 1000) + SLACK_MS),
          ]),
        ),
      ),
    )
    .select([
      'hub',
      'email',
      'surface',
      'model',
      'chat_id',
      'run_id',
      'input_tokens',
      'output_tokens',
      'cost_micro_usd',
      'outcome',
      'started_at_ms',
    ])
    .limit(MAX_TURNS)
    .execute()

type Turn = Awaited<ReturnType<typeof readTurns>>[number]

const tokensOf = ({ input_tokens: input, output_tokens: output }: Turn): number => input + output

const isOf = (turn: Turn, line: Line): boolean =>
  turn.hub === line.hub &&
  (line.run_id === null ? turn.chat_id === line.chat_id : turn.run_id === line.run_id) &&
  turn.started_at_ms >= line.started_at_us / 1000 - SLACK_MS &&
  turn.started_at_ms <= line.ended_at_us / 1000 + SLACK_MS

async function readRuns({ db }: Pick<Store, 'db'>, lines: readonly Line[]) {
  const ids = lines.flatMap(({ run_id: id }) => id ?? [])
  if (ids.length === 0) return []
  return db.selectFrom('runs').where('id', 'in', ids).select(['hub', 'id', 'status', 'run_as']).execute()
}

/** Contents are recorded only if `SVC_TRACE_CONTENT` is set. */
async function readFirstWords(
  { db }: Pick<Store, 'db'>,
  lines: readonly Line[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('trace_spans')
    .where(
      'trace_id',
      'in',
      lines.map(({ trace_id: id }) => id),
    )
    .where('name', 'like', 'chat %')
    .where('attributes', 'like', '%"gen_ai.input.messages":"%')
    .select(['trace_id', 'hub', 'attributes'])
    .orderBy('started_at_us', 'desc')
    .limit(lines.length * 4)
    .execute()
  const found = new Map<string, string>()
  for (const row of rows) {
    const words = askedIn(row.attributes)
    if (words) found.set(keyOf(row), words)
  }
  return found
}

function askedIn(attributes: string): string | null {
  try {
    const messages = JSON.parse(JSON.parse(attributes)['gen_ai.input.messages']) as {
      role: string
      parts: { content?: string }[]
    }[]
    const asked = messages.findLast(({ role }) => role === 'user')
    const text = asked?.parts.map(({ content = '' }) => content).join('') ?? ''
    return text.trim() ? firstLine(text, MAX_WORDS_LENGTH) : null
  } catch {
    return null // the messages of a foreign program have another structure
  }
}
