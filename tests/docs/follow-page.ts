import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { blocksOf, placeOf, type Block } from './blocks.ts'
import { listToolsWith } from './mcp-program.ts'
import { problemsOf, settingsProblems } from './problems.ts'
import { misshapen, missingLine } from './shape.ts'
import type { ShellMachine, Terminal } from './terminal.ts'
import type { Unused } from './unused.ts'

export interface Reader {
  machine: ShellMachine
  terminal: Terminal
  actual: readonly (readonly [shown: string, actual: string])[]
  unused: Unused
  /** If `prompt` is null, creates the first account and sends any message. */
  ask?(prompt: string | null): Promise<string>
}

export async function followPage(reader: Reader, page: string): Promise<void> {
  let output = ''
  for (const block of blocksOf(page)) {
    if (reader.unused.takesBlock(block)) continue
    try {
      const text = asHere(reader, reader.unused.withoutCommands(block))
      output = await takeBlock(reader, { ...block, text }, output)
    } catch (error) {
      throw new Error(`${placeOf(block)}: ${(error as Error).message}`, { cause: error })
    }
  }
}

async function takeBlock(reader: Reader, block: Block, output: string): Promise<string> {
  const { terminal } = reader
  const { use, text } = block
  if (use === 'answer') checkAnswer(block, output)
  else if (use === 'settings') assert.deepEqual(await settingsProblems(text), [])
  else if (use === 'prompts') await checkPrompts(reader, text)
  else if (use === 'folder') await checkFolder(reader, text)
  else if (use === 'program') assert.ok((await listToolsWith(text)).length > 0, 'the program finds no tools')
  else if (use === 'eventually') return untilItWorks(terminal, text)
  else if (use !== '') await saveFile(reader, use, text)
  else if (block.language === 'sh') return runBlock(reader, block)
  else
    assert.fail(
      `nothing says what this ${block.language || 'nameless'} block is for, and tests/docs/not-used.yaml doesn't list it`,
    )
  return output
}

async function runBlock({ terminal, ask }: Reader, { text }: Block): Promise<string> {
  const output = await terminal.run(text)
  if (/\b(npm start|run)\b/.test(text)) await ask?.(null)
  return output
}

const untilItWorks = (terminal: Terminal, text: string): Promise<string> =>
  terminal.run(`for try in $(seq 100); do ( ${text} ) && break; sleep 0.2; done`)

async function checkPrompts({ ask }: Reader, text: string): Promise<void> {
  for (const prompt of text.split('\n'))
    assert.doesNotMatch(await ask!(prompt), /can’t obey|offline model|failed|no tool/i, prompt)
}

async function checkFolder({ machine }: Reader, text: string): Promise<void> {
  const [root, ...lines] = text.split('\n').map((line) => line.trim().split(/\s/)[0]!)
  for (const line of lines.filter((name) => !name.includes('*')))
    assert.ok(existsSync(join(machine.home, root!, line)), `${root} has no ${line}`)
}

const asHere = ({ actual }: Reader, text: string): string =>
  actual.reduce((so, [shown, here]) => so.replaceAll(shown, here), text)

function checkAnswer({ language, text }: Block, output: string): void {
  if (language !== 'json') {
    const missing = missingLine(text, output)
    return assert.equal(
      missing,
      null,
      `the answer lacks this line, or has it elsewhere:\n${missing}\n\nIt is\n${output}`,
    )
  }
  const shown: unknown = JSON.parse(text)
  const complaints = jsonOf(output).map((answer) => misshapen(shown, answer))
  assert.ok(complaints.includes(null), `${complaints.join('\n') || 'the answer is no JSON'}:\n${output}`)
}

const jsonOf = (output: string): unknown[] =>
  [output, ...output.split('\n').map((line) => line.replace(/^data: /, ''))].flatMap((text) => {
    try {
      return [JSON.parse(text) as unknown]
    } catch {
      return []
    }
  })

async function saveFile({ machine, terminal }: Reader, place: string, text: string): Promise<void> {
  const folder = (await terminal.run('pwd')).trim()
  const path = place.startsWith('~/') ? join(machine.home, place.slice(2)) : join(folder, place)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
  assert.deepEqual(await problemsOf(path), [])
}
