import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openBrowser } from '../support/browser.ts'
import type { ConsolePerson } from '../support/console-person.ts'
import { follow, heading, openConsole, signInThere } from '../web-console/console-page.ts'
import { until } from '../support/until.ts'
import { frameOf, openShare } from './artifact-page.ts'
import { DOCUMENT, REPORT } from './samples.ts'
import { BOB, startArtifacts } from './started-artifacts.ts'

const started = await startArtifacts()
after(() => started[Symbol.asyncDispose]())
const { hub, ann, bob, cleo, upload } = started
const path = (id: string) => `/portal/artifacts/${id}`
const address = (id: string) => hub.url + path(id)

const openGallery = async (token: string) => {
  const opened = await openConsole(hub.url, token)
  after(() => opened[Symbol.asyncDispose]())
  await opened.page.goto(`${hub.url}/portal/artifacts`)
  await heading(opened.page, 'Artifacts').waitFor()
  return opened
}
const owner = await openGallery(bob.token)
const other = await openGallery(cleo.token)

test('a person sees a shared artifact at once, and it closes when the share ends [web-artifacts.share]', async () => {
  const { id } = await upload(bob, 'report.html', REPORT, { title: 'Spring report' })
  await follow(other.page, path(id))
  await other.page.getByText('No such artifact').waitFor()

  await follow(owner.page, path(id))
  let dialog = await openShare(owner.page)
  await dialog.getByRole('radio', { name: 'People and groups' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Add at least one person or group.').waitFor()
  await dialog.getByRole('combobox', { name: 'Add people or groups' }).fill('cleo')
  await dialog.getByRole('option', { name: 'Cleo Park' }).waitFor()
  await owner.page.keyboard.press('ArrowDown')
  await owner.page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Remove Cleo Park' }).waitFor()
  assert.equal(await dialog.getByRole('option').count(), 0, 'who was chosen is not offered again')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await owner.page.getByText('Shared with 1 person.', { exact: true }).waitFor()
  await owner.page.keyboard.press('Escape')

  await other.page.reload()
  await heading(other.page, 'Spring report').waitFor()
  await frameOf(other.page, 'Spring report').getByText('Drawn by a script').waitFor()
  for (const name of ['Share…', 'Actions for Spring report'])
    assert.equal(await other.page.getByRole('button', { name }).count(), 0, name)
  await follow(other.page, '/portal/artifacts?view=shared')
  await other.page.getByRole('link', { name: 'Spring report' }).click()
  await frameOf(other.page, 'Spring report').getByText('Drawn by a script').waitFor()

  dialog = await openShare(owner.page)
  await dialog.getByRole('combobox', { name: 'Add people or groups' }).press('Backspace')
  await dialog.getByRole('radio', { name: 'Only me' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await owner.page.getByText('Only you can open the artifact now.', { exact: true }).waitFor()
  await other.page.getByText('You no longer have access to this artifact').waitFor()
  assert.equal(await other.page.locator('iframe').count(), 0)
  assert.deepEqual([...owner.browser.complaints, ...other.browser.complaints], [])
})

test('the keyboard alone shares an artifact, in at most 25 keys [web-artifacts.share]', async () => {
  const { id } = await upload(bob, 'keys.html', REPORT, { title: 'By keys' })
  const { page } = owner
  await follow(page, path(id))
  await heading(page, 'By keys').waitFor()
  let keys = 0
  const press = async (key: string) => {
    keys += 1
    await page.keyboard.press(key)
  }
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '')
  while (!(await focused()).includes('Share…')) await press('Tab')
  await press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Only me' }).and(page.locator(':focus')).waitFor()
  for (const place of [1, 2]) {
    await press('ArrowDown')
    await dialog.getByRole('radio').nth(place).and(page.locator(':focus')).waitFor()
  }
  await press('Space') // `press` holds the key until the focus has moved; otherwise the key chooses nothing
  while (!(await focused()).includes('Save')) await press('Tab')
  await press('Enter')
  await page.getByText(/^Shared with everyone who can use/).waitFor()
  await press('Escape')
  assert.ok(keys <= 25, `${keys} keys`)
})

test('a group is found by its name; its members see its shared artifacts until they leave [web-artifacts.share]', async () => {
  const { id } = await upload(bob, 'plan.md', DOCUMENT, { title: 'Plan for gardeners' })
  const group = await ann.call('POST', '/api/v1/groups/create', { name: 'Gardeners', description: '' })
  const { id: cleoId } = await cleo.call('GET', '/api/v1/auths/')
  const members = (change: 'add' | 'remove') =>
    ann.call('POST', `/api/v1/groups/id/${group.id}/users/${change}`, { user_ids: [cleoId] })
  await members('add')
  await follow(owner.page, path(id))
  await heading(owner.page, 'Plan for gardeners').waitFor() // the previous page also has such a dialog
  const dialog = await openShare(owner.page)
  await dialog.getByRole('radio', { name: 'People and groups' }).click()
  await dialog.getByRole('combobox', { name: 'Add people or groups' }).fill('garden')
  const option = dialog.getByRole('option', { name: 'Gardeners' })
  await option.getByText('Group', { exact: true }).waitFor()
  await option.click()
  await dialog.getByRole('button', { name: 'Remove Gardeners' }).waitFor()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await owner.page.getByText('Shared with 1 group.', { exact: true }).waitFor()
  await owner.page.reload()
  await openShare(owner.page)
  await owner.page.getByRole('button', { name: 'Remove Gardeners' }).waitFor()

  // Memberships are cached for five seconds, possibly since an earlier test.
  await until(() => isOpenTo(cleo, id))
  await follow(other.page, path(id))
  await heading(other.page, 'Plan for gardeners').waitFor()
  assert.ok(!(await other.page.content()).includes('Gardeners'), 'whom else it is shared with is not told')
  await members('remove')
  await other.page.getByText('You no longer have access to this artifact').waitFor()
  assert.deepEqual([...owner.browser.complaints, ...other.browser.complaints], [])
})

test('all people with the Hub see its shared artifacts, and the owner deletes one [web-artifacts.share]', async () => {
  const { id } = await upload(bob, 'handbook.md', DOCUMENT, { title: 'Our handbook' })
  await follow(owner.page, path(id))
  const dialog = await openShare(owner.page)
  await dialog.getByRole('radio', { name: 'Everyone who can use Demo agent' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await owner.page.getByText('Shared with everyone who can use Demo agent.', { exact: true }).waitFor()
  await dialog.getByText('You may not create public links on this Hub.').waitFor()
  await owner.page.keyboard.press('Escape')
  await owner.page.getByText('Everyone who can use the Hub').waitFor()

  await follow(other.page, path(id))
  await heading(other.page, 'Our handbook').waitFor()
  await owner.page.getByRole('button', { name: 'Actions for Our handbook' }).click()
  await owner.page.getByRole('menuitem', { name: 'Delete…' }).click()
  await owner.page.getByRole('alertdialog').getByRole('button', { name: 'Delete artifact' }).click()
  await owner.page
    .getByText('You have published nothing yet')
    .or(owner.page.getByRole('table'))
    .first()
    .waitFor()
  assert.equal(new URL(owner.page.url()).pathname, '/portal/artifacts')
  await other.page.getByText('You no longer have access to this artifact').waitFor()
})

test('a public link opens without an account, keeps nothing, and is dead once revoked [web-artifacts.link]', async () => {
  const { id } = await upload(ann, 'report.html', REPORT, { title: 'Open report' })
  await using owner = await openConsole(hub.url, ann.token)
  await owner.page.goto(address(id))
  const dialog = await openShare(owner.page)
  await dialog.getByLabel('Valid for').selectOption('30')
  await dialog.getByRole('button', { name: 'Create public link' }).click()
  const url = await dialog.getByRole('textbox', { name: 'Public address' }).inputValue()
  assert.match(url, /\/portal\/p\/#[\w-]{43}$/)
  await dialog.getByRole('img', { name: 'QR code of the public address' }).waitFor()
  const token = url.split('#')[1]!

  await using visitor = await openBrowser()
  const page = await visitor.newPage()
  const asked: { url: string; referer: string | undefined }[] = []
  page.on('request', (request) => {
    asked.push({ url: request.url(), referer: request.headers()['referer'] })
  })
  await page.goto(url)
  await heading(page, 'Open report').waitFor()
  await frameOf(page, 'Open report').getByText('Drawn by a script').waitFor()
  assert.equal(page.url(), `${hub.url}/portal/p/`)
  assert.ok(asked.every((request) => new URL(request.url).origin === hub.url))
  assert.ok(asked.every((request) => !request.url.includes(token)))
  assert.deepEqual(
    asked.filter(({ referer }) => referer),
    [],
  )
  const kept = await page.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), history.state]),
  )
  assert.ok(!kept.includes(token))
  const coming = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download' }).click()
  assert.equal((await coming).suggestedFilename(), 'report.html')

  await page.reload()
  await page.getByText('Open the link again').waitFor()
  await owner.page.reload()
  await openShare(owner.page)
  await owner.page.getByText('1 time', { exact: true }).waitFor()
  assert.equal(await owner.page.getByRole('textbox', { name: 'Public address' }).count(), 0, 'shown once')
  assert.ok(!(await owner.page.content()).includes(token))
  await owner.page.getByRole('button', { name: 'Revoke' }).click()
  await owner.page.getByRole('alertdialog').getByRole('button', { name: 'Revoke link' }).click()
  await owner.page.getByRole('button', { name: 'Create public link' }).waitFor()

  await page.goto('about:blank')
  await page.goto(url)
  await page.getByText('This link doesn’t work').waitFor()
  await page.goto('about:blank')
  await page.goto(`${hub.url}/portal/p/#nonsense`)
  await page.getByText('This link doesn’t work').waitFor()
  assert.deepEqual([...owner.browser.complaints, ...visitor.complaints], [])
})

test('a page that stood open for long opens its link again before it downloads [web-artifacts.link]', async () => {
  const { id } = await upload(ann, 'note.txt', 'A note', { title: 'Long open' })
  const path = `/portal/artifacts/api/${id}`
  const { url } = await ann.call('POST', `${path}/link`, { action: 'create' })
  const opens = async () => (await ann.call('GET', path)).link.opens as number
  await using visitor = await openBrowser()
  const page = await visitor.newPage()
  await page.clock.install()
  await page.goto(url)
  await heading(page, 'Long open').waitFor()
  const download = async () => {
    const coming = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download' }).click()
    return (await coming).suggestedFilename()
  }
  assert.deepEqual([await download(), await opens()], ['note.txt', 1])
  await page.clock.fastForward('20:00')
  assert.deepEqual([await download(), await opens()], ['note.txt', 2])
  await ann.call('POST', `${path}/link`, { action: 'revoke' })
  await page.clock.fastForward('20:00')
  await page.getByRole('link', { name: 'Download' }).click()
  await page.getByText('This link doesn’t work').waitFor()
})

test('a second link pasted over an open one opens, though only the fragment differs [web-artifacts.token]', async () => {
  const link = async (title: string) => {
    const { id } = await upload(ann, 'note.txt', title, { title })
    const made = await ann.call('POST', `/portal/artifacts/api/${id}/link`, { action: 'create' })
    return made.url as string
  }
  const [one, two] = [await link('First note'), await link('Second note')]
  await using visitor = await openBrowser()
  const page = await visitor.newPage()
  await page.goto(one)
  await heading(page, 'First note').waitFor()
  await page.evaluate((next) => {
    window.location.href = next
  }, two)
  await heading(page, 'Second note').waitFor()
  assert.equal(page.url(), `${hub.url}/portal/p/`)
})

test('a new version replaces the old one automatically; an older displayed version only shows a notice [web-artifacts.live]', async () => {
  const { id } = await upload(bob, 'report.html', REPORT, { title: 'Growing report' })
  const { page } = owner
  await follow(page, path(id))
  const frame = frameOf(page, 'Growing report')
  await frame.getByText('from March to June').waitFor()
  await upload(bob, 'report.html', REPORT.replace('June', 'July'), { artifact: id })
  await frame.getByText('from March to July').waitFor()
  await page.getByText('Version 2 just arrived.').waitFor()

  await page.getByRole('button', { name: 'Version 2' }).click()
  await page.getByRole('menuitemradio', { name: 'Version 1' }).click()
  await frame.getByText('from March to June').waitFor()
  assert.equal(new URL(page.url()).search, '?version=1')
  await upload(bob, 'report.html', REPORT.replace('June', 'August'), { artifact: id })
  await page.getByText('Version 3 just arrived. You still see the older version.').waitFor()
  assert.equal(await frame.getByText('from March to June').count(), 1)
  await page.getByRole('button', { name: 'Show the newest' }).click()
  await frame.getByText('from March to August').waitFor()
  assert.equal(new URL(page.url()).search, '')

  await page.getByRole('button', { name: 'Full window' }).click()
  const box = await page.locator('iframe').boundingBox()
  assert.equal(box!.width, 1280)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Full window' }).waitFor()
  assert.ok((await page.locator('iframe').boundingBox())!.height < box!.height)
})

test('a missing artifact looks like an artifact that is not shared, and signing in leads back [web-artifacts.missing] [web-artifacts.entry]', async () => {
  const { id } = await upload(bob, 'secret.txt', 'secret', { title: 'Secret' })
  const { page: hers } = other
  const seen = async (artifact: string) => {
    await follow(hers, '/portal/artifacts')
    await heading(hers, 'Artifacts').waitFor()
    await follow(hers, path(artifact))
    await hers.getByText('No such artifact').waitFor()
    return hers.getByRole('main').innerText()
  }
  assert.equal(await seen(id), await seen('01900000-0000-7000-8000-000000000000'))

  await using visitor = await openBrowser()
  const page = await visitor.newPage()
  await page.goto(address(id))
  await page.getByLabel('Email').waitFor()
  await signInThere(page, BOB)
  await heading(page, 'Secret').waitFor()
  assert.equal(page.url(), address(id))
})

const isOpenTo = async ({ token }: ConsolePerson, id: string) =>
  (await fetch(`${hub.url}/portal/artifacts/api/${id}`, { headers: { cookie: `token=${token}` } })).ok
