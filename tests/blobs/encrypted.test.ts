import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { signUpAt } from '../chatapp/started-chatapp.ts'
import { makeCertificates } from '../support/certificates.ts'
import { runHub } from '../support/running-hub.ts'
import { S3_KEYS, startS3 } from '../support/s3.ts'

test('a bucket is used over TLS by an authority of one’s own, and not without knowing it [blobs.encrypted]', async (t) => {
  const { ca, ...tls } = await makeCertificates(t)
  const s3 = await startS3(t, tls)
  const environment = s3.environment()
  const secret = 'a secret that must not be told'
  const refusal = (own: Record<string, string>) =>
    runHub({ inOwnProcess: true, environment: { ...environment, ...own } }).then(
      async (hub) => assert.fail(`it started: ${await hub.stop()}`),
      (error: Error) => error.message,
    )
  const unknown = await refusal({})
  assert.match(unknown, /SVC_BLOBS_URL: .*cannot be reached \(.*(CERT|SIGNATURE|ISSUER).*\)/)
  const wrong = await refusal({ NODE_EXTRA_CA_CERTS: ca, SVC_BLOBS_SECRET_ACCESS_KEY: secret })
  assert.match(wrong, /SVC_BLOBS_SECRET_ACCESS_KEY: it is not the secret/)
  assert.ok(!(unknown + wrong).includes(secret) && !unknown.includes(S3_KEYS.secretAccessKey))

  await using hub = await runHub({
    inOwnProcess: true,
    environment: { ...environment, NODE_EXTRA_CA_CERTS: ca },
  })
  const ann = await signUpAt(hub.url, 'Ann')
  const bytes = randomBytes(3_000_000)
  const { id } = (await ann.upload('plan.bin', bytes)).json
  const read = await ann.fetch(`/api/v1/files/${id}/content`)
  assert.ok(bytes.equals(Buffer.from(await read.arrayBuffer())))
})
