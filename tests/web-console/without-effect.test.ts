import assert from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { cell, heading, openConsole, visit } from './console-page.ts'
import { seededConsole } from './started-console.ts'
import { until } from '../support/until.ts'

const { hub, slug, ann } = await seededConsole()

const KILN = `import { defineTool, z } from 'hub-service'
export const fire = defineTool({
  name: 'fire_kiln', description: 'Fire the kiln.', input: z.object({}),
  restricted: { capability: 'kiln', label: 'Fire the kiln', group: 'Shop' }, run: () => 'Hot.',
})
`
const kilnIs = (isSo: (kiln: { without_effect: boolean } | undefined) => boolean | undefined) =>
  until(async () => {
    const { items } = await ann.call('GET', `/portal/api/permissions?hub=${slug}`)
    return isSo(items.find(({ name }: { name: string }) => name === 'kiln')) ?? false
  })

test('a grant without a tool that needs it is shown as without effect, and can only be revoked [console-app.without-effect]', async () => {
  const subject = 'gul@example.org'
  const tool = join(hub.folder, 'tools/kiln.ts')
  await writeFile(tool, KILN)
  await kilnIs((kiln) => kiln !== undefined)
  await ann.call('POST', '/portal/api/access/grant', { subject, hub: slug, permission: 'kiln' })
  await rm(tool)
  await kilnIs((kiln) => kiln?.without_effect)

  await using opened = await openConsole(hub.url, ann.token)
  const { page } = opened
  await visit(page, `${hub.url}/portal/hubs/${slug}/access`)
  await heading(page, 'Demo agent').waitFor()
  const lost = 'kiln \\(no effect\\)'
  await page.getByRole('columnheader', { name: 'No effect' }).waitFor()
  await cell(page, lost, 'Gul Demir').waitFor()
  const locked = (await cell(page, lost, 'Henri Blanc').getAttribute('aria-label'))!
  assert.match(locked, /you can only revoke it/)

  await visit(page, `${hub.url}/portal/people/${subject}`)
  await page.getByText('kiln (no effect)', { exact: true }).waitFor()

  await visit(page, `${hub.url}/portal/hubs/${slug}/access`)
  await cell(page, lost, 'Gul Demir').click()
  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByRole('button', { name: 'Apply 1 change' }).click()
  await page
    .getByText(/Applied. The policy is at revision \d+/)
    .first()
    .waitFor()
  const left = await ann.call('GET', `/portal/api/access?hub=${slug}&q=gul`)
  assert.ok(!left.items[0].direct.includes('kiln'))
})
