import assert from 'node:assert/strict'
import { freePorts } from '../../support/free-ports.ts'
import { SENDERS_TABLE } from '../clients/page.ts'
import { installToolchains, missingProgram } from '../clients/toolchains.ts'
import { until } from '../../support/until.ts'
import type { AreaReport } from '../report.ts'
import { createTries } from '../tries.ts'
import { EXAMPLES, type Example } from './examples.ts'
import { SECRETS, startReceivingHub, type ReceivingHub } from './receiving-hub.ts'
import { packageOf, signedBy, SIGNERS, type SignedRequest, type Signer } from './signers.ts'
import { tryAlertmanager } from './try-alertmanager.ts'

type Sent = Omit<SignedRequest, 'library'>

export async function trySenders(report: AreaReport): Promise<void> {
  const ready = await installToolchains(SIGNERS, report)
  const [port] = await freePorts(1)
  await using hub = await startReceivingHub(port!)
  for (const signer of ready)
    await tryLibraries(signer, hub, report).catch((error: Error) =>
      report.failed(`${signer.row}: ${error.message}`),
    )
  await tryExamples(hub, report)
  const missing = missingProgram({ needs: ['go'] })
  if (missing === null) await tryAlertmanager(hub, report)
  else report.lacks('Alertmanager', missing)
}

async function tryLibraries(signer: Signer, hub: ReceivingHub, report: AreaReport): Promise<void> {
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
  report.row({ table: SENDERS_TABLE, name: signer.row, version: `(${requests.length})`, tried })
}

async function tryExamples(hub: ReceivingHub, report: AreaReport): Promise<void> {
  const { tried, run } = createTries('Published examples')
  for (const example of EXAMPLES) await run(example.what, () => tryExample(hub, example))
  report.row({ table: SENDERS_TABLE, name: 'Published examples', version: `(${EXAMPLES.length})`, tried })
}

async function tryExample(hub: ReceivingHub, example: Example): Promise<void> {
  assert.equal(await send(hub, falsified(example)), '403 forbidden')
  assert.equal(await send(hub, example), example.isOld ? '403 forbidden' : '200 ok')
  const expected = [...(example.isOld ? ['too-old'] : []), 'mismatch'].join()
  await until(async () => (await hub.refusals(example.endpoint)).join() === expected, {
    what: `refusals: ${expected}`,
  })
}

const falsified = (request: Sent): Sent =>
  request.headers['authorization'] === undefined
    ? { ...request, body: `${request.body}&more=1` }
    : { ...request, headers: { ...request.headers, authorization: 'Bearer another' } }

async function send({ address }: ReceivingHub, { endpoint, headers, body }: Sent): Promise<string> {
  const answer = await fetch(`${address}/${endpoint}`, { method: 'POST', headers, body })
  return `${answer.status} ${await answer.text()}`
}
