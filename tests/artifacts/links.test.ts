import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startArtifacts, type Answer, type Visitor } from './world.ts'

const world = await startArtifacts({ after })
const { signedOut } = world
const pat = await world.addVisitor('Paul Public', 'use_hub', 'share_public')

const DAY_MS = 24 * 60 * 60_000
let addresses = 0
const open = (token: unknown, address = `10.0.0.${++addresses}`) =>
  signedOut.ask('POST', '/p/open', { body: { token }, headers: { 'x-forwarded-for': address } })
const create = async (who: Visitor, id: string, days?: number) =>
  who.ask('POST', `/artifacts/api/${id}/link`, { body: { action: 'create', ...(days && { days }) } })
const tokenOf = ({ json }: Answer): string => json.url.split('#')[1]
const cookieOf = ({ headers }: Answer): string => headers.getSetCookie()[0]!.split(';')[0]!
const content = (id: string, cookie: string, what = 'content') =>
  signedOut.ask('GET', `/p/${id}/${what}`, { headers: { cookie } })
const opened = async (owner = pat) => {
  const { id } = await owner.publish({ content: 'for everybody', title: 'Open letter' })
  const made = await create(owner, id)
  assert.equal(made.status, 200, made.text)
  const token = tokenOf(made)
  return { id, token, cookie: cookieOf(await open(token)), made }
}
const DEAD = { detail: 'This link does not work any more.', code: 'not_found' }
const isDead = async (token: unknown) => {
  const answer = await open(token)
  assert.deepEqual([answer.status, answer.json, answer.headers.getSetCookie()], [404, DEAD, []])
}

test('a person with the link sees the artifact without signing in, but not its author [artifacts.link]', async () => {
  const { id, token, made } = await opened()
  assert.ok(made.json.url.startsWith(`${world.console.origin}/portal/p/#`))
  assert.equal(Buffer.from(token, 'base64url').length, 32)
  const answer = await open(token)
  const { updated_at, expires_at, ...rest } = answer.json
  assert.deepEqual(rest, {
    id,
    title: 'Open letter',
    filename: 'report.txt',
    content_type: 'text/plain',
    size: 13,
    preview: 'text',
    version: 1,
  })
  assert.ok(Date.parse(updated_at) <= Date.parse(expires_at))
  assert.equal((await content(id, cookieOf(answer))).text, 'for everybody')
  assert.equal(
    (await content(id, cookieOf(answer), 'download')).headers.get('content-type'),
    'application/octet-stream',
  )
})

test('only the receiver of a link has the token, which is stored nowhere [artifacts.link.token]', async () => {
  const { id, token } = await opened()
  const rows = await world.console.store.db.selectFrom('artifact_links').selectAll().execute()
  const detail = await pat.ask('GET', `/artifacts/api/${id}`)
  const records = await world.console.admin.get('/access-changes?limit=200')
  for (const text of [JSON.stringify(rows), detail.text, records.text]) assert.ok(!text.includes(token))
})

test('the viewing cookie is limited to its artifact’s path, unreadable for scripts, and valid for fifteen minutes [artifacts.link.cookie]', async () => {
  const { id, token, cookie } = await opened()
  const [plain] = (await open(token)).headers.getSetCookie()
  assert.match(
    plain!,
    new RegExp(`^svc-link=[^;]+; Path=/portal/p/${id}; Max-Age=(900|899); HttpOnly; SameSite=Strict$`),
  )
  const secure = await signedOut.ask('POST', '/p/open', {
    body: { token },
    headers: { 'x-forwarded-proto': 'https', 'x-forwarded-for': '10.9.9.9' },
  })
  assert.match(secure.headers.getSetCookie()[0]!, /^__Secure-svc-link=.*; Secure$/)
  assert.equal((await content(id, cookie)).status, 200)
  world.wait(15 * 60_000)
  assert.equal((await content(id, cookie)).status, 404)
})

test('a cookie of one link opens no other artifact, and a changed one opens nothing [artifacts.link.cookie]', async () => {
  const [one, other] = [await opened(), await opened()]
  assert.equal((await content(other.id, one.cookie)).status, 404)
  for (const forged of [
    one.cookie.replace(one.id, other.id),
    `${one.cookie}x`,
    one.cookie.replace(/\d{13}/, (until) => String(Number(until) + DAY_MS)),
    'svc-link=',
    `svc-link=${other.id}.x.99999999999999.x`,
    '',
  ]) {
    assert.equal((await content(other.id, forged)).status, 404, forged)
    if (forged !== one.cookie) assert.equal((await content(one.id, forged)).status, 404, forged)
  }
  assert.equal((await content(one.id, one.cookie)).status, 200)
})

test('a link that does not open looks the same for any reason [artifacts.link.dead]', async () => {
  const { id, token } = await opened()
  for (const nothing of ['', 'x', token.slice(1), `${token}x`, null, 5, {}, [token], undefined, 'é\0'])
    await isDead(nothing)
  await pat.ask('POST', `/artifacts/api/${id}/link`, { body: { action: 'revoke' } })
  await isDead(token)
})

test('a revoked link, and one that was replaced, ends for those who opened it too [artifacts.link.revoke]', async () => {
  const { id, token, cookie } = await opened()
  const renewed = await create(pat, id)
  await isDead(token)
  assert.equal((await content(id, cookie)).status, 404)
  const second = cookieOf(await open(tokenOf(renewed)))
  assert.equal((await content(id, second)).status, 200)
  const revoke = await pat.ask('POST', `/artifacts/api/${id}/link`, { body: { action: 'revoke' } })
  assert.deepEqual([revoke.status, revoke.json], [200, { link: null }])
  assert.equal((await content(id, second)).status, 404)
  assert.equal((await pat.ask('GET', `/artifacts/api/${id}`)).json.link, null)
  assert.equal(
    (await pat.ask('POST', `/artifacts/api/${id}/link`, { body: { action: 'revoke' } })).status,
    200,
  )
})

test('a link ends on its day, one to ninety days on, seven unless said [artifacts.link.expiry]', async () => {
  const { id, cookie, made, token } = await opened()
  const life = (answer: Answer) =>
    Date.parse(answer.json.link.expires_at) - Date.parse(answer.json.link.created_at)
  assert.equal(life(made), 7 * DAY_MS)
  const one = await create(pat, id, 1)
  assert.equal(life(one), DAY_MS)
  assert.equal(life(await create(pat, (await pat.publish({})).id, 90)), 90 * DAY_MS)
  assert.equal((await content(id, cookie)).status, 404)
  await isDead(token)
  world.wait(DAY_MS - 60_000)
  const last = await open(tokenOf(one))
  assert.match(last.headers.getSetCookie()[0]!, /Max-Age=(60|59|58|57|56|55)/)
  world.wait(60_000)
  assert.equal((await content(id, cookieOf(last))).status, 404)
  await isDead(tokenOf(one))
  const { link } = (await pat.ask('GET', `/artifacts/api/${id}`)).json
  assert.equal(link.active, false)
})

test('only people who may share publicly create a link, and losing this right disables links at once [artifacts.link.permission]', async () => {
  const lee = await world.addVisitor('Lee Limited', 'use_hub')
  const { id } = await lee.publish({})
  assert.equal((await create(lee, id)).json.code, 'forbidden')
  await world.grant(lee.email, 'share_public')
  const token = tokenOf(await create(lee, id))
  const cookie = cookieOf(await open(token))
  assert.equal((await content(id, cookie)).status, 200)
  await world.revoke(lee.email, 'share_public')
  assert.equal((await content(id, cookie)).status, 404)
  await isDead(token)
  const view = (await lee.ask('GET', `/artifacts/api/${id}`)).json
  assert.deepEqual([view.link.active, view.may_share_publicly], [false, false])
  await world.grant(lee.email, 'share_public')
  assert.equal((await open(token)).status, 200)
  await world.revoke(lee.email)
  await isDead(token)
})

test('a link ends with its artifact, and when its owner is blocked or deleted [artifacts.link.owner]', async () => {
  const gus = await world.addVisitor('Gus Gone', 'use_hub', 'share_public')
  const [first, second] = [await opened(gus), await opened(gus)]
  await gus.ask('DELETE', `/artifacts/api/${first.id}`)
  await isDead(first.token)
  assert.equal((await content(first.id, first.cookie)).status, 404)
  await world.block(gus.email)
  await isDead(second.token)
  assert.equal((await content(second.id, second.cookie)).status, 404)
  const ida = await world.addVisitor('Ida Gone', 'use_hub', 'share_public')
  const third = await opened(ida)
  await world.chatapp('DELETE', `/users/${ida.id}`)
  world.forget()
  await isDead(third.token)
  assert.equal((await content(third.id, third.cookie)).status, 404)
})

test('openings are counted, and making and taking away a link is recorded [artifacts.link.record]', async () => {
  const { id, token } = await opened()
  await open(token)
  await isDead(`${token}x`)
  const { link } = (await pat.ask('GET', `/artifacts/api/${id}`)).json
  assert.equal(link.opens, 2)
  assert.ok(Date.parse(link.last_opened_at) >= Date.parse(link.created_at))
  const change = (body: object) => pat.ask('POST', `/artifacts/api/${id}/link`, { body })
  const second = (await change({ action: 'create', days: 3 })).json.link
  await change({ action: 'revoke' })
  const { items } = (await world.console.admin.get('/access-changes?limit=200')).json
  const [one, two] = [link, second].map(({ expires_at }) => ({ expires_at }))
  assert.deepEqual(
    items
      .filter((item: any) => item.reason?.includes(id))
      .map(({ action, before, after }: any) => [action, before, after]),
    [
      ['artifact.link.revoke', two, null],
      ['artifact.link.create', one, two],
      ['artifact.link.create', null, one],
    ],
  )
})

test('links are not opened without end from one address [artifacts.link.rate]', async () => {
  const { token } = await opened()
  const answers: Answer[] = []
  for (let n = 0; n < 31; n++) answers.push(await open('guess', '10.1.1.1'))
  const last = answers.at(-1)!
  assert.deepEqual([answers[0]!.status, last.status, last.json.code], [404, 429, 'rate_limited'])
  assert.ok(Number(last.headers.get('retry-after')) >= 1)
  assert.equal((await open(token, '10.1.1.1')).status, 429)
  assert.equal((await open(token, '10.1.1.2')).status, 200)
  world.wait(2000)
  assert.equal((await open(token, '10.1.1.1')).status, 200)
})

test('the page and the answers of public links are for no index and leak no address [artifacts.link.page]', async () => {
  const id = '00000000-0000-4000-8000-000000000000'
  for (const [method, path] of [
    ['GET', '/p/'],
    ['GET', '/p'],
    ['GET', `/p/${id}/content`],
    ['GET', `/p/${id}/download`],
    ['POST', '/p/open'],
    ['GET', '/p/open'],
    ['DELETE', '/p/open'],
    ['PUT', `/p/${id}/content`],
    ['GET', `/p/${id}`],
    ['GET', '/p/open/more/than/that'],
    ['GET', '/p/%zz'],
  ] as const) {
    const { headers } = await signedOut.ask(method, path)
    assert.match(headers.get('x-robots-tag') ?? '', /noindex/, `${method} ${path}`)
    assert.equal(headers.get('referrer-policy'), 'no-referrer', `${method} ${path}`)
    assert.equal(headers.get('cache-control'), 'no-store', `${method} ${path}`)
  }
  assert.equal((await signedOut.ask('GET', '/p')).headers.get('location'), '/portal/p/')
})

test('a public page opened directly leads back to the link’s page [artifacts.link.page]', async () => {
  const { id } = await pat.publish({ filename: 'a.html', content: '<p>hi' })
  const cookie = cookieOf(await open(tokenOf(await create(pat, id))))
  const headers = { cookie, 'sec-fetch-dest': 'document' }
  const answer = await signedOut.ask('GET', `/p/${id}/content`, { headers })
  assert.deepEqual([answer.status, answer.headers.get('location')], [302, '/portal/p/'])
  const framed = await signedOut.ask('GET', `/p/${id}/content`, {
    headers: { cookie, 'sec-fetch-dest': 'iframe' },
  })
  assert.match(framed.headers.get('content-security-policy')!, /^sandbox allow-scripts/)
})
