import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { startInbound } from '#processes/inbound.ts'
import { folderWith } from '../support/folder.ts'
import { inboxOf, marksOf } from '../support/inboxes.ts'
import { servicesOfHub } from '../support/own-services.ts'

export async function startReceiver(
  t: TestContext,
  environment: Record<string, string> = {},
  hubFolder?: string,
) {
  const folder = hubFolder ?? (await folderWith(t, { 'agent.md': 'A test.' }))
  const role = await startInbound({
    hubFolder: folder,
    environment: {
      SVC_INBOUND: 'webhook',
      SVC_INBOUND_PORT: '0',
      SVC_HUB_SLUG: 'orders',
      SVC_LOG_LEVEL: 'error',
      WEBHOOK_INBOUND_SECRET: 's3cret',
      ...(await servicesOfHub(folder, environment)),
      ...environment,
    },
  })
  let closed: Promise<void> | null = null
  const close = () => (closed ??= Promise.resolve(role[Symbol.asyncDispose]()))
  t.after(close)
  const name = environment['WEBHOOK_INBOUND_NAME'] ?? 'webhook'
  const place = { hubFolder: folder, slug: environment['SVC_HUB_SLUG'] ?? 'orders' }
  const stored = inboxOf(place, name)
  return {
    folder,
    close,
    url: `${role.url}/webhooks/orders/${name}`,
    origin: role.url,
    events: async () =>
      Promise.all(
        (await stored.list('pending')).map(
          async (event) =>
            JSON.parse((await stored.read('pending', event))!.toString()) as Record<string, unknown>,
        ),
      ),
    markers: async () => (await marksOf(place)).length,
    hasInbox: () => existsSync(join(folder, '.inbound')),
  }
}

export const signed = (body: BodyInit | null, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  body,
  headers: { 'X-Webhook-Secret': 's3cret', 'Content-Type': 'application/json', ...headers },
})

export const send = async (url: string, init: RequestInit): Promise<string> => {
  const response = await fetch(url, init)
  return `${response.status} ${await response.text()}`
}
