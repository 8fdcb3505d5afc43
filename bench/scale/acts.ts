import type { Client } from '../../tests/chatapp/client.ts'
import { ask, finished } from '../../tests/chatapp/page.ts'
import { bearer, callOf, post } from '../../tests/support/mcp.ts'
import type { RunningHub } from '../../tests/support/running-hub.ts'

export interface Act {
  name: string
  do(n: number): Promise<unknown>
}

export interface World {
  hub: RunningHub
  ann: Client
  key: string
  bridgeKey: string
  webhookSecret: string
  runsEnded(count: number): Promise<void>
}

export const FOLDER = {
  'Garden/agent.md': 'You look after a garden.\n',
  'Garden/tools/ping.ts': `import { defineTool, z } from 'hub-service'
export const ping = defineTool({ name: 'ping', description: 'Answers', input: z.object({}), run: () => 'pong' })
export const dig = defineTool({
  name: 'dig', description: 'Digs', input: z.object({}), restricted: { capability: 'dig', label: 'Dig', group: 'Garden' }, run: () => 'dug',
})
`,
  'Garden/tasks/note.md': '---\nrun: "true"\non_webhook: true\nrun_as: ann@example.com\n---\n',
}

export function actsIn({ hub, ann, key, bridgeKey, webhookSecret, runsEnded }: World): Act[] {
  const cookie = { cookie: `token=${ann.token}` }
  const turn = async (content: string) => {
    const asked = await ask(ann, { model: 'garden', user_message: { content } })
    await finished(ann, asked)
    return asked.chatId
  }
  const checked = async (answering: Promise<Response>) => {
    const answer = await answering
    if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`)
    return answer.text()
  }
  const complete = (n: number, stream: boolean) =>
    checked(
      fetch(`${hub.bridge}/v1/chat/completions`, {
        method: 'POST',
        headers: {
          ...bearer(bridgeKey),
          'content-type': 'application/json',
          'x-svc-user': 'ann@example.com',
        },
        body: JSON.stringify({
          model: 'garden',
          stream,
          user: `program ${n}`,
          messages: [{ role: 'user', content: '/say hello' }],
        }),
      }),
    )
  const mcp = async (tool: string) => {
    const answer = await post(`${hub.url}/mcp`, callOf(tool, {}), bearer(key))
    const text = await answer.text()
    if (!/pong|dug/.test(text)) throw new Error(`${tool}: ${answer.status} ${text}`)
  }
  const deliver = (n: number) =>
    checked(
      fetch(`${hub.url}/webhooks/garden/webhook`, {
        method: 'POST',
        headers: { 'x-webhook-secret': webhookSecret, 'content-type': 'application/json' },
        body: JSON.stringify({ n, kind: 'order', of: 'forty tulips' }),
      }),
    )
  let opened = ''
  let delivered = 0
  return [
    { name: 'a turn in the web chat, new chat', do: async () => void (opened = await turn('/say hello')) },
    {
      name: 'a turn in the web chat that saves a file',
      do: (n) => turn(`/tool save_file {"filename":"plan.txt","content":"plan ${n}"}`),
    },
    { name: 'a turn by the chat API', do: (n) => complete(n, false) },
    { name: 'a streamed turn by the chat API', do: (n) => complete(n, true) },
    { name: 'an MCP call', do: () => mcp('ping') },
    { name: 'an MCP call of a restricted tool', do: () => mcp('dig') },
    { name: 'a list of chats is opened', do: () => ann.get('/api/v1/chats/?page=1') },
    { name: 'a chat is opened', do: () => ann.get(`/api/v1/chats/${opened}`) },
    {
      name: 'an artifact of 10 kB is published',
      do: (n) =>
        checked(
          ann.fetch(`/portal/artifacts/api/upload?hub=garden&filename=plan-${n}.txt`, {
            method: 'POST',
            headers: { ...cookie, origin: ann.url },
            body: `${n} `.padEnd(10_000, 'x'),
          }),
        ),
    },
    {
      name: 'a delivery is stored and handled by a run',
      async do(n) {
        await deliver(n)
        await runsEnded(++delivered)
      },
    },
  ]
}
