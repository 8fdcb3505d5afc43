import assert from 'node:assert/strict'
import { test } from 'node:test'
import { providerAt } from '../chatapp/openid-world.ts'
import { startOpenIdProvider } from '../support/openid-provider.ts'
import { startTestPage } from './started-page.ts'

test('people sign in at a provider from the page, return to their page, and see errors [web.openid]', async (t) => {
  const acme = await startOpenIdProvider(t, {
    // For native clients, the provider ignores the port of a loopback redirect URI.
    redirectUris: ['acme', 'corp'].map((id) => `http://127.0.0.1/oauth/${id}/callback`),
    client: { application_type: 'native', token_endpoint_auth_method: 'client_secret_basic' },
    claims: () => ({ name: 'Pat Ivy', email_verified: true }),
  })
  const provider = { ...providerAt(acme), defaultRole: 'user' as const }
  const { page, url, chatapp } = await startTestPage(t, {
    identityProviders: [provider, { ...provider, id: 'corp', name: 'Corp', signUp: false }],
  })
  await chatapp.signUp('Ann')
  await page.goto(`${url}/?settings=profile`)
  const acmeLink = page.getByRole('link', { name: 'Continue with Acme' })
  await acmeLink.waitFor()
  assert.equal(await page.getByRole('textbox', { name: 'Email' }).isVisible(), true)
  assert.match((await acmeLink.getAttribute('href'))!, /^\/oauth\/acme\/login\?redirect=/)

  await page.getByRole('link', { name: 'Continue with Corp' }).click()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByRole('alert').filter({ hasText: 'You have no account here' }).waitFor()
  await acmeLink.click()
  await page.getByRole('button', { name: 'Refuse' }).click()
  await page.getByRole('alert').filter({ hasText: 'the sign-in was declined at Acme' }).waitFor()

  // Anyone can craft this address, so the page does not show its text.
  await page.goto(`${url}/auth?error=Write+to+Eve&provider=Eve&redirect=%2F%3Fsettings%3Dprofile`)
  await page.getByRole('alert').filter({ hasText: 'You were not signed in. Try again.' }).waitFor()
  await page.goto(`${url}/auth?error=refused&provider=toString&answer=Eve&redirect=%2F%3Fsettings%3Dprofile`)
  await page.getByText('The identity provider did not sign you in: it answered “?”.').waitFor()
  assert.equal(await page.getByText('Eve').count(), 0)

  await acmeLink.click()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByRole('dialog').waitFor()
  assert.equal(new URL(page.url()).search, '?settings=profile')
  assert.equal(await page.getByRole('textbox', { name: 'Name' }).inputValue(), 'Pat Ivy')
  assert.equal(await page.getByRole('tab', { name: 'Password' }).count(), 0)

  const only = await startTestPage(t, { identityProviders: [provider], passwordSignIn: false })
  await only.page.goto(only.url)
  await only.page.getByRole('heading', { name: 'Create the first account' }).waitFor()
  await acme.down()
  await only.page.getByRole('link', { name: 'Continue with Acme' }).click()
  await only.page.getByRole('alert').filter({ hasText: 'Acme can’t be reached right now' }).waitFor()
  assert.equal(await only.page.getByRole('textbox').count(), 0)
})
