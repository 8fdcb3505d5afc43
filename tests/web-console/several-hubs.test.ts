import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { cell, heading, openConsole, visit } from './console-page.ts'
import { startEdgedConsole } from './edged-console.ts'

const hub = await startEdgedConsole({ after }, { hubs: ['Garden', 'Kitchen'] })
const { admin, origin } = hub
await admin.get('/me')
const gus = await hub.addPerson('Gus')
const kit = await hub.addPerson('Kit')
await admin.post('/people/refresh')
const grant = (subject: string, slug: string, permission: string) =>
  admin.post('/access/grant', { subject, hub: slug, permission })
for (const permission of ['use_hub', 'manage_access']) {
  await grant(gus.email, 'garden', permission)
  await grant(kit.email, 'kitchen', permission)
}

test('an organization administrator picks a Hub and edits the matrix of either [console-app.several-hubs]', async () => {
  await using opened = await openConsole(origin, admin.token)
  const { page } = opened
  await page.goto(`${origin}/portal/hubs`)
  const table = page.getByRole('table', { name: 'Hubs' })
  await table.getByRole('link', { name: 'Garden agent' }).waitFor()
  await table.getByRole('link', { name: 'Kitchen agent' }).click()
  await heading(page, 'Kitchen agent').waitFor()
  await page.getByRole('link', { name: 'Access', exact: true }).click()
  await cell(page, 'Use the agent', 'Kit').waitFor()
  assert.equal(await cell(page, 'Use the agent', 'Gus').count(), 0)

  await page.getByRole('button', { name: 'Hub: Kitchen agent' }).click()
  await page.getByRole('menuitemradio', { name: /Garden agent/ }).click()
  await heading(page, 'Garden agent').waitFor()
  await cell(page, 'Share artifacts publicly', 'Gus').click()
  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByRole('button', { name: 'Apply 1 change' }).click()
  await page
    .getByText(/Applied/)
    .first()
    .waitFor()
  const { json } = await admin.get('/people/gus@example.com')
  assert.deepEqual(
    json.person.access.map(({ hub }: { hub: string }) => hub),
    ['garden'],
  )
})

test('the overview is about all Hubs or the one that is picked, in the address [console-app.several-hubs]', async () => {
  await using opened = await openConsole(origin, admin.token)
  const { page } = opened
  await page.goto(`${origin}/portal/`)
  const usage = page.getByRole('table', { name: 'Usage by Hub' })
  await usage.getByRole('link', { name: 'Kitchen agent' }).waitFor()
  await page.getByRole('button', { name: 'Hub', exact: true }).click()
  await page.getByRole('menuitemradio', { name: 'Garden agent' }).click()
  await page.waitForURL(/hub=garden/)
  await usage.getByRole('link', { name: 'Kitchen agent' }).waitFor({ state: 'detached' })
  await usage.getByRole('link', { name: 'Garden agent' }).waitFor()
  await page.reload()
  await usage.getByRole('link', { name: 'Garden agent' }).waitFor()
  assert.equal(await usage.getByRole('link', { name: 'Kitchen agent' }).count(), 0)
  await page.getByRole('button', { name: 'Clear filter: Hub' }).click()
  await usage.getByRole('link', { name: 'Kitchen agent' }).waitFor()
})

test('an administrator of one Hub never sees the other, for any address [console-app.several-hubs]', async () => {
  await using opened = await openConsole(origin, gus.token)
  const { page } = opened
  const answers: string[] = []
  page.on('response', (answer) => {
    if (answer.url().includes('/portal/api/')) answers.push(answer.url())
  })
  const bodies = async () => (await page.locator('body').innerText()).toLowerCase()
  for (const [path, title] of [
    ['/', 'Overview'],
    ['/people', 'People'],
    ['/hubs', 'Hubs'],
    ['/audit', 'Audit'],
    ['/access-changes', 'Access changes'],
    ['/mcp', 'MCP'],
  ] as const) {
    await visit(page, `${origin}/portal${path}`)
    await heading(page, title).waitFor()
    await page.locator('.animate-breathe').first().waitFor({ state: 'detached' })
    assert.doesNotMatch(await bodies(), /kitchen|kit@example/, path)
  }
  assert.ok(answers.length >= 6, 'the pages asked the server')
  for (const [path, text] of [
    ['/hubs/kitchen', 'No such Hub'],
    ['/people/kit@example.com', 'No such person'],
    ['/?hub=kitchen', 'This list couldn’t be loaded'],
  ] as const) {
    await visit(page, `${origin}/portal${path}`)
    await page.getByText(text).first().waitFor()
    assert.doesNotMatch(await bodies(), /kitchen agent/, path)
  }
})

test('all Hubs stand side by side, and a list names the one it misses [console-app.hub-states]', async () => {
  await hub.stopBridge(1)
  await using opened = await openConsole(origin, admin.token)
  const { page } = opened
  await page.goto(`${origin}/portal/hubs`)
  const row = (name: string) => page.getByRole('row', { name })
  await row('Garden agent').getByText('Running').waitFor()
  await row('Kitchen agent').getByText('Not reachable').waitFor()
  await page.goto(`${origin}/portal/memory`)
  await page.getByText('This Hub is unreachable and missing from this list: Kitchen agent.').waitFor()
})
