import { z } from 'zod'
import { defineTool } from '../define-tool.ts'
import { MAX_NOTE_LENGTH, type AgentMemory, type Note } from '#core/agent/memory/memory.ts'
import { hasMemory } from '#core/agent/memory/recall.ts'
import type { Tool } from '../tool.ts'
import { titleIn } from '#ground/turn/language/sentences.ts'

const Input = z.object({
  action: z.enum(['save', 'list', 'forget']).describe('Action on the notes'),
  text: z.string().max(MAX_NOTE_LENGTH).optional().describe('save: one lasting fact, in a sentence'),
  id: z.string().max(64).optional().describe('forget: id of the note, as listed by list'),
})
type Input = z.infer<typeof Input>

export const rememberTool = (memory: Pick<AgentMemory, 'save' | 'list' | 'forget'>): Tool => ({
  ...defineTool({
    name: 'remember',
    description:
      'Keep lasting facts about this person for later chats, such as what they prefer or work on: save, list or ' +
      'forget notes. Save what they ask you to remember; never passwords, health or other secrets.',
    input: Input,
    title: ({ action }, state, language) => titleIn(language, TITLES[action], state),
    run: (input, { caller }) => ACTIONS[input.action](memory, caller.email!, input),
  }),
  isFor: hasMemory,
})

const ACTIONS = { save, list, forget }

async function save(memory: Pick<AgentMemory, 'save'>, email: string, { text = '' }: Input): Promise<string> {
  const saved = await memory.save(email, text)
  if (!saved.ok) throw new Error(saved.refusal)
  return `Noted (id ${saved.value.id}). The person can read and erase notes under /portal/memory.`
}

async function list(memory: Pick<AgentMemory, 'list'>, email: string): Promise<string> {
  const notes = await memory.list(email)
  return notes.length > 0 ? notes.map(lineOf).join('\n') : 'There are no notes about this person.'
}

async function forget(memory: Pick<AgentMemory, 'forget'>, email: string, { id }: Input): Promise<string> {
  if (id === undefined) throw new Error('Give the id of the note to forget; list shows the ids.')
  if (!(await memory.forget(email, id))) throw new Error(`There is no note ${id}.`)
  return 'Forgotten.'
}

const lineOf = ({ id, text, savedAt }: Note): string =>
  `${id} (${new Date(savedAt).toISOString().slice(0, 10)}): ${text}`

const TITLES = { save: 'noteSave', list: 'noteList', forget: 'noteForget' } as const
