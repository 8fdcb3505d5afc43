import { putProvider, registerClient } from '#chatapp/integrations/contract.ts'
import type { EntryDraft } from '#chatapp/integrations/schema.ts'
import { call } from './client.ts'

export async function saveProvider({
  entry,
  isNew,
  register,
}: {
  entry: EntryDraft
  isNew: boolean
  register: boolean
}): Promise<{ ended: number }> {
  const body = register
    ? { ...entry, info: { ...entry.info, oauth_client_info: await registered(entry) } }
    : entry
  return call(putProvider, {
    params: { server: entry.info.id },
    query: isNew ? { new: 'true' } : {},
    body,
  })
}

async function registered({ url, config, info }: EntryDraft): Promise<string> {
  const { oauth_client_info: client } = await call(registerClient, {
    query: { type: 'mcp' },
    body: {
      url,
      client_id: info.id,
      oauth_server_url: config?.oauth_server_url ?? null,
      oauth_scope: config?.oauth_scope ?? null,
    },
  })
  return client
}
