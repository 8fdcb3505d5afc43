import type { StoredMessage } from '#chatapp/chats/message.ts'
import type { Revision } from './schema.ts'

const WISHES: Readonly<Record<Exclude<Revision['how'], 'otherwise'>, string>> = {
  shorter: 'Answer my last message again, much shorter. Keep the language and the most important facts.',
  longer: 'Answer my last message again, in more detail. Keep the language.',
  continue:
    'Your answer was cut off. Write only the rest: begin with the next character after the last one, even inside a word, a table or a code block, and repeat nothing.',
}

/** Appends the old answer, and the person's wish as a prompt, to the branch that the agent receives. Stores nothing. */
export function revisedBranch(
  branch: readonly StoredMessage[],
  { old, revision: { how, text } }: { old: StoredMessage; revision: Revision },
): StoredMessage[] {
  const wish: StoredMessage = {
    ...old,
    id: `${old.id}-wish`,
    parentId: old.id,
    role: 'user',
    content: how === 'otherwise' ? `Answer my last message again. ${text}` : WISHES[how],
    model: null,
    state: 'done',
    extra: {},
  }
  return [...branch, old, wish]
}

/** The part of an incomplete answer that stays when the answer continues. */
export const keptOf = ({ content, extra: { reasoning, tools } }: StoredMessage) => ({
  content,
  extra: {
    ...(reasoning && { reasoning }),
    // Other ids, because the calls of the new turn may have the same ids.
    ...(tools && { tools: tools.map((tool) => ({ ...tool, id: `~${tool.id}` })) }),
  },
})
