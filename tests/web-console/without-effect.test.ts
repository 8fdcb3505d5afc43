import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { cell, heading, openConsole } from './console-page.ts'
import { startSeeded, until } from './started-console.ts'

const started = await startSeeded()
after(() => started[Symbol.asyncDispose]())
const { hub, slug, ann } = started

test('a grant that no tool asks for any more is shown as without effect, and can only be taken away [console-app.without-effect]', async () => {
  const { items } = await ann.call('GET', `/portal/api/access?hub=${slug}&q=eve`)
  const { subject } = items[0]
  await ann.call('POST', '/portal/api/access/grant', { subject, hub: slug, permission: 'orders' })
  await rm(join(hub.folder, 'tools/shop.ts'))
  await until(async () => {
    const { items } = await ann.call('GET', `/portal/api/permissions?hub=${slug}`)
    return items.some(({ without_effect }: { without_effect: boolean }) => without_effect)
  })

  await using opened = await openConsole(hub.url, ann.token)
  const { page } = opened
  await page.goto(`${hub.url}/portal/hubs/${slug}`)
  await heading(page, 'Demo agent').waitFor()
  const lost = 'orders \\(no effect\\)'
  await page.getByRole('columnheader', { name: 'Without effect' }).waitFor()
  await cell(page, lost, 'Eve Long').waitFor()
  const locked = (await cell(page, lost, 'Finn Marsh').getAttribute('aria-label'))!
  assert.match(locked, /can only be taken away/)

  await page.goto(`${hub.url}/portal/people/${subject}`)
  await page.getByText('orders (no effect)', { exact: true }).waitFor()

  await page.goto(`${hub.url}/portal/hubs/${slug}`)
  await cell(page, lost, 'Eve Long').click()
  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByRole('button', { name: 'Apply 1 change' }).click()
  await page
    .getByText(/Applied. The policy is at revision \d+/)
    .first()
    .waitFor()
  const left = await ann.call('GET', `/portal/api/access?hub=${slug}&q=eve`)
  assert.deepEqual(left.items[0].direct, ['use_hub'])
})
