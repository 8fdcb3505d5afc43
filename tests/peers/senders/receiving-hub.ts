import { cp, mkdtemp, readdir, readFile, rm, writeFile, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../../bin/setup/tree.mjs'
import { noticesOf } from '../../support/inboxes.ts'
import { runHub, type RunningHub } from '../../support/running-hub.ts'
import { EXAMPLES } from './examples.ts'

export const SECRETS = {
  standard: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  other: 'a secret of the senders',
}

const variableOf = (endpoint: string): string => `${endpoint.replaceAll('-', '_').toUpperCase()}_SECRET`

const ENDPOINTS = `endpoints:
  - { name: standard, secret_env: STANDARD_SECRET, mode: standard }
  - { name: github, secret_env: OTHER_SECRET, sender: github }
  - { name: stripe, secret_env: OTHER_SECRET, sender: stripe }
  - { name: slack, secret_env: OTHER_SECRET, sender: slack }
  - { name: twilio, secret_env: OTHER_SECRET, sender: twilio }
  - { name: events, secret_env: OTHER_SECRET, sender: cloudevents }
  - { name: alerts, secret_env: OTHER_SECRET, deduplicate_by_body: false }
${EXAMPLES.map(({ endpoint, rules }) => `  - { name: ${endpoint}, secret_env: ${variableOf(endpoint)}, ${rules} }\n`).join('')}`

export async function startReceivingHub(port: number) {
  const base = await mkdtemp(join(tmpdir(), 'hub-senders-'))
  const folder = join(base, 'Garden Team')
  await cp(join(root, 'templates/demo'), folder, { recursive: true })
  await mkdir(join(folder, 'inbound'), { recursive: true })
  await writeFile(join(folder, 'inbound/webhooks.yaml'), ENDPOINTS)
  const environment = {
    PORT: String(port),
    STANDARD_SECRET: SECRETS.standard,
    OTHER_SECRET: SECRETS.other,
    ...Object.fromEntries(EXAMPLES.map(({ endpoint, secret }) => [variableOf(endpoint), secret])),
  }
  const open = () => runHub({ folder, fromSources: true, options: ['--webhook'], environment })
  let hub: RunningHub = await open()
  return {
    address: `${hub.url}/webhooks/garden-team`,
    stop: async () => void (await hub.stop()),
    start: async () => void (hub = await open()),
    async events(endpoint: string): Promise<any[]> {
      const inbox = join(folder, '.inbound/webhooks', endpoint)
      const names = (await readdir(inbox).catch(() => [])).filter((name) => name.endsWith('.json'))
      const texts = await Promise.all(names.toSorted().map((name) => readFile(join(inbox, name), 'utf8')))
      return texts.map((text) => JSON.parse(text) as unknown)
    },
    /** Reasons why deliveries were refused, newest first. */
    async refusals(endpoint: string): Promise<string[]> {
      const notices = await noticesOf({ hubFolder: folder, slug: 'garden-team' })
      return (notices[endpoint]?.refusals ?? []).map(({ why }) => why)
    },
    async [Symbol.asyncDispose]() {
      await hub[Symbol.asyncDispose]()
      await rm(base, { recursive: true, force: true, maxRetries: 20 })
    },
  }
}

export type ReceivingHub = Awaited<ReturnType<typeof startReceivingHub>>
