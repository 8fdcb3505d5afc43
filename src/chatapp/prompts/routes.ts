import { partsOf } from '#ground/hub/prompts/template.ts'
import { ChatappRefused, unwrapChatapp } from '#chatapp/http/refused.ts'
import type { App } from '#chatapp/accounts/sessions/app.ts'
import { createPrompt, deletePrompt, listPrompts, updatePrompt } from './contract.ts'
import { openWebuiPromptRoutes } from './open-webui.ts'
import type { StoredPrompt, Prompts } from './prompts.ts'
import type { PromptView } from './schema.ts'

export interface PromptRouteParts {
  prompts: Prompts
}

export function promptRoutes(app: App, { prompts }: PromptRouteParts): void {
  app.handle(listPrompts, async ({ visitor: { account } }) =>
    (await prompts.list(account.id)).map(promptView),
  )
  app.handle(createPrompt, async ({ visitor: { account }, body }) =>
    promptView(unwrapChatapp(await prompts.create(account.id, body))),
  )
  app.handle(updatePrompt, async ({ visitor: { account }, params, body }) =>
    promptView(unwrapChatapp(await prompts.update(account.id, params.id, body))),
  )
  app.handle(deletePrompt, async ({ visitor: { account }, params }) => {
    if (!(await prompts.remove(account.id, params.id))) throw new ChatappRefused('prompt_missing')
    return true
  })
  openWebuiPromptRoutes(app, prompts)
}

const promptView = (prompt: StoredPrompt): PromptView => ({
  id: prompt.id,
  name: prompt.name,
  title: prompt.title,
  text: prompt.text,
  parts: partsOf(prompt.text),
  command: prompt.name,
  content: prompt.text,
  user_id: prompt.ownerId,
  created_at: prompt.createdAt,
  updated_at: prompt.updatedAt,
})
