import { appendFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { defineTool, z } from 'hub-service'

const DAY_MS = 86_400_000

export const addNote = defineTool({
  name: 'add_note',
  description: 'Store a note for the weekly report: a decision, a result, a problem or a plan.',
  input: z.object({
    text: z.string().min(3).max(1000).describe('One sentence'),
    day: z.iso.date().describe('Day of the event, such as 2026-11-25; usually today'),
  }),
  title: 'Note for the weekly report',
  async run({ text, day }, { hubFolder, caller }) {
    const folder = join(hubFolder, 'files/notes')
    await mkdir(folder, { recursive: true })
    await appendFile(
      join(folder, `${day}.md`),
      `- ${text.replaceAll(/\s+/g, ' ')} (${caller.email ?? 'unknown'})\n`,
    )
    return `Noted in files/notes/${day}.md`
  },
})

export const readWeek = defineTool({
  name: 'read_week',
  description:
    'Read a week, from Monday to Sunday: dates, the notes in files/notes/<day>….md, and the sums of files/numbers.csv with their change.',
  input: z.object({
    day: z.iso
      .date()
      .describe('Any day of the week, such as 2026-11-25. For the last week: today minus 7 days'),
  }),
  readOnly: true,
  title: ({ day }) => `Week of ${day}`,
  async run({ day }, { files }) {
    const monday = mondayOf(day)
    const isIn = (start: number) => (text: string) => {
      const at = Date.parse(text)
      return at >= start && at < start + 7 * DAY_MS
    }
    const paths = (await files.list()).map(({ path }) => path)
    const notes = paths
      .filter((path) => isIn(monday)(/^files\/notes\/(\d{4}-\d\d-\d\d)[^/]*$/.exec(path)?.[1] ?? ''))
      .toSorted()
    const texts = await Promise.all(notes.map(async (path) => `## ${path}\n${await files.readText(path)}`))
    const csv = paths.includes('files/numbers.csv') ? await files.readText('files/numbers.csv') : ''
    return [
      `# Week ${weekName(monday)}: Monday ${dayName(monday)} to Sunday ${dayName(monday + 6 * DAY_MS)}`,
      ...(texts.length > 0 ? texts : ['No notes.']),
      table(sumsOf(csv, isIn(monday)), sumsOf(csv, isIn(monday - 7 * DAY_MS))),
    ].join('\n\n')
  },
})

function mondayOf(day: string): number {
  const at = Date.parse(day)
  return at - ((new Date(at).getUTCDay() + 6) % 7) * DAY_MS
}

const dayName = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** ISO 8601: the week's year is the year of its Thursday. */
function weekName(monday: number): string {
  const thursday = new Date(monday + 3 * DAY_MS)
  const year = thursday.getUTCFullYear()
  const week = Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / DAY_MS / 7) + 1
  return `${year}-W${String(week).padStart(2, '0')}`
}

/** The first column is the day, every other column a number. */
function sumsOf(csv: string, isIn: (day: string) => boolean): Map<string, number> {
  const [names = [], ...rows] = csv
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(','))
  const chosen = rows.filter(([day = '']) => isIn(day))
  return new Map(
    names.slice(1).map((name, n) => [name, chosen.reduce((sum, row) => sum + Number(row[n + 1] ?? 0), 0)]),
  )
}

const table = (sums: ReadonlyMap<string, number>, before: ReadonlyMap<string, number>): string =>
  sums.size === 0
    ? 'No numbers.'
    : [
        '| | This week | Week before | Change |',
        '|---|---|---|---|',
        ...[...sums].map(
          ([name, sum]) => `| ${name} | ${sum} | ${before.get(name)} | ${change(sum, before.get(name)!)} |`,
        ),
      ].join('\n')

function change(sum: number, before: number): string {
  if (before === 0) return sum === 0 ? '0 %' : 'new'
  const percent = Math.round(((sum - before) / before) * 100)
  return `${percent > 0 ? '+' : ''}${percent} %`
}
