import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blockedPortProblem, fetchedAddress } from './blocked-port.ts'

test('the ports are those that fetch of this Node refuses', async () => {
  for (let port = 1; port <= 11_000; port++) {
    const address = `http://127.0.0.1:${port}/`
    const isKnown = blockedPortProblem(address) !== null
    if (!isKnown && port % 7 !== 0) continue
    const failure: unknown = await fetch(address, { method: 'HEAD' }).then(
      () => null,
      (error: Error) => error.cause,
    )
    assert.equal(failure instanceof Error && failure.message === 'bad port', isKnown, address)
  }
})

test('an address without a port, or none at all, has no such problem', () => {
  for (const address of ['https://hub.example.com', 'http://[::1]:3080/mcp', '${URL}', ''])
    assert.equal(blockedPortProblem(address), null)
  assert.match(blockedPortProblem('http://127.0.0.1:6000/mcp')!, /^port 6000 /)
})

test('the schema of an address that is called by fetch refuses a blocked port with its reason', () => {
  const messageFor = (address: string) =>
    fetchedAddress()
      .safeParse(address)
      .error?.issues.map(({ message }) => message)
  assert.equal(messageFor('https://hub.example.com:8443/v1'), undefined)
  assert.deepEqual(messageFor('http://127.0.0.1:6000/v1'), [blockedPortProblem('http://127.0.0.1:6000/v1')])
  assert.deepEqual(messageFor('ftp://127.0.0.1'), ['expected an http or https address'])
})
