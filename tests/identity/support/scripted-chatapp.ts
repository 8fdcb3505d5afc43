import type { RequestListener } from 'node:http'
import type { TestContext } from 'node:test'
import { systemClock } from '#ground/base/clock.ts'
import { createChatappClient, type ChatappClient } from '#ground/identity/chatapp-client/client.ts'
import { startRecordingServer, type RecordingServer } from '../../support/recording-server.ts'

export async function startScriptedChatapp(
  t: TestContext,
  answer: RequestListener,
  { timeoutMs = 10_000, clock = systemClock } = {},
): Promise<{ client: ChatappClient; server: RecordingServer }> {
  const server = await startRecordingServer(t, answer)
  const client = createChatappClient({
    baseUrl: server.url,
    credential: () => 'svc-secret',
    clock,
    timeoutMs,
  })
  t.after(() => client[Symbol.asyncDispose]())
  return { client, server }
}

export const answers =
  (status: number, body: unknown): RequestListener =>
  (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }

export const accountRow = (id: string, createdAt: number) => ({
  id,
  email: `${id}@example.com`,
  name: id,
  role: 'user',
  profile_image_url: '/user.png',
  oauth: null,
  created_at: createdAt,
  last_active_at: createdAt,
  something_new: { we: 'ignore' },
})
