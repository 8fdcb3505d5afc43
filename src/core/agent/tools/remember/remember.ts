import { z } from 'zod'
import { defineTool } from '../define-tool.ts'
import type { Tool, ToolContext } from '../tool.ts'
import { WithCard } from '../with-card.ts'
import { MAX_NOTE_LENGTH } from '#core/agent/memory/limits.ts'
import type { AgentMemory, Note, NoteRefusal } from '#core/agent/memory/memory.ts'
import { hasMemory } from '#core/agent/memory/recall.ts'
import type { NoteSource } from '#core/agent/memory/schema.ts'
import type { NoteAct } from '#ground/turn/schema.ts'
import { titleIn } from '#ground/turn/language/sentences.ts'

const Input = z.object({
  action: z.enum(['save', 'list', 'change', 'forget']).describe('Action on the notes'),
  text: z.string().max(MAX_NOTE_LENGTH).optional().describe('save, change: one fact, in a sentence'),
  id: z.string().max(64).optional().describe('change, forget: id, as listed'),
})
type Input = z.infer<typeof Input>

type Memory = Pick<AgentMemory, 'save' | 'list' | 'change' | 'forget'>

/** The part of a turn from which a note comes. */
interface SourceTurn {
  readonly turn: { answerId?: string | undefined; runId?: string }
}

interface RememberTool extends Tool {
  runInTurn(input: unknown, context: ToolContext, inside: SourceTurn): Promise<unknown>
}

export function rememberTool(memory: Memory): RememberTool {
  const act = (input: Input, { caller, chatId }: ToolContext, inside: SourceTurn | null) =>
    ACTIONS[input.action](memory, caller.email!, input, {
      surface: caller.surface,
      chat_id: chatId,
      message_id: inside?.turn.answerId ?? null,
      run_id: inside?.turn.runId ?? null,
    })
  return {
    ...defineTool({
      name: 'remember',
      description:
        'Save, list, change or forget lasting facts about this person for later chats, such as preferences. Save what ' +
        'they ask you to remember; never passwords, health or other secrets.',
      input: Input,
      title: ({ action }, state, language) => titleIn(language, TITLES[action], state),
      run: (input, context) => act(input, context, null),
    }),
    isFor: hasMemory,
    runInTurn: (input, context, inside) => act(input as Input, context, inside),
  }
}

const ACTIONS = { save, list, change, forget }

const card = (answer: string, id: string, act: NoteAct['act']) => new WithCard(answer, { note: { id, act } })

async function save(
  memory: Memory,
  email: string,
  { text = '' }: Input,
  source: NoteSource,
): Promise<WithCard | string> {
  const saved = await memory.save(email, text, source)
  if (!saved.ok) throw new Error(saved.refusal)
  const { note, isNew } = saved.value
  if (!isNew) return `There is already this note (id ${note.id}).`
  const answer = `Noted (id ${note.id}). The person can read, change and erase notes under /portal/memory.`
  return card(answer, note.id, 'saved')
}

async function list(memory: Memory, email: string): Promise<string> {
  const notes = await memory.list(email)
  return notes.length > 0 ? notes.map(lineOf).join('\n') : 'There are no notes about this person.'
}

async function change(memory: Memory, email: string, { id = '', text = '' }: Input): Promise<WithCard> {
  const changed = await memory.change(email, id, { text })
  if (!changed.ok) throw new Error(sentenceOf(changed.refusal, id))
  return card('Changed.', id, 'changed')
}

async function forget(memory: Memory, email: string, { id }: Input): Promise<WithCard> {
  if (id === undefined) throw new Error('Give the id of the note to forget; list shows the ids.')
  if (!(await memory.forget(email, id))) throw new Error(sentenceOf('missing', id))
  return card('Forgotten.', id, 'forgotten')
}

const sentenceOf = (refusal: NoteRefusal, id: string): string =>
  typeof refusal === 'object' ? refusal.detail : `There is no note ${id}; list shows the ids.`

const lineOf = ({ id, text, savedAt }: Note): string =>
  `${id} (${new Date(savedAt).toISOString().slice(0, 10)}): ${text}`

const TITLES = { save: 'noteSave', list: 'noteList', change: 'noteChange', forget: 'noteForget' } as const
