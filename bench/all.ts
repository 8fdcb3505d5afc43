import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SCRIPTS, type Script } from './all/questions.ts'
import { listOf, type Answers } from './all/table.ts'
import { type Figure, FIGURES_FILE, SPOILED } from './support/figures.ts'
import { temporaryFolder } from './support/folder.ts'

/**
 * Runs all scripts listed in `docs/performance.md`, then prints the list. Needs an idle machine for 20 minutes, and
 * the bundle (`hub setup`).
 *   node bench/all.ts [--write] [names…]
 * `--write` replaces the list in the page. Names limit the scripts: `edge mcp`.
 */
const names = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const scripts = SCRIPTS.filter(
  ({ command: [file] }) => names.length === 0 || names.includes(file.replace('.ts', '')),
)
const folder = temporaryFolder()
const started = performance.now()

const asked: { script: Script; answers: Answers }[] = []
for (const script of scripts) asked.push({ script, answers: await answersOf(script) })
const list = listOf(asked)
console.log(`\n${list}\n${((performance.now() - started) / 60_000).toFixed(1)} minutes in all`)
if (process.argv.includes('--write')) write(list)

async function answersOf({ command: [file, ...args] }: Script): Promise<Answers> {
  console.log(`\n== ${[file, ...args].join(' ')}`)
  const figures = join(folder, `${file}.jsonl`)
  const child = spawn(process.execPath, [...process.execArgv, join(import.meta.dirname, file), ...args], {
    stdio: 'inherit',
    env: { ...process.env, [FIGURES_FILE]: figures },
  })
  await once(child, 'exit')
  if (!existsSync(figures)) return null
  const lines = readFileSync(figures, 'utf8').trim().split('\n')
  const figuresRead = lines.map((line) => JSON.parse(line) as Figure | typeof SPOILED)
  if (figuresRead.includes(SPOILED)) return null
  return new Map(figuresRead.filter((line) => line !== SPOILED).map((line) => [line.name, line]))
}

function write(list: string): void {
  const page = join(import.meta.dirname, '../docs/performance.md')
  const text = readFileSync(page, 'utf8')
  const marks = /(<!-- figures -->\n)[\s\S]*(<!-- end of figures -->)/
  if (!marks.test(text)) throw new Error(`${page} has no place for the list`)
  writeFileSync(
    page,
    text.replace(marks, (_, begin: string, end: string) => `${begin}\n${list}\n${end}`),
  )
}
