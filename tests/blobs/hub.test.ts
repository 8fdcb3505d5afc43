import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { ask, messagesOf, readEvents, restOf } from '../chatapp/page.ts'
import { signUpAt } from '../chatapp/started-chatapp.ts'
import { at, startInstances } from '../scale/started-instances.ts'
import { hub as hubCommand } from '../support/hub-command.ts'
import { runHub, type RunningHub } from '../support/running-hub.ts'
import { S3_BUCKET, startS3 } from '../support/s3.ts'
import { BACKENDS } from '../support/stores.ts'
import { contentOf, publish } from './published.ts'

const { skip } = BACKENDS.find(({ kind }) => kind === 'postgres')!

const bytesOf = async (answer: Response): Promise<Buffer> => Buffer.from(await answer.arrayBuffer())

async function localBytes({ folder }: RunningHub): Promise<string[]> {
  const names = await readdir(join(folder, '.svc'), { recursive: true })
  return names.filter((name) => /[0-9a-f]{64}$/.test(name))
}

test('a Hub keeps artifacts and attachments in a bucket, and says when that is away [blobs.away]', async (t) => {
  const s3 = await startS3(t)
  await using hub = await runHub({ environment: s3.environment() })
  const ann = await signUpAt(hub.url, 'Ann')
  const bytes = randomBytes(3_000_000)
  const published = await publish(ann, bytes)
  assert.equal(published.status, 201)
  const { id } = (await published.json()) as { id: string }
  const attached = (await ann.upload('notes.txt', 'attached')).json.id as string
  const read = () => ann.get(`/api/v1/files/${attached}/content`)
  assert.ok(bytes.equals(await bytesOf(await contentOf(ann, id))))
  assert.equal((await read()).text, 'attached')
  assert.deepEqual(await localBytes(hub), [])

  await s3.stop()
  const refused = await publish(ann, 'later')
  assert.deepEqual([refused.status, (await refused.json()).code], [503, 'unavailable'])
  const unread = await contentOf(ann, id)
  assert.deepEqual([unread.status, (await unread.json()).code], [503, 'unavailable'])
  const unkept = await ann.upload('later.txt', 'later')
  assert.deepEqual(
    [unkept.status, unkept.json.code, unkept.headers.get('retry-after')],
    [503, 'files_away', '2'],
  )
  assert.deepEqual([(await read()).status, (await read()).json.code], [503, 'files_away'])
  const user_message = { content: 'Look at this', files: [{ id: attached, type: 'file', name: 'notes.txt' }] }
  const asked = await ask(ann, { model: 'garden-team', user_message })
  await restOf(readEvents(ann, asked.chatId))
  const { [asked.answerId]: answer } = await messagesOf(ann, asked.chatId)
  assert.deepEqual([answer.state, answer.error.code], ['failed', 'files_away'])
  assert.equal((await ann.get('/ready')).status, 200)
  assert.deepEqual(await localBytes(hub), [], 'nothing of what was refused is left')

  await s3.start()
  assert.ok(bytes.equals(await bytesOf(await contentOf(ann, id))))
  assert.equal((await read()).text, 'attached')
  assert.equal((await publish(ann, 'later')).status, 201)
  assert.doesNotMatch(hub.errors(), /S3RVER/)
})

test(
  'an instance reads files that another instance published or attached; an instance without the bucket does not start [blobs.machines]',
  { skip },
  async (t) => {
    const s3 = await startS3(t)
    await using instances = await startInstances(s3.environment())
    const barn = await instances.start('barn')
    const shed = await instances.start('shed')
    const ann = await signUpAt(barn.url, 'Ann')
    const annAtShed = at(shed, ann)
    const bytes = randomBytes(1_000_000)
    const { id } = (await (await publish(ann, bytes)).json()) as { id: string }
    assert.ok(bytes.equals(await bytesOf(await contentOf(annAtShed, id))))
    const { id: attached } = (await annAtShed.upload('notes.txt', 'attached at the shed')).json
    assert.equal((await ann.get(`/api/v1/files/${attached}/content`)).text, 'attached at the shed')

    const none = { SVC_BLOBS_URL: '' }
    await assert.rejects(
      instances.start('own', none),
      /SVC_BLOBS_URL: (barn|shed) uses this database with files in/,
    )
    await assert.rejects(
      instances.start('other', s3.environment('elsewhere')),
      /SVC_BLOBS_URL: .*hub-files\/hub\//,
    )
    await instances.start('third')
  },
)

test('a Hub with a new bucket reads the earlier files in its folders [blobs.before]', async (t) => {
  const s3 = await startS3(t)
  const store = { SVC_DATABASE_URL: 'sqlite:.svc/hub.db' }
  await using before = await runHub({ environment: store })
  const ann = await signUpAt(before.url, 'Ann')
  const { id } = (await (await publish(ann, 'an old plan')).json()) as { id: string }
  const { id: attached } = (await ann.upload('notes.txt', 'old notes')).json
  await before.stop()
  await using hub = await runHub({ folder: before.folder, environment: { ...store, ...s3.environment() } })
  const again = at(hub, ann)
  assert.equal(String(await bytesOf(await contentOf(again, id))), 'an old plan')
  assert.equal((await again.get(`/api/v1/files/${attached}/content`)).text, 'old notes')
})

test('a Hub with an unusable bucket does not start, and reports the reason [blobs.check]', async (t) => {
  const s3 = await startS3(t)
  const secret = 'a secret that must not be told'
  for (const [own, said] of [
    [{ SVC_BLOBS_SECRET_ACCESS_KEY: secret }, /SVC_BLOBS_SECRET_ACCESS_KEY: it is not the secret/],
    [
      { SVC_BLOBS_SECRET_ACCESS_KEY: '' },
      /SVC_BLOBS_SECRET_ACCESS_KEY: the bucket of SVC_BLOBS_URL needs it/,
    ],
    [{ SVC_BLOBS_URL: `s3://key:${secret}@${S3_BUCKET}` }, /SVC_BLOBS_URL: expected s3:/],
    [{ SVC_BLOBS_URL: `s3://nowhere?endpoint=${s3.endpoint}` }, /SVC_BLOBS_URL: there is no bucket nowhere/],
  ] as const)
    await assert.rejects(
      runHub({ environment: { ...s3.environment(), ...own } }),
      ({ message }: Error) => said.test(message) && /ended with 2/.test(message) && !message.includes(secret),
    )
  const doctor = (own: Record<string, string>) =>
    hubCommand(['doctor', '--json', '--hub', hub.folder], { environment: { ...s3.environment(), ...own } })
  await using hub = await runHub()
  const bucketIn = ({ stdout }: { stdout: string }) =>
    JSON.parse(stdout).findings.find(({ subject }: { subject: string }) => subject === 'bucket')
  assert.match(bucketIn(await doctor({})).message, /uploads to .*\/hub-files\/hub\/.* work/)
  const { status, message } = bucketIn(await doctor({ SVC_BLOBS_SECRET_ACCESS_KEY: secret }))
  assert.deepEqual([status, /it is not the secret/.test(message)], ['fail', true])
})
