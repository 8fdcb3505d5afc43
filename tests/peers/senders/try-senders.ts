import assert from 'node:assert/strict'
import { freePorts } from '../../support/free-ports.ts'
import { SENDERS_TABLE } from '../clients/page.ts'
import { missingProgram } from '../clients/toolchains.ts'
import { installToolchains } from '../clients/try-clients.ts'
import { createTries, writeRow } from '../stores/tries.ts'
import { SECRETS, startReceivingHub, type ReceivingHub } from './receiving-hub.ts'
import { packageOf, signedBy, SIGNERS, type SignedRequest, type Signer } from './signers.ts'
import { tryAlertmanager } from './try-alertmanager.ts'

/** True if no try failed. */
export async function trySenders(): Promise<boolean> {
  const { ready, hasFailed } = await installToolchains(SIGNERS)
  const [port] = await freePorts(1)
  await using hub = await startReceivingHub(port!)
  let isGood = !hasFailed
  for (const signer of ready) isGood = (await tryLibraries(signer, hub)) && isGood
  const missing = missingProgram({ needs: ['go'] })
  if (missing === null) return (await tryAlertmanager(hub)) && isGood
  console.log(`- alertmanager: skipped, ${missing}`)
  return isGood
}

async function tryLibraries(signer: Signer, hub: ReceivingHub): Promise<boolean> {
  const { tried, run } = createTries(signer.row)
  const requests = await signedBy(signer, SECRETS, hub.address)
  for (const request of requests)
    await run(packageOf(signer, request), async () => {
      const stored = (await hub.events(request.endpoint)).length
      const [changed, first, repeated] = [
        await send(hub, falsified(request)),
        await send(hub, request),
        await send(hub, request),
      ]
      assert.deepEqual([changed, first, repeated], ['403 forbidden', '200 ok', '200 duplicate'])
      assert.equal((await hub.events(request.endpoint)).length, stored + 1)
    })
  const version = `(${requests.length})`
  return writeRow({ name: signer.row, version, tried }, SENDERS_TABLE)
}

const falsified = (request: SignedRequest): SignedRequest =>
  request.headers['authorization'] === undefined
    ? { ...request, body: `${request.body}&more=1` }
    : { ...request, headers: { ...request.headers, authorization: 'Bearer another' } }

async function send({ address }: ReceivingHub, { endpoint, headers, body }: SignedRequest): Promise<string> {
  const answer = await fetch(`${address}/${endpoint}`, { method: 'POST', headers, body })
  return `${answer.status} ${await answer.text()}`
}
