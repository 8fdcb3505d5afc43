import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { signUp, type Account } from '../../tests/support/console-person.ts'
import { startNats } from '../../tests/support/nats.ts'
import { startPostgresPair } from '../../tests/support/postgres-pair.ts'
import { freePorts } from '../../tests/support/free-ports.ts'
import { startS3 } from '../../tests/support/s3.ts'
import { exportSecrets, openClusterInstance, type ClusterInstance } from './instance.ts'
import { startFront } from './front.ts'

export type ServerCommands = Readonly<Record<string, () => unknown>>

export interface Cluster extends AsyncDisposable {
  /** Address of nginx, or of the first instance without nginx. */
  url: string
  instances: readonly ClusterInstance[]
  administrator: Account
  bridgeKey: string
  /** Bearer token of the endpoint `webhook`. */
  webhookSecret: string
  environment: Readonly<Record<string, string>>
  commands: ReadonlyMap<string, ServerCommands>
}

export interface ClusterOptions {
  folder: string
  instances: number
  hasFront?: boolean
  files?: Readonly<Record<string, string>>
  more?: Readonly<Record<string, string>>
  log(line: string): void
}

const NAMES = ['barn', 'shed', 'mill', 'well', 'loft', 'yard', 'gate', 'pond']

export async function startCluster({
  folder,
  instances: count,
  hasFront = true,
  files,
  more,
  log,
}: ClusterOptions): Promise<Cluster> {
  if (!(count >= 1 && count <= NAMES.length)) throw new Error(`one to ${NAMES.length} instances`)
  await using starting = new AsyncDisposableStack()
  const ending = { after: (end: () => unknown) => starting.defer(async () => void (await end())) }

  log('Postgres: a primary and its standby …')
  const { first, second, urlOf } = await startPostgresPair()
  log('NATS and an S3 server …')
  const nats = await startNats(ending)
  const s3 = await startS3(ending)
  const [front] = (await freePorts(1)) as [number]
  const url = `http://127.0.0.1:${front}`
  const secretsFile = join(folder, 'secrets.json')
  const webhookSecret = randomBytes(18).toString('base64url')
  const environment = {
    SVC_DATABASE_URL: urlOf(first, second),
    SVC_BUS_URL: nats.url,
    ...s3.environment(),
    SVC_SECRETS_FILE: secretsFile,
    SVC_INBOX: 'store',
    SVC_CHATS: 'store',
    SVC_INBOUND: 'webhook',
    WEBHOOK_INBOUND_SECRET: webhookSecret,
    ...(hasFront && { SVC_PUBLIC_URL: url, SVC_TRUSTED_PROXIES: '127.0.0.1' }),
    ...more,
  }
  const instances: ClusterInstance[] = []
  for (const name of NAMES.slice(0, count)) {
    const instance = starting.use(
      await openClusterInstance({ name, folder: join(folder, name), environment, files }),
    )
    if (instances.length === 0) await exportSecrets(instance, secretsFile)
    log(`machine ${name} …`)
    await instance.start()
    instances.push(instance)
  }
  if (hasFront) {
    log('nginx …')
    starting.use(await startFront({ folder, port: front, ports: instances.map(({ port }) => port) }))
  }
  const administrator = {
    name: 'Ann Lee',
    email: 'ann@example.org',
    password: randomBytes(9).toString('base64url'),
  }
  await signUp(hasFront ? url : instances[0]!.url, administrator)
  const { bridgeKey } = JSON.parse(await readFile(secretsFile, 'utf8')) as { bridgeKey: string }

  const commands = new Map<string, ServerCommands>([
    ...instances.map((instance): [string, ServerCommands] => [instance.name, commandsOfInstance(instance)]),
    ['first', commandsOfServer(first)],
    ['second', commandsOfServer(second)],
    ['nats', { stop: nats.stop, start: nats.start, freeze: nats.halt, thaw: nats.goOn }],
    ['s3', { stop: s3.stop, start: s3.start }],
  ])
  const parts = starting.move()
  return {
    url,
    instances,
    administrator,
    bridgeKey,
    webhookSecret,
    environment,
    commands,
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}

type Server = Awaited<ReturnType<typeof startPostgresPair>>['first']

const commandsOfInstance = ({ start, stop, signal }: ClusterInstance): ServerCommands => ({
  kill: () => signal('SIGKILL'),
  freeze: () => signal('SIGSTOP'),
  thaw: () => signal('SIGCONT'),
  stop,
  start,
})

const commandsOfServer = ({ kill, freeze, thaw, promote, startAsStandby }: Server): ServerCommands => ({
  kill,
  freeze,
  thaw,
  promote,
  standby: startAsStandby, // starts a stopped server again, as a standby, which accepts no writes
})
