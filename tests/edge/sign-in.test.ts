import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decideAtProvider } from '../support/openid-consent.ts'
import { startOpenIdProvider } from '../support/openid-provider.ts'
import { runHub } from '../support/running-hub.ts'

test('a Hub that is set up with a provider signs people in there through its edge [edge.sign-in] [openid.sign-in]', async (t) => {
  const claims: Record<string, object> = {}
  const provider = await startOpenIdProvider(t, {
    // For native clients, the provider ignores the port of a loopback redirect URI.
    redirectUris: ['http://127.0.0.1/oauth/openid/callback'],
    client: { application_type: 'native' },
    claims: (account) => ({ name: 'Pat Ivy', email_verified: true, ...claims[account] }),
  })
  await using hub = await runHub({
    environment: {
      SVC_OIDC_ISSUER: provider.url,
      SVC_OIDC_CLIENT_ID: provider.clientId,
      SVC_OIDC_CLIENT_SECRET: provider.clientSecret,
      SVC_OIDC_NAME: 'Acme',
      SVC_PASSWORD_SIGN_IN: 'off',
      SVC_OIDC_SIGNUP: 'true',
      SVC_OIDC_DEFAULT_ROLE: 'user',
    },
  })
  const visit = (path: string, cookie = '') =>
    fetch(hub.url + path, { redirect: 'manual', headers: { cookie } })
  const config = await (await visit('/api/config')).json()
  assert.deepEqual([config.oauth.providers, config.features.enable_login_form], [{ openid: 'Acme' }, false])

  const away = await visit('/oauth/openid/login?redirect=%2Fportal')
  const carried = /^sign-in-[^;]+/.exec(away.headers.getSetCookie()[0]!)![0]
  const answer = new URL(await decideAtProvider(away.headers.get('location')!))
  const back = await visit(answer.pathname + answer.search, carried)
  assert.deepEqual([back.status, back.headers.get('location')], [302, '/portal'])
  const token = back.headers.getSetCookie().find((cookie) => cookie.startsWith('token='))!
  const me = await (await visit('/api/v1/auths/', token.split(';')[0])).json()
  assert.deepEqual([me.email, me.role], ['pat@provider.test', 'admin'])

  // A proxy may add a bearer token. The web chat and the Console must still accept the session cookie.
  const own = { cookie: token.split(';')[0]!, authorization: 'Bearer eyJhbGciOiJSUzI1NiJ9.e30.c2ln' }
  for (const path of ['/api/v1/auths/', '/api/models', '/portal/api/me'])
    assert.equal((await fetch(hub.url + path, { headers: own })).status, 200, path)

  const signIn = async (account: string) => {
    const begun = await visit('/oauth/openid/login')
    const attempt = /^sign-in-[^;]+/.exec(begun.headers.getSetCookie()[0]!)![0]
    const { pathname, search } = new URL(await decideAtProvider(begun.headers.get('location')!, { account }))
    const landed = await visit(pathname + search, attempt)
    return landed.headers
      .getSetCookie()
      .find((cookie) => cookie.startsWith('token='))!
      .split(';')[0]!
  }
  const portal = async (path: string, body?: object) => {
    const headers = { ...own, origin: hub.url, 'content-type': 'application/json' }
    const init = body && { method: 'POST', body: JSON.stringify(body) }
    const answer = await fetch(`${hub.url}/portal/api${path}`, { headers, ...init })
    assert.equal(answer.status, 200, `${path} ${await answer.clone().text()}`)
    return answer.json()
  }
  await signIn('kim')
  await portal('/access/grant', { subject: 'kim@provider.test', hub: '*', permission: 'use_hub' })
  claims['kim'] = { email: 'kim.lee@provider.test' }
  const kim = await signIn('kim')
  assert.equal((await (await visit('/api/v1/auths/', kim)).json()).email, 'kim.lee@provider.test')
  const { items } = await portal('/access-changes')
  const moved = items.filter(({ reason }: any) => reason === 'the e-mail of the account changed')
  assert.deepEqual(moved.map(({ action, subject }: any) => [action, subject]).toSorted(), [
    ['account.email', 'kim.lee@provider.test'],
    ['grant', 'kim.lee@provider.test'],
    ['revoke', 'kim@provider.test'],
  ])
  const { items: signIns } = await portal('/web-chat/sign-ins?user=kim.lee@provider.test')
  assert.match(signIns[0].detail, /changed from kim@provider\.test to kim\.lee@provider\.test/)

  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
  const logout = { iss: provider.url, aud: provider.clientId, jti: '1', sub: 'kim', events }
  const ended = await fetch(`${hub.url}/oauth/openid/backchannel`, {
    method: 'POST',
    body: new URLSearchParams({ logout_token: await provider.sign(logout, { typ: 'logout+jwt' }) }),
  })
  assert.equal(ended.status, 200)
  assert.equal((await visit('/api/v1/auths/', kim)).status, 401)
  for (const path of ['/oauth', '/oauth/openid', '/oauth/openid/token', '/oauth/openid/login/x'])
    assert.equal((await visit(path)).status, 404, path)
})
