import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { publish } from '../../blobs/published.ts'
import { createMigratedPostgres } from '../../support/migrated.ts'
import { STORES_TABLE } from '../clients/page.ts'
import type { AreaReport } from '../report.ts'
import { createTries } from '../tries.ts'
import { doctorOn } from './doctor.ts'
import { artifactAtOther, startPair } from './pair.ts'
import { BUCKET, S3_SERVERS, type Keys, type S3Server } from './s3-servers.ts'

const FIRST = { accessKeyId: 'firstkey', secretAccessKey: 'the first secret of the tries' }
const NEXT = { accessKeyId: 'nextkey', secretAccessKey: 'the next secret of the tries' }

export async function tryS3(name: string, report: AreaReport): Promise<void> {
  const { tried, run, notSupported } = createTries(name)
  const folder = await mkdtemp(join(tmpdir(), 'hub-s3-'))
  await using parts = new AsyncDisposableStack()
  parts.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 20 }))
  const server = parts.use(await S3_SERVERS[name]!(folder, FIRST))
  const judge = (own: Partial<Keys & { bucket: string; region: string }>) =>
    doctorOn('bucket', bucketOf(server, { ...FIRST, ...own }))

  await run('bucket-check', async () => assert.match(await judge({}), /^ok uploads to/))
  for (const [what, own, expected] of [
    ['missing-bucket', { bucket: 'nowhere' }, /^fail SVC_BLOBS_URL: there is no bucket nowhere at/],
    ['wrong-key', { accessKeyId: 'stranger' }, /^fail SVC_BLOBS_ACCESS_KEY_ID: .* does not know this key/],
    [
      'wrong-secret',
      { secretAccessKey: 'another' },
      /^fail SVC_BLOBS_SECRET_ACCESS_KEY: it is not the secret/,
    ],
    ['read-only-key', server.reader, /^fail SVC_BLOBS_ACCESS_KEY_ID: this key may not put/],
  ] as const)
    await run(what, async () => assert.match(await judge(own), expected))
  if (name === 'SeaweedFS') notSupported('wrong-region')
  else
    await run('wrong-region', async () =>
      assert.match(await judge({ region: 'eu-west-9' }), /^fail SVC_BLOBS_URL: bucket .* is not in region/),
    )

  const database = { SVC_DATABASE_URL: await createMigratedPostgres(), SVC_CHATS: 'store' }
  {
    await using pair = await startPair({ ...database, ...bucketOf(server, FIRST) })
    await run('artifact', () => artifactAtOther(pair))
    await run('killed', async () => {
      await server.kill()
      assert.equal((await publish(pair.ann, 'later')).status, 503)
      await server.start()
      const end = Date.now() + 60_000
      while ((await publish(pair.ann, 'later')).status !== 201) assert.ok(Date.now() < end)
      await artifactAtOther(pair)
    })
  }
  await run('rotated', async () => {
    await server.rotate(NEXT)
    const { accessKeyId, secretAccessKey } = FIRST
    const refused = await startPair({
      ...database,
      ...bucketOf(server, { accessKeyId, secretAccessKey }),
    }).then(
      () => 'started',
      ({ message }: Error) => message,
    )
    assert.match(refused, /SVC_BLOBS_ACCESS_KEY_ID: .* does not know this key/)
    assert.match(await judge(NEXT), /^ok uploads to/)
  })
  report.row({ table: STORES_TABLE, name, version: server.version, tried })
}

const bucketOf = (
  { endpoint }: S3Server,
  {
    accessKeyId,
    secretAccessKey,
    bucket = BUCKET,
    region = 'us-east-1',
  }: Keys & { bucket?: string; region?: string },
) => ({
  SVC_BLOBS_URL: `s3://${bucket}/garden?endpoint=${encodeURIComponent(endpoint)}&region=${region}`,
  SVC_BLOBS_ACCESS_KEY_ID: accessKeyId,
  SVC_BLOBS_SECRET_ACCESS_KEY: secretAccessKey,
})
