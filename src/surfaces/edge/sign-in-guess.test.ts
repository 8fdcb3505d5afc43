import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSignInGuess, signInHint } from './sign-in-guess.ts'
import type { ReachableHub } from './hubs.ts'

const hubs = (mcp: boolean, mcpSignIn: boolean) => ({ list: [{ mcp, mcpSignIn } as ReachableHub] })

test('guessed addresses of sign-in are known where a Hub has an MCP server [edge.mcp-sign-in]', () => {
  for (const [method, path, expected] of [
    ['POST', '/register', true],
    ['POST', '/token', true],
    ['GET', '/register', false],
    ['POST', '/registers', false],
    ['POST', '/api/v1/auths/signup', false],
  ] as const) {
    assert.equal(isSignInGuess(method, path, hubs(true, false)), expected, `${method} ${path}`)
    assert.equal(isSignInGuess(method, path, hubs(false, false)), false)
  }
})

test('the refusal names the address that signs people in, or the address for keys [edge.mcp-sign-in]', () => {
  assert.match(signInHint(hubs(true, true), { isGateway: false })!, / at \/mcp\/oauth$/)
  assert.match(signInHint(hubs(true, true), { isGateway: true })!, / at \/b\/<hub>\/mcp\/oauth$/)
  assert.match(signInHint(hubs(true, false), { isGateway: false })!, / key to \/mcp$/)
  assert.equal(signInHint(hubs(false, false), { isGateway: false }), null)
})
