import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blockedPortProblem } from './blocked-port.ts'

test('the ports are those that fetch of this Node refuses', async () => {
  for (let port = 1; port <= 11_000; port++) {
    const address = `http://127.0.0.1:${port}/`
    const isKnown = blockedPortProblem(address) !== null
    if (!isKnown && port % 7 !== 0) continue // the others refuse the connection, which takes longer
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
