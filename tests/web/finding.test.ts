import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allFindings } from '../support/accessibility.ts'
import { openPage, sharedChat } from './started-page.ts'

const CHATS = 150

test('a long list of chats is virtualized, loads more while scrolling, and supports arrow keys; pinned chats stay on top [web.long-list]', async (t) => {
  const { addAdministrator } = await sharedChat()
  const lea = await addAdministrator('Fay Lists')
  const ids: string[] = []
  for (let n = 1; n <= CHATS; n++)
    ids.push((await lea.post('/api/v1/chats/new', { chat: { title: `Bed ${n}` } })).json.id)
  await lea.post(`/api/v1/chats/${ids[0]}/pin`)
  const { page, browser } = await openPage(t, lea)
  await page.goto(lea.url)
  const list = page.getByRole('navigation', { name: 'Chats' })
  const links = list.getByRole('link')
  await list
    .getByRole('region', { name: 'Pinned' })
    .getByRole('link', { name: 'Bed 1', exact: true })
    .waitFor()
  await links.first().focus()
  const seen = new Set<string>()
  for (let still = 0; seen.size < CHATS; still++) {
    assert.ok(still < 600, `only ${seen.size} were seen`)
    const texts = await links.allTextContents()
    assert.ok(texts.length < 80, `${texts.length} rows are in the page`)
    for (const text of texts) seen.add(text)
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Home')
  await page.waitForFunction(() => document.activeElement?.textContent === 'Bed 1')
  assert.deepEqual(browser.complaints, [])
})

test('a search shows the text around the words, and archived chats are found, restored and deleted [web.search-snippets]', async (t) => {
  const { addAdministrator } = await sharedChat()
  const mia = await addAdministrator('Gus Finds')
  const make = async (title: string, content: string) => {
    const messages = { m1: { role: 'user', content } }
    return (await mia.post('/api/v1/chats/new', { chat: { title, history: { messages } } })).json.id as string
  }
  await make('Autumn', `${'leaf by leaf '.repeat(20)}the <b>hydrangea</b> sleeps`)
  const kept = await make('Hydrangea care', 'Water it.')
  await mia.post(`/api/v1/chats/${kept}/archive`)
  const { page } = await openPage(t, mia)
  await page.goto(mia.url)
  await page.getByRole('searchbox').fill('hydran')
  const found = page.getByRole('region', { name: 'Search chats' })
  await found.getByRole('link', { name: /^Autumn.*<b>hydrangea<\/b> sleeps/ }).waitFor()
  await found.getByRole('link', { name: 'Hydrangea care' }).waitFor()
  assert.deepEqual((await found.locator('mark').allTextContents()).toSorted(), ['Hydran', 'hydran'])

  await page.getByRole('button', { name: /^Account / }).click()
  await page.getByRole('menuitem', { name: 'Archived chats' }).click()
  await page.waitForFunction(() => document.title.startsWith('Archived chats · '))
  await page.getByRole('button', { name: 'Unarchive “Hydrangea care”' }).click()
  await page.getByText('Chats that you archive are kept here.').waitFor()
  assert.deepEqual(
    (await mia.get('/api/v1/chats/list')).json.map(({ title }: { title: string }) => title).toSorted(),
    ['Autumn', 'Hydrangea care'],
  )
})

test('a page searches and filters all chats with its address, and changes several at once [web.search-page] [web.several]', async (t) => {
  const { addAdministrator } = await sharedChat()
  const ida = await addAdministrator('Ida Sieves')
  const make = async (title: string, content = 'Water it.') => {
    const messages = { m1: { role: 'user', content } }
    return (await ida.post('/api/v1/chats/new', { chat: { title, history: { messages } } })).json.id as string
  }
  const beds = (await ida.post('/api/v1/folders/', { name: 'Beds' })).json.id as string
  const rose = await make('Roses', 'The rose wants <b>sun</b>.')
  await ida.post('/api/v1/chats/batch', { ids: [rose], act: 'move', folder_id: beds })
  const old = await make('Old roses')
  await ida.post(`/api/v1/chats/${old}/archive`)
  const peas = await make('Peas')
  const { page, browser } = await openPage(t, ida)
  await page.goto(ida.url)
  await page.getByRole('searchbox').fill('ros')
  const sidebar = page.getByRole('region', { name: 'Search chats' })
  await sidebar.getByRole('link', { name: /^Old roses Archived/ }).waitFor()
  await sidebar.getByRole('link', { name: 'Search and filter all chats' }).click()

  const main = page.getByRole('main')
  const results = main.getByRole('listitem')
  const titled = (title: string | RegExp) => results.getByRole('link', { name: title })
  await titled('Old roses Archived').waitFor()
  assert.equal(await results.count(), 2)
  await main.getByText('Found: 2').waitFor()
  assert.match(await titled(/^Roses/).innerText(), /Beds/)
  assert.deepEqual((await main.locator('mark').allTextContents()).toSorted(), ['Ros', 'ros', 'ros'])
  const filter = async (name: string, option: string) => {
    await main.getByRole('button', { name, exact: true }).click()
    await page.getByRole('menuitemradio', { name: option, exact: true }).click()
  }
  await filter('Kind', 'Archived')
  await titled('Old roses').waitFor()
  await page.waitForFunction(() => document.querySelectorAll('main li').length === 1)
  assert.match(page.url(), /\/search\?text=ros&place=archived$/)
  assert.deepEqual(await allFindings(page), [])

  await main.getByRole('button', { name: 'Actions for Old roses' }).click()
  await page.getByRole('menuitem', { name: 'Unarchive' }).click()
  await main.getByText('No chat matches', { exact: true }).waitFor()
  await main.getByRole('button', { name: 'Show all chats' }).click()
  await titled('Peas').waitFor()
  assert.equal(await results.count(), 3)

  const box = (title: string) => main.getByRole('checkbox', { name: `Select “${title}”` })
  const boxes = main.getByRole('checkbox')
  await boxes.first().check()
  await boxes.last().click({ modifiers: ['Shift'] })
  const bar = main.getByRole('region', { name: 'Selected chats' })
  await bar.getByText('Selected: 3').waitFor()
  await page.keyboard.press('Escape')
  await bar.waitFor({ state: 'detached' })
  for (const [act, told] of [
    ['Pin', 'Pinned: 2'],
    ['Unpin', 'Unpinned: 2'],
  ] as const) {
    await box('Peas').check()
    await box('Old roses').check()
    await bar.getByRole('button', { name: act, exact: true }).click()
    await bar.waitFor({ state: 'detached' })
    await page.getByText(told).first().waitFor()
  }
  await box('Peas').check()
  await box('Old roses').check()
  assert.deepEqual(await allFindings(page), [])
  await page.getByRole('button', { name: 'Clear search' }).click()
  await titled('Peas').dragTo(
    page.getByRole('navigation', { name: 'Chats' }).getByRole('button', { name: 'Beds', exact: true }),
  )
  await titled('Peas').filter({ hasText: 'Beds' }).waitFor()
  await titled('Old roses').filter({ hasText: 'Beds' }).waitFor()
  await bar.getByRole('button', { name: 'Move to a folder…' }).click()
  await page.getByRole('dialog').getByRole('combobox', { name: 'Folder' }).selectOption('No folder')
  await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click()
  await bar.waitFor({ state: 'detached' })
  await titled('Peas').filter({ hasNotText: 'Beds' }).waitFor()
  await box('Peas').check()
  await bar.getByRole('button', { name: 'Move to a folder…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Move' }).click()
  await bar.waitFor({ state: 'detached' })
  await titled('Peas').filter({ hasText: 'Beds' }).waitFor()
  await box('Peas').check()
  await box('Old roses').check()
  await bar.getByRole('button', { name: 'Delete' }).click()
  await page.waitForFunction(() => document.querySelectorAll('main li').length === 1)
  await page.getByText('Deleted: 2').first().waitFor()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await page.waitForFunction(() => document.querySelectorAll('main li').length === 3)
  await ida.post('/api/v1/chats/batch', { ids: [peas], act: 'archive' })
  await page.reload()
  await titled('Peas Archived').waitFor()
  await box('Peas').check()
  await box('Old roses').check()
  await bar.getByRole('button', { name: 'Archive' }).click()
  await titled('Old roses Archived').waitFor()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await titled('Old roses').filter({ hasNotText: 'Archived' }).waitFor()
  await titled('Peas Archived').waitFor()

  await filter('Folder', 'Beds')
  await filter('Kind', 'Not archived')
  await page.waitForFunction(() => document.querySelectorAll('main li').length === 1)
  await page.reload()
  await titled(/^Roses/).focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/c\//)
  await page.goBack()
  await titled(/^Roses/).waitFor()
  await page.goto(`${ida.url}/search?folder=no-such&since=never&place=%F0`)
  await main.getByRole('button', { name: 'Folder: no longer exists' }).waitFor()
  assert.deepEqual(browser.complaints, [])
})

test('chats are moved into folders, which fold, are renamed, and keep their chats when they go [web.folders]', async (t) => {
  const { addAdministrator } = await sharedChat()
  const noa = await addAdministrator('Hana Folds')
  for (const title of ['Roses', 'Peas'])
    await noa.post('/api/v1/chats/new', { chat: { title, history: { messages: {} } } })
  const { page, browser } = await openPage(t, noa)
  await page.goto(noa.url)
  const list = page.getByRole('navigation', { name: 'Chats' })
  const folders = list.getByRole('region', { name: 'Folders' })
  const act = async (name: string, item: string) => {
    await list.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  const dialog = page.getByRole('dialog')
  await act('Roses', 'Move to a folder…')
  await dialog.getByLabel('Name of the folder').fill('Flowers')
  await dialog.getByRole('button', { name: 'Move' }).click()
  await folders.getByRole('link', { name: 'Roses' }).waitFor()
  await act('Peas', 'Move to a folder…')
  assert.equal(
    await dialog.getByRole('combobox', { name: 'Folder' }).locator(':checked').innerText(),
    'Flowers',
  )
  await dialog.getByRole('button', { name: 'Move' }).click()
  const peas = list.getByRole('link', { name: 'Peas' })
  await folders.getByRole('link', { name: 'Peas' }).waitFor()
  await noa.post('/api/v1/chats/new', { chat: { title: 'Kale', history: { messages: {} } } })
  await page.reload()
  const kale = list.getByRole('region', { name: 'Today' }).getByRole('link', { name: 'Kale' })
  await peas.dragTo(kale)
  await list.getByRole('region', { name: 'Today' }).getByRole('link', { name: 'Peas' }).waitFor()
  await peas.dragTo(folders.getByRole('button', { name: 'Flowers', exact: true }))
  await folders.getByRole('link', { name: 'Peas' }).waitFor()
  assert.equal(await folders.getByRole('link', { name: 'Kale' }).count(), 0)

  await folders.getByRole('button', { name: 'Flowers', exact: true }).click()
  await folders.getByRole('link', { name: 'Peas' }).waitFor({ state: 'detached' })
  await page.reload()
  const folder = folders.getByRole('button', { name: 'Flowers', exact: true })
  await folder.waitFor()
  assert.equal(await folder.getAttribute('aria-expanded'), 'false')
  await act('Flowers', 'Rename')
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Plants')
  await page.keyboard.press('Enter')
  await folders.getByRole('button', { name: 'Plants', exact: true }).click()
  await act('Peas', 'Move to a folder…')
  await dialog.getByRole('combobox', { name: 'Folder' }).selectOption({ label: 'No folder' })
  await dialog.getByRole('button', { name: 'Move' }).click()
  await list.getByRole('region', { name: 'Today' }).getByRole('link', { name: 'Peas' }).waitFor()

  await act('Plants', 'Delete')
  await page.getByRole('alertdialog').getByText('“Plants” is deleted; its chats stay.').waitFor()
  await page.getByRole('button', { name: 'Delete folder' }).click()
  await list.getByRole('region', { name: 'Today' }).getByRole('link', { name: 'Roses' }).waitFor()
  assert.equal(await folders.count(), 0)
  assert.deepEqual(browser.complaints, [])
})
