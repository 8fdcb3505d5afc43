import type { StoreLocation } from '#ground/store/location.ts'
import type { Client } from './client.ts'
import { startTestChatapp, type ChatappSettings } from './started-chatapp.ts'

type Ending = Parameters<typeof startTestChatapp>[0]

export const FILE_LINK = (chat: string, name = 'plan.md') =>
  `/artifacts/${chat}/${name}?t=SIGNATURE&e=9999999999`

export function longChat(length: number, change: (message: any, n: number) => object = (message) => message) {
  const messages = Object.fromEntries(
    Array.from({ length }, (_, n) => [
      `m${n}`,
      change(
        {
          role: n % 2 ? 'assistant' : 'user',
          content: `said in m${n}`,
          parentId: n ? `m${n - 1}` : null,
          ...(n % 2 ? { model: 'garden' } : {}),
        },
        n,
      ),
    ]),
  )
  return { title: 'Ferns', models: ['garden'], history: { currentId: `m${length - 1}`, messages } }
}

export async function startSharing(
  t: Ending,
  { location, ...settings }: { location?: StoreLocation } & ChatappSettings = {},
) {
  const chat = await startTestChatapp(t, { ...(location ? { location } : {}), ...settings })
  const [ann] = [await chat.signUp('Ann')]
  const [bob, cem, dora] = [
    await chat.addUser('Bob', ann),
    await chat.addUser('Cem', ann),
    await chat.addUser('Dora', ann),
  ]
  const publish = (people: readonly Client[]) =>
    ann.post('/api/v1/models/model/access/update', {
      id: 'garden',
      access_grants: people.map(({ id }) => ({
        principal_type: 'user',
        principal_id: id,
        permission: 'read',
      })),
    })
  await publish([bob, cem, dora])
  chat.agent.notify({ '/prompts': { data: [] } })
  const make = async (form: object = longChat(4)): Promise<string> =>
    (await bob.post('/api/v1/chats/new', { chat: form })).json.id
  const share = async (id: string, form: object = {}) =>
    bob.post(`/api/v1/chats/${id}/share`, { audience: 'people', people: [cem.id], live: false, ...form })
  const read = (client: Client, id: string, query = '') => client.get(`/api/v1/shares/${id}/messages${query}`)
  const records = async () =>
    ((await ann.get('/api/v1/shares/records')).json as any[])
      .map(({ act, actor, details }) => [act, actor.split('@')[0], details])
      .toReversed()
  return { chat, ann, bob, cem, dora, publish, make, share, read, records }
}
