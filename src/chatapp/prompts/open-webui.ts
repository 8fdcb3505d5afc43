import type { z } from 'zod'
import { ChatappRefused, unwrapChatapp } from '#chatapp/http/refused.ts'
import type { App } from '#chatapp/accounts/sessions/app.ts'
import {
  createOpenWebuiPrompt,
  deletePromptById,
  listOpenWebuiPrompts,
  listPromptTags,
  listPromptVersions,
  readPrompt,
  readPromptByCommand,
  renamePrompt,
  updateOpenWebuiPrompt,
} from './contract.ts'
import type { Prompts, StoredPrompt } from './prompts.ts'
import type { OpenWebuiForm, OpenWebuiPrompt } from './schema.ts'

const PAGE_SIZE = 30

/** Open WebUI has other names for the fields: `command` is our `name`, `name` our `title`, and `content` our `text`. */
export function openWebuiPromptRoutes(app: App, prompts: Prompts): void {
  const find = async (ownerId: string, matches: (prompt: StoredPrompt) => boolean) => {
    const found = (await prompts.list(ownerId)).find(matches)
    if (!found) throw new ChatappRefused('prompt_missing')
    return found
  }

  app.handle(listPromptTags, () => [])

  app.handle(listOpenWebuiPrompts, async ({ visitor, query: { query, page } }) => {
    const wanted = query.toLowerCase()
    const found = (await prompts.list(visitor.account.id)).filter(({ name, title }) =>
      `${name}\n${title}`.toLowerCase().includes(wanted),
    )
    const items = found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
    return { items: items.map(openWebuiView), total: found.length }
  })

  app.handle(createOpenWebuiPrompt, async ({ visitor, body }) =>
    openWebuiView(unwrapChatapp(await prompts.create(visitor.account.id, draftOf(body)))),
  )

  app.handle(readPromptByCommand, async ({ visitor, params: { command } }) => {
    const name = command.replace(/^\//, '').toLowerCase()
    return openWebuiView(await find(visitor.account.id, (prompt) => prompt.name === name))
  })

  app.handle(readPrompt, async ({ visitor, params: { id } }) =>
    openWebuiView(await find(visitor.account.id, (prompt) => prompt.id === id)),
  )

  app.handle(listPromptVersions, async ({ visitor, params: { id } }) => {
    await find(visitor.account.id, (prompt) => prompt.id === id)
    return []
  })

  app.handle(updateOpenWebuiPrompt, async ({ visitor, params: { id }, body }) =>
    openWebuiView(unwrapChatapp(await prompts.update(visitor.account.id, id, draftOf(body)))),
  )

  app.handle(renamePrompt, async ({ visitor: { account }, params: { id }, body: { command, name } }) => {
    const { text } = await find(account.id, (prompt) => prompt.id === id)
    const draft = { name: command, title: name, text }
    return openWebuiView(unwrapChatapp(await prompts.update(account.id, id, draft)))
  })

  app.handle(deletePromptById, async ({ visitor, params: { id } }) => {
    if (!(await prompts.remove(visitor.account.id, id))) throw new ChatappRefused('prompt_missing')
    return true
  })
}

const draftOf = ({ command, name, content }: z.output<typeof OpenWebuiForm>) => ({
  name: command,
  title: name,
  text: content,
})

const openWebuiView = (prompt: StoredPrompt): z.input<typeof OpenWebuiPrompt> => ({
  id: prompt.id,
  command: prompt.name,
  user_id: prompt.ownerId,
  name: prompt.title || prompt.name,
  content: prompt.text,
  tags: [],
  is_active: true,
  access_grants: [],
  write_access: true,
  created_at: prompt.createdAt,
  updated_at: prompt.updatedAt,
})
