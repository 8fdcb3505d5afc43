import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decideAtProvider } from '../support/openid-consent.ts'
import { startOpenIdProvider } from '../support/openid-provider.ts'
import { runHub } from '../support/running-hub.ts'

test('a Hub that is set up with a provider signs people in there through its edge [edge.sign-in] [openid.sign-in]', async (t) => {
  const provider = await startOpenIdProvider(t, {
    // Of such a client the port doesn't count.
    redirectUris: ['http://127.0.0.1/oauth/openid/callback'],
    client: { application_type: 'native' },
    claims: () => ({ name: 'Pat Ivy', email_verified: true }),
  })
  await using hub = await runHub({
    environment: {
      SVC_OIDC_ISSUER: provider.url,
      SVC_OIDC_CLIENT_ID: provider.clientId,
      SVC_OIDC_CLIENT_SECRET: provider.clientSecret,
      SVC_OIDC_NAME: 'Acme',
      SVC_PASSWORD_SIGN_IN: 'off',
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

  for (const path of ['/oauth', '/oauth/openid', '/oauth/openid/token', '/oauth/openid/login/x'])
    assert.equal((await visit(path)).status, 404, path)
})
