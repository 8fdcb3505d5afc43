import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { makeCertificates } from '../../support/certificates.ts'
import { callWith } from '../../open-webui/target.ts'
import { removeFolder } from '../../support/folder.ts'
import { freePorts } from '../../support/free-ports.ts'
import { runHub } from '../../support/running-hub.ts'
import { startUpstream, type Upstream } from '../../support/upstream.ts'
import { writeFilesIn } from '../clients/write-files.ts'
import { NAME, originOf, type Door } from './requests.ts'

export const WEBHOOK_SECRET = 'the secret of the sender of webhooks'

export interface FrontHub extends AsyncDisposable {
  readonly url: string
  readonly healthPort: number
  readonly door: Door
  readonly certificate: string
  readonly key: string
  /** Certificate and key in one file, for HAProxy. */
  readonly pem: string
  readonly folder: string
  readonly model: Upstream
  readonly slug: string
  readonly person: { email: string; password: string; apiKey: string }
}

export async function startFrontHub(): Promise<FrontHub> {
  const stack = new AsyncDisposableStack()
  const after: Pick<TestContext, 'after'> = { after: (work: any) => stack.defer(async () => work()) }
  const folder = await mkdtemp(join(tmpdir(), 'front-'))
  stack.defer(() => removeFolder(folder))
  const { ca, certificate, key } = await makeCertificates(after, NAME)
  const pem = join(folder, 'garden.pem')
  await writeFile(pem, (await readFile(certificate, 'utf8')) + (await readFile(key, 'utf8')), { mode: 0o600 })
  const [port, healthPort] = await freePorts(2)
  const door = { port: port!, ca, caText: await readFile(ca, 'utf8') }
  const template = join(folder, 'template')
  await writeFilesIn(template, { 'agent.md': '---\nname: Garden\n---\nYou look after a garden.\n' })
  const model = stack.use(await startUpstream())
  const hub = stack.use(
    await runHub({
      template,
      fromSources: true,
      options: ['--webhook'],
      environment: {
        SVC_MODEL: 'compatible/garden-1',
        SVC_MODEL_BASE_URL: model.url,
        SVC_MODEL_API_KEY: 'sk-model',
        SVC_PUBLIC_URL: originOf(door),
        SVC_TRUSTED_PROXIES: '127.0.0.1',
        SVC_EDGE_HEALTH_PORT: String(healthPort),
        SVC_DEFAULT_USER_ROLE: 'user',
        MCP_SERVER: 'true',
        WEBHOOK_INBOUND_SECRET: WEBHOOK_SECRET,
        WEBHOOK_INBOUND_HMAC: 'true',
      },
    }),
  )
  const account = { name: 'Ann', email: 'ann@example.com', password: 'correct horse battery' }
  const { json: session } = await callWith('', 'POST', `${hub.url}/api/v1/auths/signup`, account)
  const { json: made } = await callWith(session.token, 'POST', `${hub.url}/api/v1/auths/api_key`)
  return {
    url: hub.url,
    healthPort: healthPort!,
    door,
    certificate,
    key,
    pem,
    folder,
    model,
    slug: hub.ready.hubs[0]!.slug,
    person: { ...account, apiKey: made.api_key as string },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
