import { createInterface } from 'node:readline'
import { ModelFailure, type TurnMessage } from '#core/agent/model/model.ts'
import { describeProblem } from '#ground/hub/hub.ts'
import type { ToolEvent, TurnEvent } from '#ground/turn/schema.ts'
import { openTerminalAgent, type TerminalAgent } from '#processes/terminal.ts'
import { hubFolderOf } from './hub-folder.ts'
import { formatBold, formatDim, print, printError, printJson, printWarning } from './print.ts'
import { readCommandSettings } from './settings.ts'

const PROMPT = '› '

/** From a pipe, each line is a prompt and the output has only answers. @param options.as E-mail of a person */
export async function chat(
  folderArgument: string | undefined,
  options: { hub?: string; as?: string; json?: boolean },
): Promise<void> {
  const hubFolder = hubFolderOf(folderArgument, options.hub)
  const settings = await readCommandSettings(hubFolder)
  settings.warnings.forEach(printWarning)
  await using agent = await openTerminalAgent(
    { hubFolder, environment: settings.environment },
    options.as ?? null,
  )
  const known = new Set<string>()
  warnOfProblems(agent, known)
  await converse(agent, known, {
    interactive: process.stdin.isTTY && !options.json,
    json: options.json ?? false,
  })
}

interface Manner {
  /** True: a person types, so the command prompts and continues after a failed answer. */
  interactive: boolean
  json: boolean
}

async function converse(
  agent: TerminalAgent,
  knownProblems: Set<string>,
  { interactive, json }: Manner,
): Promise<void> {
  const lines = createInterface({ input: process.stdin, ...(interactive ? { output: process.stdout } : {}) })
  let answering: AbortController | null = null
  lines.on('SIGINT', () => {
    if (answering) return answering.abort()
    print(formatDim('\nCtrl-D ends the conversation.'))
    lines.prompt()
  })
  lines.setPrompt(PROMPT)
  if (interactive) print(`${formatBold(agent.name)}  ${formatDim('Ctrl-C stops an answer, Ctrl-D ends.')}\n`)
  const messages: TurnMessage[] = []
  if (interactive) lines.prompt()
  for await (const line of lines) {
    if (line.trim() !== '') {
      warnOfProblems(agent, knownProblems)
      messages.push({ role: 'user', parts: [{ type: 'text', text: line }] })
      answering = new AbortController()
      const text = await answer(agent.ask(messages, answering.signal), { interactive, json })
      answering = null
      messages.push({ role: 'assistant', text, toolCalls: [] })
    }
    if (interactive) lines.prompt()
  }
  if (interactive) print('')
}

function warnOfProblems(agent: TerminalAgent, known: Set<string>): void {
  const problems = agent.problems().map(describeProblem)
  for (const problem of problems) if (!known.has(problem)) printWarning(problem)
  known.clear()
  for (const problem of problems) known.add(problem)
}

async function answer(events: AsyncIterable<TurnEvent>, { interactive, json }: Manner): Promise<string> {
  let text = ''
  try {
    for await (const event of events) {
      if (event.type === 'text') text += event.text
      if (json) printJson(event)
      else if (event.type === 'text') {
        process.stdout.write(event.text)
      } else if (event.type === 'tool' && event.state !== 'running') {
        process.stderr.write(`${formatDim(toolLine(event))}\n`)
      } else if (event.type === 'finish' && event.reason === 'aborted') {
        process.stderr.write(formatDim(' (stopped)'))
      }
    }
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error
    printError(error.message)
    if (!interactive) process.exitCode = 1
  }
  if (!json) process.stdout.write(interactive ? '\n\n' : '\n')
  return text
}

const toolLine = ({ title, state, ms, error }: ToolEvent): string =>
  state === 'failed'
    ? `✗ ${title}: ${error ?? 'failed'}`
    : `· ${title}${ms === undefined ? '' : ` (${ms} ms)`}`
